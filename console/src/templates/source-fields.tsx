import { ActionIcon, Checkbox, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { allOf, api } from '../api/client.ts';
import { useLabel } from '../parts/use-label.ts';
import { type AgeUnit, ageUnits, readAge, writeAge } from './answer-age.ts';
import type { Definition, SourceEntry } from './read-definition.ts';

/** The sources that templates about such a subject may name. */
function useSourceNames(subject: Definition['subject']): readonly string[] {
  const { data } = useQuery({
    queryKey: ['sources'],
    queryFn: ({ signal }) => allOf((query) => api.GET('/v1/sources', { params: { query }, signal })),
  });
  const names = new Set((data?.items ?? []).flatMap(({ sources }) => sources));
  return [...names].filter((name) => name.startsWith(subject === 'person' ? 'pf' : 'pj')).sort();
}

/** The sources of a template in the order that they are read in, each with how old its answer may be. */
export function SourceFields({
  subject,
  sources,
  onChange,
}: {
  readonly subject: Definition['subject'];
  readonly sources: readonly SourceEntry[];
  readonly onChange: (sources: SourceEntry[]) => void;
}) {
  const { t } = useTranslation();
  const label = useLabel();
  const known = useSourceNames(subject).filter((name) => sources.every((source) => source.name !== name));
  return (
    <Stack gap="xs">
      {sources.length > 1 && (
        <Text size="sm" c="dimmed">
          {t('templates.sourcesHint')}
        </Text>
      )}
      {sources.map((source, index) => (
        <Paper
          // biome-ignore lint/suspicious/noArrayIndexKey: one source may be there twice while somebody writes
          key={index}
          className="raised"
          component="section"
          p="xs"
          aria-label={label('sources.names', source.name)}
        >
          <Group justify="space-between" wrap="nowrap" align="start">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {label('sources.names', source.name)}
            </Text>
            <Group gap={4} wrap="nowrap">
              {index > 0 && (
                <ActionIcon
                  variant="default"
                  aria-label={t('templates.moveUp', { name: label('sources.names', source.name) })}
                  onClick={() =>
                    onChange([
                      ...sources.slice(0, index - 1),
                      source,
                      ...sources.slice(index - 1, index),
                      ...sources.slice(index + 1),
                    ])
                  }
                >
                  <span aria-hidden>↑</span>
                </ActionIcon>
              )}
              <ActionIcon
                variant="default"
                aria-label={t('templates.takeOut', { name: label('sources.names', source.name) })}
                onClick={() => onChange(sources.toSpliced(index, 1))}
              >
                <span aria-hidden>×</span>
              </ActionIcon>
            </Group>
          </Group>
          <Group align="end" gap="sm">
            <AgeFields
              maxAge={source.maxAge}
              onChange={(maxAge) => onChange(sources.with(index, { ...source, maxAge }))}
            />
            <Checkbox
              mb={8}
              label={t('templates.isRequired')}
              checked={source.isRequired !== false}
              onChange={({ currentTarget: { checked } }) =>
                onChange(sources.with(index, { ...source, isRequired: checked ? undefined : false }))
              }
            />
          </Group>
        </Paper>
      ))}
      {known.length > 0 && (
        <NativeSelect
          label={t('templates.addSource')}
          value=""
          data={[
            { value: '', label: t('templates.choose') },
            ...known.map((name) => ({ value: name, label: label('sources.names', name) })),
          ]}
          onChange={({ currentTarget: { value } }) => value !== '' && onChange([...sources, { name: value }])}
        />
      )}
    </Stack>
  );
}

/** The maximum age of an answer: a count and its unit, or the duration as the document writes it. */
function AgeFields({
  maxAge,
  onChange,
}: {
  readonly maxAge: string | undefined;
  readonly onChange: (maxAge: string | undefined) => void;
}) {
  const { t } = useTranslation();
  const age = readAge(maxAge);
  if (age === undefined) {
    return (
      <TextInput
        label={t('templates.maxAge')}
        description={t('templates.durationHint')}
        value={maxAge}
        onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : value)}
      />
    );
  }
  return (
    <Group gap={4} align="end" wrap="nowrap">
      <TextInput
        type="number"
        min={1}
        w="9rem"
        label={t('templates.maxAge')}
        placeholder={t('templates.neverReused')}
        value={age.count ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange(
            writeAge({
              ...age,
              count: Math.floor(Number(value)) > 0 ? Math.floor(Number(value)) : undefined,
            }),
          )
        }
      />
      {age.count !== undefined && (
        <NativeSelect
          aria-label={t('templates.unit')}
          value={age.unit}
          data={ageUnits.map((value) => ({ value, label: t(`templates.units.${value}`) }))}
          onChange={({ currentTarget: { value } }) => onChange(writeAge({ ...age, unit: value as AgeUnit }))}
        />
      )}
    </Group>
  );
}
