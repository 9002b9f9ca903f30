import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { allOf, answerOf, api } from '../api/client.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { useSession } from '../session/session.ts';
import { SessionTable } from './session-table.tsx';

/** The sessions of another account. Administrators end them. */
export function AccountSessions() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { may } = useSession();
  const queries = useQueryClient();
  const accounts = useQuery({
    queryKey: ['accounts'],
    queryFn: ({ signal }) => allOf((query) => api.GET('/v1/accounts', { params: { query }, signal })),
  });
  const sessions = useQuery({
    queryKey: ['sessions', id],
    queryFn: ({ signal }) =>
      allOf((query) =>
        api.GET('/v1/accounts/{accountId}/sessions', { params: { path: { accountId: id }, query }, signal }),
      ),
  });
  const end = useMutation({
    mutationFn: (sessionId: string) =>
      answerOf(
        api.DELETE('/v1/accounts/{accountId}/sessions/{sessionId}', {
          params: { path: { accountId: id, sessionId } },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions', id] }),
  });
  const name = accounts.data?.items.find((account) => account.id === id)?.name ?? id;
  const title = t('session.sessionsOf', { name });
  return (
    <Page title={title}>
      {end.error !== null && <ErrorNotice error={end.error} />}
      <Loaded query={sessions}>
        {({ items }) => (
          <SessionTable label={title} sessions={items} onEnd={may('admin') ? end.mutate : undefined} />
        )}
      </Loaded>
    </Page>
  );
}
