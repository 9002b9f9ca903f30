import { Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { allOf, answerOf, api } from '../api/client.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { OwnPasskeys } from './own-passkeys.tsx';
import { SessionTable } from './session-table.tsx';

/** The own sessions and passkeys: where one is signed in and by what, and the way to end that. */
export function OwnSessions() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => allOf((query) => api.GET('/v1/sessions', { params: { query }, signal })),
  });
  const end = useMutation({
    mutationFn: (sessionId: string) =>
      answerOf(api.DELETE('/v1/sessions/{sessionId}', { params: { path: { sessionId } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  return (
    <Page title={t('shell.sections.sessions')}>
      <Text size="sm">{t('session.sessionsHint')}</Text>
      {end.error !== null && <ErrorNotice error={end.error} />}
      <Loaded query={sessions}>
        {({ items }) => (
          <SessionTable label={t('shell.sections.sessions')} sessions={items} onEnd={end.mutate} />
        )}
      </Loaded>
      <OwnPasskeys />
    </Page>
  );
}
