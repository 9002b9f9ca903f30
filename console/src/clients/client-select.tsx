import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useClients } from './use-clients.ts';

/** A field of a form for one client: chosen by name, or its id where whoever is signed in may not list clients. */
export function ClientSelect({ defaultValue = '' }: { readonly defaultValue?: string }) {
  const { t } = useTranslation();
  const clients = useClients();
  const field = { name: 'clientId', label: t('attempts.client'), w: 240, maw: '100%' };
  if (clients === undefined) return <TextInput {...field} defaultValue={defaultValue} autoComplete="off" />;
  return (
    <Select
      {...field}
      defaultValue={defaultValue || null}
      placeholder={t('audit.anyone')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      data={clients
        .map(({ id, name = id }) => ({ value: id, label: name }))
        .sort((one, other) => one.label.localeCompare(other.label))}
    />
  );
}
