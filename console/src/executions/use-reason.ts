import { useTranslation } from 'react-i18next';
import { useLabel } from '../parts/use-label.ts';

/** The words for why an execution is pending, or a rule did not match: a code, for some followed by what it is about. */
export function useReason(): (reason: string) => string {
  const { i18n } = useTranslation();
  const label = useLabel();
  return (reason) => {
    if (i18n.exists(`executions.ruleReasons.${reason}`)) return label('executions.ruleReasons', reason);
    const [code = '', ...about] = reason.split(':');
    const key = `executions.reasons.${code}`;
    const [name = '', ...words] = about;
    const told = [label('sources.names', name), ...words.map((word) => label('people.bases', word))].join(
      ' · ',
    );
    return i18n.exists(key)
      ? String(i18n.t(key as never, { name: told } as never))
      : String(i18n.t('executions.ruleReasons.rule_failed'));
  };
}
