import { Code, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../parts/use-label.ts';
import { type Definition, verdicts } from './read-definition.ts';
import { RuleFields } from './rule-fields.tsx';
import { SourceFields } from './source-fields.tsx';
import { useAgeWords } from './use-age-words.ts';
import { useRuleWords } from './use-rule-words.ts';

/** A template in sentences: its sources and its decisions. */
export function TemplateWords({
  definition: { sources, rules, otherwise },
}: {
  readonly definition: Definition;
}) {
  const { t } = useTranslation();
  const label = useLabel();
  const say = useRuleWords();
  const sayAge = useAgeWords();
  return (
    <Stack gap={4} component="ul" m={0} pl="lg" aria-label={t('templates.inWords')}>
      {sources.map(({ name, maxAge }) => {
        const [source, age] = [label('sources.names', name), sayAge(maxAge)];
        return (
          <li key={name}>
            {age === undefined
              ? t('templates.asksAnew', { source })
              : t('templates.asksAfter', { source, age })}
          </li>
        );
      })}
      {rules.map((rule, index) => (
        // Two rules may be equal while somebody writes.
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule is known by its place alone
        <li key={index} style={{ overflowWrap: 'anywhere' }}>
          {say(rule) ?? (
            <>
              {t(`rules.saysName.${rule.status}`, { name: rule.name })} <Code>{rule.when}</Code>
            </>
          )}
          {rule.isForReview === true && ` ${t('rules.opensCase')}`}
        </li>
      ))}
      <li>{t(`rules.saysOtherwise.${otherwise ?? 'PENDING'}`)}</li>
    </Stack>
  );
}

/**
 * Fields for what a template says most often; the rest stands in its document alone. Every change is told as the whole
 * definition, in which fields that are not shown stay as they are.
 */
export function TemplateForm({
  definition,
  isNew,
  isReadOnly,
  onChange,
}: {
  readonly definition: Definition;
  readonly isNew: boolean;
  readonly isReadOnly: boolean;
  readonly onChange: (definition: Definition) => void;
}) {
  const { t } = useTranslation();
  const change = (changed: Partial<Definition>) => onChange({ ...definition, ...changed });
  return (
    <fieldset className="plain-fieldset" disabled={isReadOnly}>
      <Stack gap="sm">
        <TextInput
          label={t('templates.name')}
          value={definition.name ?? ''}
          maxLength={120}
          onChange={({ currentTarget: { value } }) => change({ name: value === '' ? undefined : value })}
        />
        {isNew && (
          <NativeSelect
            label={t('templates.subject')}
            value={definition.subject}
            data={(['person', 'company'] as const).map((value) => ({
              value,
              label: t(`templates.${value}`),
            }))}
            onChange={({ currentTarget: { value } }) => change({ subject: value as Definition['subject'] })}
          />
        )}
        <Title order={3} size="h5">
          {t('executions.sources')}
        </Title>
        <SourceFields
          subject={definition.subject}
          sources={definition.sources}
          onChange={(sources) => change({ sources })}
        />
        <Title order={3} size="h5">
          {t('templates.rules')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('templates.rulesHint')}
        </Text>
        <RuleFields rules={definition.rules} onChange={(rules) => change({ rules })} />
        <NativeSelect
          label={t('templates.otherwise')}
          value={definition.otherwise ?? 'PENDING'}
          data={verdicts.map((value) => ({ value, label: t(`statuses.${value}`) }))}
          onChange={({ currentTarget: { value } }) => change({ otherwise: value as Definition['otherwise'] })}
        />
      </Stack>
    </fieldset>
  );
}
