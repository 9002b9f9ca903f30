import { Alert, Anchor, Badge, Button, Group, Kbd, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import { AttemptPanels, useAttempt } from '../attempts/attempt.tsx';
import { Outcome } from '../attempts/outcome.tsx';
import { ExecutionPanels, useExecution } from '../executions/execution.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { KeyHelp } from '../parts/key-help.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useKeys } from '../parts/use-keys.ts';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';
import { Answers } from './answers.tsx';
import { CaseActions } from './case-actions.tsx';
import { CaseMore } from './case-more.tsx';
import { CaseSubject } from './case-subject.tsx';
import { Comments } from './comments.tsx';
import { ConfirmationBar } from './confirmation-bar.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { Decisions, stateOf } from './decisions.tsx';
import { Duplicates } from './duplicates.tsx';
import { isUnderWay, useHeldDecisions } from './held-decisions.ts';
import type { CaseFile, CaseOutcome } from './types.ts';
import { useNextCase } from './use-next-case.ts';
import { namesDuplicates, useReasons } from './use-reasons.ts';

/** One case: what it is about, both photos, what decided so far, and the decision. */
export function CasePage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const found = useQuery({
    queryKey: ['case', id],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/v1/cases/{caseId}', { params: { path: { caseId: id } }, signal })),
  });
  const title = found.data === undefined ? t('cases.one') : t(`cases.kinds.${found.data.kind}`);
  return (
    <Page title={title} key={id}>
      <Loaded query={found}>{(data) => <CaseBody found={data} />}</Loaded>
    </Page>
  );
}

function CaseBody({ found }: { readonly found: CaseFile }) {
  const { t } = useTranslation();
  const { may, account } = useSession();
  const { held, decisions } = useHeldDecisions();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const [outcome, setOutcome] = useState(held.draftOf(found.id).outcome);
  const reason = useRef<HTMLInputElement>(null);
  const comment = useRef<HTMLTextAreaElement>(null);
  const answer = useRef<HTMLTextAreaElement>(null);
  const next = useNextCase(() => go('/cases'));
  const isOpen = found.state === 'open' || found.state === 'snoozed';
  const isOnItsWay = decisions.some((each) => each.found.id === found.id && isUnderWay(each.state));
  const mayDecide = may('cases:decide') && isOpen && !isOnItsWay;
  const proposal = found.decisions.find(
    (each) => stateOf(each) === 'proposed' && each.proposedBy.id !== account.id,
  );
  const mayAnswer = found.state === 'awaiting_confirmation' && proposal !== undefined && may('cases:decide');
  const choose = (wanted: CaseOutcome) => {
    setOutcome(wanted);
    // The field is there after the next frame.
    requestAnimationFrame(() => reason.current?.focus({ preventScroll: true }));
  };
  useKeys({
    a: mayDecide ? () => choose('approve') : undefined,
    r: mayDecide ? () => choose('reprove') : undefined,
    d: mayDecide ? () => choose('request_documents') : undefined,
    e: mayAnswer ? () => answer.current?.focus({ preventScroll: true }) : undefined,
    c: may('cases:write') ? () => comment.current?.focus() : undefined,
    n: may('cases:write') ? next.claim : undefined,
    u: () => go('/cases'),
  });
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ['case', found.id] });
    await queries.invalidateQueries({ queryKey: ['cases'] });
  };
  return (
    <Stack>
      <Group justify="space-between">
        <CaseHeader found={found} />
        <Group gap="xs">
          <KeyHelp
            keys={[
              ...(may('cases:decide')
                ? ([
                    ['a', t('cases.outcomes.approve')],
                    ['r', t('cases.outcomes.reprove')],
                    ['d', t('cases.outcomes.request_documents')],
                    ['e', t('cases.keys.answer')],
                  ] as const)
                : []),
              ...(may('cases:write')
                ? ([
                    ['c', t('cases.keys.comment')],
                    ['n', t('cases.keys.next')],
                    ['Ctrl Enter', t('cases.keys.send')],
                  ] as const)
                : []),
              ['u', t('cases.keys.back')],
            ]}
          />
          {may('cases:write') && (
            <Button variant="default" loading={next.isOnItsWay} onClick={next.claim}>
              {t('cases.next')}
              <Kbd ml="xs">n</Kbd>
            </Button>
          )}
        </Group>
      </Group>
      {next.error !== null && <ErrorNotice error={next.error} />}
      <CaseSubject found={found} />
      {namesDuplicates(found.reasons) && may('attempts:read') && <Duplicates found={found} />}
      <CaseAttempt found={found} />
      <CaseExecution found={found} />
      {may(found.subject.personId === undefined ? 'companies:read' : 'people:read') && (
        <Answers found={found} />
      )}
      <Decisions found={found} />
      {may('cases:write') && isOpen && <CaseActions found={found} onChange={refresh} />}
      <CaseMore found={found} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Comments found={found} field={comment} onChange={refresh} />
        <CaseEvents found={found} />
      </SimpleGrid>
      {mayDecide && (
        <DecisionBar found={found} outcome={outcome} reason={reason} onOutcome={choose} onChange={refresh} />
      )}
      {mayAnswer && <ConfirmationBar found={found} decision={proposal} note={answer} onChange={refresh} />}
    </Stack>
  );
}

