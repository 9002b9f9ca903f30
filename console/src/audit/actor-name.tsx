import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAccounts } from '../cases/use-accounts.ts';
import { useClients } from '../clients/use-clients.ts';
import { CopyId } from '../parts/short-id.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';

/** The names of accounts and clients by their ids, as far as whoever is signed in may read them. */
export function useActorNames(): ReadonlyMap<string, string> {
  const { may } = useSession();
  const accounts = useAccounts(may('cases:read'));
  const clients = useClients() ?? [];
  return new Map([
    ...accounts.map(({ id, name }) => [id, name] as const),
    ...clients.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])),
  ]);
}

/** Who did something, by name, with a button that copies the id. */
export function ActorName({
  actor: { kind, id },
  names,
}: {
  readonly actor: { readonly kind: string; readonly id?: string };
  readonly names: ReadonlyMap<string, string>;
}) {
  const { t } = useTranslation();
  const label = useLabel();
  const name = id === undefined ? undefined : names.get(id);
  return (
    <Stack gap={0}>
      <Text size="sm">{name ?? label('audit.kinds', kind)}</Text>
      {id !== undefined && <CopyId id={id} title={name ?? t('common.id')} />}
    </Stack>
  );
}
