import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import { Fact, Facts } from '../parts/facts.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { ProfileLink } from '../parts/profile-link.tsx';
import { CopyId, ShortId } from '../parts/short-id.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';
import { useTemplateNames } from '../templates/use-template-names.ts';
import type { Execution } from './execution.tsx';
import { useReason } from './use-reason.ts';

const colors: Readonly<Record<Execution['state'], string>> = {
  queued: 'gray',
  running: 'blue',
  waiting: 'yellow',
  onboarding: 'blue',
  done: 'green',
  failed: 'red',
  cancelled: 'orange',
};

/** Where an execution stands, and what it belongs to. */
export function ExecutionHead({ execution }: { readonly execution: Execution }) {
  const { t } = useTranslation();
  const nameOf = useTemplateNames();
  const label = useLabel();
  const reasonOf = useReason();
  const { state, status, reason, subject, profileId, name, previousExecutionId, nextExecutionId } = execution;
  return (
    <Panel title={t('executions.state')}>
      <Group gap="sm">
        <Badge color={colors[state]} variant="light" tt="none" radius="sm">
          {label('executions.states', state)}
        </Badge>
        <StatusBadge status={status} />
        {reason !== undefined && <Text size="sm">{reasonOf(reason)}</Text>}
      </Group>
      <Facts>
        <Fact name={t(subject === 'person' ? 'executions.person' : 'executions.company')}>
          <ProfileLink id={profileId} name={name} /> <CopyId id={profileId} title={name ?? t('common.id')} />
        </Fact>
        <Fact name={t('executions.template')}>
          <Anchor component={Link} href={`/templates/${execution.templateId}`}>
            {nameOf(execution.templateId, execution.templateVersion) ?? <ShortId id={execution.templateId} />}
          </Anchor>{' '}
          <CopyId id={execution.templateId} title={t('executions.template')} />
        </Fact>
        <Fact name={t('executions.started')}>
          <Moment at={execution.createdAt} />
        </Fact>
        <Fact name={t('executions.completed')}>
          {execution.completedAt && <Moment at={execution.completedAt} />}
        </Fact>
        <Fact name={t('executions.nextTry')}>
          {execution.nextAttemptAt && <Moment at={execution.nextAttemptAt} />}
        </Fact>
        <Fact name={t('executions.before')}>{linkTo(previousExecutionId)}</Fact>
        <Fact name={t('executions.after')}>{linkTo(nextExecutionId)}</Fact>
        <Fact name={t('executions.repeats')}>{linkTo(execution.rerunOf)}</Fact>
        <Fact name={t('executions.ofCompany')}>{linkTo(execution.parentExecutionId)}</Fact>
      </Facts>
      <CasesOf execution={execution} />
    </Panel>
  );
}

function linkTo(id: string | undefined) {
  if (id === undefined) return undefined;
  return (
    <Anchor component={Link} href={`/executions/${id}`}>
      <ShortId id={id} />
    </Anchor>
  );
}

/** The cases that this execution opened; nothing for those who see no cases. */
function CasesOf({ execution: { executionId } }: { readonly execution: Execution }) {
  const { t } = useTranslation();
  const label = useLabel();
  const { may } = useSession();
  const cases = useQuery({
    queryKey: ['cases of', executionId],
    enabled: may('cases:read'),
    queryFn: ({ signal }) => answerOf(api.GET('/v1/cases', { params: { query: { executionId } }, signal })),
  });
  const own = cases.data?.items ?? [];
  if (own.length === 0) return null;
  return (
    <Stack gap={4}>
      {own.map(({ id, kind, state }) => (
        <Text key={id} size="sm">
          <Anchor component={Link} href={`/cases/${id}`}>
            {t('executions.case')}: {label('cases.kinds', kind)}
          </Anchor>{' '}
          · {label('cases.states', state)}
        </Text>
      ))}
    </Stack>
  );
}
