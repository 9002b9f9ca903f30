import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import { useSession } from '../session/session.ts';

const everyMs = 60_000;

/** The number of cases that wait for whoever is signed in, beside their place in the menu; red while one is overdue. */
export function WaitingCount() {
  const { t } = useTranslation();
  const { may } = useSession();
  const waiting = useQuery({
    queryKey: ['cases', 'waiting'],
    enabled: may('cases:decide'),
    refetchInterval: everyMs,
    queryFn: ({ signal }) => answerOf(api.GET('/v1/cases/waiting', { signal })),
  });
  const { count = 0, overdue = 0 } = waiting.data ?? {};
  if (count === 0) return null;
  return (
    <Badge
      circle={count < 10}
      color={overdue > 0 ? 'red.8' : 'green.8'}
      aria-label={t(overdue > 0 ? 'cases.waitingOverdue' : 'cases.waiting', { count })}
    >
      {count}
    </Badge>
  );
}
