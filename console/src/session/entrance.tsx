import { Center, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoute } from 'wouter';
import { countSessions, sessionKey } from '../api/queries.ts';
import { HoldDecisions } from '../cases/hold-decisions.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { keepSearchedName } from '../parts/searched-name.ts';
import { Shell } from '../shell/shell.tsx';
import { preferLanguage } from '../shell/texts.ts';
import { Card } from './card.tsx';
import { keep, readSession, type Session, SessionProvider } from './session.ts';
import { SignIn } from './sign-in.tsx';

const Invitation = lazy(async () => ({ default: (await import('./invitation.tsx')).Invitation }));

/** The console to whoever is signed in; to others the way in. */
export function Entrance() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isInvited, invited] = useRoute('/invitation/:code');
  const {
    data: session,
    error,
    refetch,
  } = useQuery({
    queryKey: sessionKey,
    queryFn: async () => {
      const count = countSessions(queries);
      const read = await readSession();
      if (count !== countSessions(queries)) return queries.getQueryData<Session>(sessionKey) ?? null;
      return read && keep(read);
    },
    staleTime: 60_000,
  });
  const locale = session?.account.locale;

  useEffect(() => {
    if (locale !== undefined) void preferLanguage(locale);
  }, [locale]);
  useEffect(() => {
    // What the last person saw is not for the next.
    if (session !== null) return;
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
    keepSearchedName('');
  }, [session, queries]);

  if (isInvited && !session) {
    return (
      <Suspense>
        <Invitation code={invited.code} />
      </Suspense>
    );
  }
  if (session === null) return <SignIn />;
  if (error !== null && session === undefined) {
    return (
      <Card title={t('session.signIn')}>
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (session === undefined) {
    return (
      <Center component="main" mih="60vh">
        <Loader aria-label={t('common.loading')} />
      </Center>
    );
  }
  return (
    <SessionProvider value={session}>
      <HoldDecisions key={session.account.id} accountId={session.account.id}>
        <Shell />
      </HoldDecisions>
    </SessionProvider>
  );
}
