import { Anchor, Timeline as Line, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { allOf, answerOf, api } from '../api/client.ts';
import { Outcome } from '../attempts/outcome.tsx';
import { useActorNames } from '../audit/actor-name.tsx';
import { useAction } from '../audit/use-action.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';
import { groupAccesses } from './group-accesses.ts';

type Entry = { readonly key: string; readonly at: string; readonly title: string; readonly body: ReactNode };

/** The maximum number of entries of each kind. */
const limit = 20;

/** Registrations, attempts, executions, list hits and cases of a person in one line of time, newest first. */
export function Timeline({ personId }: { readonly personId: string }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const label = useLabel();
  const actionOf = useAction();
  const names = useActorNames();
  const mayAttempts = may('attempts:read');
  const mayExecutions = may('executions:read');
  const mayCases = may('cases:read');
  const mayAudit = may('audit:read');
  const entries = useQuery({
    queryKey: ['timeline', personId, names.size],
    queryFn: async ({ signal }): Promise<readonly Entry[]> => {
      const [attempts, executions, cases, history, registered, registrations] = await Promise.all([
        mayAttempts
          ? answerOf(api.GET('/v1/face-authentications', { params: { query: { personId, limit } }, signal }))
          : undefined,
        mayExecutions
          ? answerOf(api.GET('/v1/executions', { params: { query: { subject: personId, limit } }, signal }))
          : undefined,
        mayCases
          ? answerOf(api.GET('/v1/cases', { params: { query: { subject: personId, limit } }, signal }))
          : undefined,
        answerOf(
          api.GET('/v1/people/{personId}/history', {
            params: { path: { personId }, query: { limit } },
            signal,
          }),
        ),
        // The audit log has the removed ones, too.
        mayAudit
          ? undefined
          : allOf((query) =>
              api.GET('/v1/people/{personId}/registrations', {
                params: { path: { personId }, query },
                signal,
              }),
            ),
        mayAudit
          ? answerOf(
              api.GET('/v1/audit', {
                params: { query: { personId, action: 'face.register', limit } },
                signal,
              }),
            )
          : undefined,
      ]);
      // Reads stand in "who looked".
      const shown = groupAccesses(registrations?.items ?? []);
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
        ...history.items.flatMap(({ id, changedAt, executionId, changes }) =>
          changes
            .filter(({ path }) => path.startsWith('lists.'))
            .flatMap(({ from, to }) =>
              (['gained', 'lost'] as const).flatMap((way) =>
                hitsOf(way === 'gained' ? to : from).map((hit, at) => ({
                  key: `${id}-${way}-${at}`,
                  at: changedAt,
                  title: t(`people.${way}`, { list: label('sources.names', hit.list ?? '') }),
                  body: (
                    <ListHit
                      hit={hit}
                      executionId={executionId}
                      caseId={
                        cases?.items.find((one) => one.kind === 'list_hit' && one.executionId === executionId)
                          ?.id
                      }
                    />
                  ),
                })),
              ),
            ),
        ),
        ...(registered?.items ?? []).map(({ id, registeredAt, legalBasis }) => ({
          key: id,
          at: registeredAt,
          title: actionOf('face.register'),
          body: legalBasis !== undefined && (
            <Text size="sm" c="dimmed">
              {label('people.legalBases', legalBasis)}
            </Text>
          ),
        })),
        ...shown.map(({ newest: event, count }) => ({
          key: `${event.chain}-${event.sequence}`,
          at: event.at,
          title: actionOf(event.action),
          body: (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {[
                (event.actor.id && names.get(event.actor.id)) ?? label('audit.kinds', event.actor.kind),
                label('audit.outcomes', event.outcome),
                count > 1 && t('people.times', { count }),
              ]
                .filter(Boolean)
                .join(' · ')}
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

type Hit = { readonly list?: string; readonly matchBasis?: string; readonly name?: string };

/** The entries of a change of lists. */
function hitsOf(value: unknown): readonly Hit[] {
  return Array.isArray(value) ? value : [];
}

function ListHit({
  hit: { name, matchBasis },
  executionId,
  caseId,
}: {
  readonly hit: Hit;
  readonly executionId: string;
  readonly caseId: string | undefined;
}) {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {[name, matchBasis === undefined ? undefined : label('people.bases', matchBasis)]
        .filter(Boolean)
        .join(' · ')}{' '}
      <Anchor component={Link} href={`/executions/${executionId}`} size="sm">
        {t('executions.one')}
      </Anchor>
      {caseId !== undefined && (
        <>
          {' · '}
          <Anchor component={Link} href={`/cases/${caseId}`} size="sm">
            {t('cases.one')}
          </Anchor>
        </>
      )}
    </Text>
  );
}
