import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The fields `from` and `to` of a form of criteria, with what was typed before. */
export function PeriodFields({ typed }: { readonly typed: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  return (['from', 'to'] as const).map((name) => (
    <TextInput
      key={name}
      name={name}
      type="datetime-local"
      label={t(`common.${name}`)}
      defaultValue={typed[name] ?? ''}
      w={200}
    />
  ));
}
