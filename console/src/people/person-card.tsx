import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api } from '../api/client.ts';
import { Loaded } from '../parts/loaded.tsx';
import { MaskedCpf } from '../parts/masked.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { useSession } from '../session/session.ts';

/** The newest registered photo of a person, for those who may see photos; nothing where there is none. */
export function Portrait({
  personId,
  name,
}: {
  readonly personId: string;
  readonly name: string | undefined;
}) {
  const { t } = useTranslation();
  const { may } = useSession();
  const registrations = useQuery({
    queryKey: ['registrations', personId],
    enabled: may('attempts:read'),
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/v1/people/{personId}/registrations', {
          params: { path: { personId }, query: { limit: 1 } },
          signal,
        }),
      ),
  });
  const url = registrations.data?.items[0]?.imageUrl;
  if (url === undefined) return null;
  return (
    <img
      className="portrait"
      src={url}
      alt={t('people.photoOf', { name: name ?? t('people.one') })}
      referrerPolicy="no-referrer"
    />
  );
}

/** A person as somebody recognises one before something final is done: photo, name, masked CPF, status. */
export function PersonCard({ personId }: { readonly personId: string }) {
  const { t } = useTranslation();
  const person = useQuery({
    queryKey: ['person card', personId],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/v1/people/{personId}', { params: { path: { personId } }, signal })).catch(
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return { id: undefined };
          throw error;
        },
      ),
  });
  return (
    <Loaded query={person}>
      {(found) =>
        found.id === undefined ? (
          <Text size="sm">{t('people.unregistered')}</Text>
        ) : (
          <Group align="start">
            <Portrait personId={found.id} name={found.basicData?.name} />
            <Stack gap={4}>
              <Text fw={600}>{found.basicData?.name ?? t('people.nameless')}</Text>
              {found.cpf !== undefined && <MaskedCpf cpf={found.cpf} personId={found.id} />}
              <StatusBadge status={found.status} />
            </Stack>
          </Group>
        )
      }
    </Loaded>
  );
}
