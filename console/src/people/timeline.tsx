import { Anchor, Timeline as Line, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import { Outcome } from '../attempts/outcome.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';

type Entry = { readonly key: string; readonly at: string; readonly title: string; readonly body: ReactNode };

/** The maximum number of entries of each kind. */
const limit = '20';

/** Attempts, executions, cases and accesses of a person in one line of time, newest first. */
export function Timeline({ personId }: { readonly personId: string }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const label = useLabel();
  const mayAttempts = may('attempts:read');
  const mayExecutions = may('executions:read');
  const mayCases = may('cases:read');
  const mayAudit = may('audit:read');
  const entries = useQuery({
    queryKey: ['timeline', personId],
    queryFn: async ({ signal }): Promise<readonly Entry[]> => {
      const [attempts, executions, cases, events] = await Promise.all([
        mayAttempts
          ? answerOf(api.GET('/v1/face-authentications', { params: { query: { personId, limit } }, signal }))
          : undefined,
        mayExecutions
          ? answerOf(api.GET('/v1/executions', { params: { query: { subject: personId, limit } }, signal }))
          : undefined,
        mayCases
          ? answerOf(api.GET('/v1/cases', { params: { query: { subject: personId, limit } }, signal }))
          : undefined,
        mayAudit
          ? answerOf(api.GET('/v1/audit', { params: { query: { personId, limit } }, signal }))
          : undefined,
      ]);
      return [
        ...(attempts?.items ?? []).map((attempt) => ({
          key: attempt.id,
          at: attempt.createdAt,
          title: t('attempts.one'),
          body: (
            <Anchor component={Link} href={`/attempts/${attempt.id}`}>
              <Outcome attempt={attempt} />
            </Anchor>
          ),
        })),
        ...(executions?.items ?? []).map((execution) => ({
          key: execution.executionId,
          at: execution.createdAt,
          title: t('executions.one'),
          body: (
            <Anchor component={Link} href={`/executions/${execution.executionId}`}>
              <StatusBadge status={execution.status} />
            </Anchor>
          ),
        })),
        ...(cases?.items ?? []).map(({ id, kind, state, openedAt, decidedAt }) => ({
          key: id,
          at: decidedAt ?? openedAt,
          title: t('cases.one'),
          body: (
            <>
              <Anchor component={Link} href={`/cases/${id}`}>
                {t(`cases.kinds.${kind}`)}
              </Anchor>{' '}
              <Text span size="sm">
                · {t(`cases.states.${state}`)}
              </Text>
            </>
          ),
        })),
        ...(events?.items ?? []).map((event) => ({
          key: `${event.chain}-${event.sequence}`,
          at: event.at,
          title: label('audit.actions', event.action),
          body: (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {[event.actor.kind, event.actor.id, event.purpose, event.outcome].filter(Boolean).join(' · ')}
            </Text>
          ),
        })),
      ].sort((one, other) => (one.at < other.at ? 1 : -1));
    },
  });
  return (
    <Panel title={t('people.timeline')}>
      <Loaded query={entries}>
        {(found) =>
          found.length === 0 ? (
            <Text c="dimmed">{t('people.nothingYet')}</Text>
          ) : (
            <Line bulletSize={14} lineWidth={2}>
              {found.map(({ key, at, title, body }) => (
                <Line.Item key={key} title={title}>
                  <Text size="sm">
                    <Moment at={at} />
                  </Text>
                  {body}
                </Line.Item>
              ))}
            </Line>
          )
        }
      </Loaded>
      <Text size="sm" c="dimmed">
        {t('people.limit', { limit })}
      </Text>
    </Panel>
  );
}
