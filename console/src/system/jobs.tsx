import { Badge, Button, Group, Stack, Switch, Table, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { CursorTable, useCursorPages } from '../parts/cursor-list.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { useSession } from '../session/session.ts';

type Backlog = components['schemas']['JobBacklog'];

const counts = ['waiting', 'delayed', 'running', 'failed'] as const;

/** Background jobs: what waits and runs by kind, and what failed, with a way to run it again. */
export function Jobs({ backlogs }: { readonly backlogs: readonly Backlog[] }) {
  const { t, i18n } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const number = new Intl.NumberFormat(i18n.language);
  const shown = backlogs.filter((one) => showsAll || counts.some((key) => one[key] > 0));
  return (
    <Panel title={t('system.jobs')}>
      <Switch
        label={t('system.allKinds')}
        checked={showsAll}
        onChange={(event) => setShowsAll(event.currentTarget.checked)}
      />
      {shown.length === 0 ? (
        <Text c="dimmed">{t('system.idle')}</Text>
      ) : (
        <Table aria-label={t('system.jobs')} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('system.kind')}</Table.Th>
              {counts.map((key) => (
                <Table.Th key={key} ta="right">
                  {t(`system.${key}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((one) => (
              <Table.Tr key={one.kind}>
                <Table.Td data-label={t('system.kind')}>
                  <span className="number">{one.kind}</span>
                </Table.Td>
                {counts.map((key) => (
                  <Table.Td key={key} data-label={t(`system.${key}`)} className="job-count">
                    <span>
                      {key === 'failed' && one.failed > 0 ? (
                        <Badge variant="light" color="red">
                          {number.format(one.failed)}
                        </Badge>
                      ) : (
                        number.format(one[key])
                      )}
                    </span>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <FailedJobs />
    </Panel>
  );
}

function FailedJobs() {
  const { t } = useTranslation();
  const { may } = useSession();
  const queries = useQueryClient();
  const pages = useCursorPages({
    key: ['failed-jobs'],
    limit: 20,
    read: (query, signal) => answerOf(api.GET('/v1/system/failed-jobs', { params: { query }, signal })),
  });
  const retry = useMutation({
    mutationFn: (jobId: string) =>
      answerOf(api.POST('/v1/system/failed-jobs/{jobId}/retry', { params: { path: { jobId } } })),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['failed-jobs'] });
      await queries.invalidateQueries({ queryKey: ['system'] });
    },
  });
  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        {t('system.failedJobs')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('system.failedHint')}
      </Text>
      {retry.error !== null && <ErrorNotice error={retry.error} />}
      <Group role="status">
        {retry.isSuccess && <Text size="sm">{t('system.retried', { kind: retry.data.kind })}</Text>}
      </Group>
      <CursorTable
        pages={pages}
        label={t('system.failedJobs')}
        keyOf={({ id }) => id}
        empty={t('system.noneFailed')}
        columns={[
          {
            key: 'kind',
            title: t('system.kind'),
            cell: ({ kind }) => <span className="number">{kind}</span>,
          },
          {
            key: 'reason',
            title: t('system.reason'),
            cell: ({ reason }) => <span className="number">{reason ?? '—'}</span>,
          },
          { key: 'tries', title: t('system.tries'), cell: ({ tries }) => tries },
          { key: 'at', title: t('system.failedAt'), cell: ({ failedAt }) => <Moment at={failedAt} /> },
          ...(may('admin')
            ? [
                {
                  key: 'retry',
                  title: t('system.action'),
                  cell: ({ id, kind }: components['schemas']['FailedJob']) => (
                    <Button
                      size="xs"
                      variant="default"
                      loading={retry.isPending && retry.variables === id}
                      aria-label={t('system.retryOf', { kind })}
                      onClick={() => retry.mutate(id)}
                    >
                      {t('system.retry')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Stack>
  );
}
