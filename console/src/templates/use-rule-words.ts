import { useTranslation } from 'react-i18next';
import type { RuleEntry } from './read-definition.ts';
import { sayRule } from './say-rule.ts';

/** Says what a rule does as a sentence; undefined for a rule whose expression there are no words for. */
export function useRuleWords(): (rule: RuleEntry) => string | undefined {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const choice = new Intl.ListFormat(i18n.language, { type: 'disjunction' });
  return ({ when, status }) => {
    const condition = sayRule(when, {
      text: (key, values) => (i18n.exists(key) ? String(i18n.t(key as never, values as never)) : undefined),
      number: (value) => number.format(value),
      oneOf: (values) => choice.format(values),
    });
    return condition && t(`rules.says.${status}`, { condition });
  };
}
