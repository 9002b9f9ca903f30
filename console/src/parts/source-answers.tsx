import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Fact, Facts } from './facts.tsx';
import { Moment } from './moment.tsx';
import { useLabel } from './use-label.ts';
import { useValue } from './use-value.ts';

export type SourceAnswers = Readonly<
  Record<string, { readonly data?: unknown; readonly lastConsultation: { readonly date: string } }>
>;

/** The answers of sources by name, each with its date, as names and values. */
export function SourceAnswers({ sources }: { readonly sources: SourceAnswers }) {
  const { t } = useTranslation();
  const label = useLabel();
  const names = Object.keys(sources);
  if (names.length === 0) return <Text c="dimmed">{t('people.noSources')}</Text>;
  return names.map((name) => (
    <details key={name} open={names.length === 1}>
      <summary>
        {label('sources.names', name)} · <Moment at={sources[name]?.lastConsultation.date} />
      </summary>
      <Members value={sources[name]?.data ?? {}} />
    </details>
  ));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The members of an object as names with their values, those of objects within below their names. */
function Members({ value }: { readonly value: unknown }) {
  const fieldOf = useField();
  if (!isObject(value)) return <Value field="" value={value} />;
  return (
    <Facts>
      {Object.entries(value).map(([field, inner]) => (
        <Fact key={field} name={fieldOf(field)}>
          <Value field={field} value={inner} />
        </Fact>
      ))}
    </Facts>
  );
}

function Value({ field, value }: { readonly field: string; readonly value: unknown }): ReactNode {
  const { t } = useTranslation();
  const show = useValue();
  if (!isObject(value)) return show(field, value);
  const entries = Array.isArray(value) ? value : [value];
  if (entries.length === 0) return t('sources.noEntries');
  if (!entries.some(isObject)) return show(field, entries);
  return (
    <Stack gap="xs">
      {entries.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name, and never change their places.
        <Members key={at} value={entry} />
      ))}
    </Stack>
  );
}

/** The name of a field in words; one that no words are known for is shown with its parts apart. */
function useField(): (field: string) => string {
  const label = useLabel();
  return (field) => {
    const known = label('sources.fields', field);
    if (known !== field) return known;
    const apart = field
      .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase();
    return apart.charAt(0).toUpperCase() + apart.slice(1);
  };
}