function CaseHeader({ found }: { readonly found: CaseFile }) {
  const { t } = useTranslation();
  const showReasons = useReasons();
  return (
    <Group gap="sm">
      <Badge variant="light" tt="none" radius="sm" color={found.state === 'decided' ? 'gray' : 'blue'}>
        {t(`cases.states.${found.state}`)}
      </Badge>
      {found.isEscalated && (
        <Badge variant="light" tt="none" radius="sm" color="red">
          {t('cases.escalated')}
        </Badge>
      )}
      <Text size="sm">
        {t('cases.due')} <Moment at={found.dueAt} />
      </Text>
      <Text size="sm">{showReasons(found.reasons)}</Text>
      {found.reasonGoneAt && (
        <Text size="sm" fw={600}>
          {t('cases.reasonGone')} <Moment at={found.reasonGoneAt} />
        </Text>
      )}
    </Group>
  );
}

/** The attempt of the case; its photos are opened for the purpose of the case. */
function CaseAttempt({ found: { id, attemptId } }: { readonly found: CaseFile }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const attempt = useAttempt(may('attempts:read') ? attemptId : undefined, `case ${id}`);
  if (attemptId === undefined) return null;
  if (!may('attempts:read')) return <Alert color="gray">{t('cases.noAttempts')}</Alert>;
  return (
    <Loaded query={attempt}>
      {(data) => (
        <>
          <Group gap="sm">
            <Text fw={600}>{t('attempts.one')}</Text>
            <Anchor component={Link} href={`/attempts/${data.id}`}>
              <Outcome attempt={data} />
            </Anchor>
            <Moment at={data.createdAt} />
          </Group>
          <AttemptPanels attempt={data} purpose={`case ${id}`} />
        </>
      )}
    </Loaded>
  );
}

function CaseExecution({ found: { executionId } }: { readonly found: CaseFile }) {
  const { may } = useSession();
  const isAllowed = may('executions:read');
  const execution = useExecution(isAllowed ? executionId : undefined);
  if (executionId === undefined || !isAllowed) return null;
  return <Loaded query={execution}>{(data) => <ExecutionPanels execution={data} />}</Loaded>;
}

function CaseEvents({ found: { events } }: { readonly found: CaseFile }) {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <Panel title={t('cases.events')}>
      <Stack gap="xs">
        {events.map(({ at, action, actor, to, detail }) => (
          <Text key={`${at} ${action}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
            <Moment at={at} /> · {label('cases.actions', action)} ·{' '}
            {actor.name ?? label('audit.kinds', actor.kind)}
            {action === 'assigned' &&
              ` · ${to === undefined ? t('cases.handedToNobody') : t('cases.handedTo', { name: to.name ?? to.id ?? '' })}`}
            {'reason' in detail && ` · ${detail.reason}`}
          </Text>
        ))}
      </Stack>
    </Panel>
  );
}
