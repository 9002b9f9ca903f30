import { CopyButton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { allOf, api } from '../api/client.ts';
import { useAccounts } from '../cases/use-accounts.ts';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';

/** The names of accounts and clients by their ids, as far as whoever is signed in may read them. */
export function useActorNames(): ReadonlyMap<string, string> {
  const { may } = useSession();
  const accounts = useAccounts(may('cases:read'));
  const clients = useQuery({
    queryKey: ['clients', 'names'],
    enabled: may('clients:read'),
    staleTime: 60_000,
    queryFn: ({ signal }) => allOf((query) => api.GET('/v1/clients', { params: { query }, signal })),
  });
  return new Map([
    ...accounts.map(({ id, name }) => [id, name] as const),
    ...(clients.data?.items ?? []).flatMap(({ id, name }) => (name ? [[id, name] as const] : [])),
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

/** A button that copies an id, which is too long to be read. */
export function CopyId({ id, title }: { readonly id: string; readonly title: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <UnstyledButton
          fz="xs"
          td="underline"
          title={id}
          aria-label={`${t('common.copyId')}: ${title}`}
          onClick={copy}
        >
          {copied ? t('common.copied') : t('common.copyId')}
        </UnstyledButton>
      )}
    </CopyButton>
  );
}
