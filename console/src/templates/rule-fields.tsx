import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type RuleEntry, verdicts } from './read-definition.ts';
import { useRuleWords } from './use-rule-words.ts';

/** The rules of a template, each with what it does in words. Their order says nothing. */
export function RuleFields({
  rules,
  onChange,
}: {
  readonly rules: readonly RuleEntry[];
  readonly onChange: (rules: RuleEntry[]) => void;
}) {
  const { t } = useTranslation();
  const say = useRuleWords();
  return (
    <Stack gap="xs">
      {rules.map((rule, index) => {
        const change = (changed: Partial<RuleEntry>) => onChange(rules.with(index, { ...rule, ...changed }));
        return (
          <Paper
            // biome-ignore lint/suspicious/noArrayIndexKey: its name changes while somebody writes it
            key={index}
            className="raised"
            component="section"
            p="xs"
            aria-label={rule.name}
          >
            <Stack gap="xs">
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {say(rule) ?? t(`rules.saysName.${rule.status}`, { name: rule.name })}
              </Text>
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                <TextInput
                  label={t('templates.name')}
                  value={rule.name}
                  maxLength={80}
                  onChange={({ currentTarget: { value } }) => change({ name: value })}
                />
                <NativeSelect
                  label={t('executions.wouldSet')}
                  value={rule.status}
                  data={verdicts.map((value) => ({ value, label: t(`statuses.${value}`) }))}
                  onChange={({ currentTarget: { value } }) =>
                    change({ status: value as RuleEntry['status'] })
                  }
                />
              </SimpleGrid>
              <Textarea
                label={t('templates.when')}
                value={rule.when}
                autosize
                maxLength={2_000}
                spellCheck={false}
                styles={{
                  input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.85rem' },
                }}
                onChange={({ currentTarget: { value } }) => change({ when: value })}
              />
              <Group justify="space-between">
                <Checkbox
                  label={t('templates.isForReview')}
                  checked={rule.isForReview === true}
                  onChange={({ currentTarget: { checked } }) =>
                    change({ isForReview: checked ? true : undefined })
                  }
                />
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('templates.takeOut', { name: rule.name })}
                  onClick={() => onChange(rules.toSpliced(index, 1))}
                >
                  {t('templates.takeOutRule')}
                </Button>
              </Group>
            </Stack>
          </Paper>
        );
      })}
      <Group>
        <Button
          variant="default"
          onClick={() =>
            onChange([
              ...rules,
              {
                name: t('templates.newRule', { number: rules.length + 1 }),
                when: 'has(attributes.name)',
                status: 'PENDING',
              },
            ])
          }
        >
          {t('templates.addRule')}
        </Button>
      </Group>
    </Stack>
  );
}
