import { Anchor, Button, Group, Select, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import { CursorTable, useCursorPages } from '../parts/cursor-list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { ProfileLink } from '../parts/profile-link.tsx';
import { NamedId } from '../parts/short-id.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { useEntryState } from '../parts/use-entry-state.ts';
import { useSession } from '../session/session.ts';
import { useTemplateNames } from '../templates/use-template-names.ts';
import { NewExecution } from './new-execution.tsx';
import { useReason } from './use-reason.ts';

const statuses = ['PENDING', 'PROCESSING', 'APPROVED', 'REPROVED', 'WAITING_DOCUMENTS'] as const;
type Status = (typeof statuses)[number];

/** Executions, newest first, by subject and status. */
export function ExecutionList() {
  const { t } = useTranslation();
  const nameOf = useTemplateNames();
  const { may } = useSession();
  const [, go] = useLocation();
  const reasonOf = useReason();
  const [filter, setFilter] = useEntryState<{ readonly subject?: string; readonly status?: Status }>(
    'executions',
    {},
  );
  const pages = useCursorPages({
    key: ['executions', filter],
    limit: 50,
    read: (page, signal) =>
      answerOf(api.GET('/v1/executions', { params: { query: { ...filter, ...page } }, signal })),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const subject = String(form.get('subject') ?? '').trim();
    const status = statuses.find((each) => each === form.get('status'));
    const plain = /^[\d.\-/\s]+$/.test(subject) ? subject.replaceAll(/\D/g, '') : subject;
    setFilter({ ...(plain === '' ? {} : { subject: plain }), ...(status === undefined ? {} : { status }) });
  };
  return (
    <Page title={t('shell.sections.executions')} actions={may('executions:write') && <NewExecution />}>
      <form onSubmit={submit}>
        <Group align="end" gap="sm">
          <TextInput
            name="subject"
            label={t('executions.subject')}
            defaultValue={filter.subject ?? ''}
            w={300}
            maw="100%"
            autoComplete="off"
          />
          <Select
            name="status"
            defaultValue={filter.status ?? null}
            label={t('executions.status')}
            w={220}
            clearable
            clearButtonProps={{ 'aria-label': t('common.clear') }}
            data={statuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
          />
          <Button type="submit">{t('common.filter')}</Button>
        </Group>
      </form>
      <CursorTable
        pages={pages}
        label={t('shell.sections.executions')}
        empty={t('executions.none')}
        keyOf={({ executionId }) => executionId}
        onOpen={({ executionId }) => go(`/executions/${executionId}`)}
        columns={[
          {
            key: 'at',
            title: t('common.when'),
            cell: ({ executionId, createdAt }) => (
              <Anchor component={Link} href={`/executions/${executionId}`}>
                <Moment at={createdAt} />
              </Anchor>
            ),
          },
          {
            key: 'status',
            title: t('executions.status'),
            cell: ({ status }) => <StatusBadge status={status} />,
          },
          {
            key: 'reason',
            title: t('executions.reason'),
            cell: ({ reason }) => (reason === undefined ? '' : reasonOf(reason)),
          },
          {
            key: 'subject',
            title: t('executions.subject'),
            cell: ({ profileId, name }) => <ProfileLink id={profileId} name={name} />,
          },
          {
            key: 'template',
            title: t('executions.template'),
            cell: ({ templateId, templateVersion }) => (
              <NamedId id={templateId} name={nameOf(templateId, templateVersion)} />
            ),
          },
          {
            key: 'reference',
            title: t('executions.reference'),
            cell: ({ referenceId }) => referenceId ?? '',
          },
        ]}
      />
    </Page>
  );
}
