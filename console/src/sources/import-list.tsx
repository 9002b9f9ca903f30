import { Badge, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { useErrorWords } from '../error-words/use-error-words.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';
import { Failure } from './failure.tsx';
import { Refused, type SourceName } from './source.tsx';

type Import = components['schemas']['SourceImport'];

/** While one waits or runs. */
const watchMs = 1_000;
const shown = 10;
const colors = { waiting: 'gray', running: 'blue', done: 'green', failed: 'red', stopped: 'orange' } as const;

/** The last imports of a source that were started over the API; a running one is watched. */
export function ImportList({ source }: { readonly source: SourceName }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const imports = useQuery<components['schemas']['ImportPage']>({
    queryKey: ['imports', source],
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? watchMs : false),
    queryFn: ({ signal }) =>
      answerOf(api.GET('/v1/imports', { params: { query: { source, limit: shown } }, signal })),
  });
  // An import may have ended before it is seen to run.
  const ended = imports.data?.items
    .filter((one) => !isOpen(one))
    .map(({ id }) => id)
    .join(' ');
  useEffect(() => {
    if (ended !== undefined) void queries.invalidateQueries({ queryKey: ['generations', source] });
  }, [ended, queries, source]);
  return (
    <Panel title={t('sources.runs')}>
      <Loaded query={imports}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('sources.noRuns')}</Text>
          ) : (
            <Stack>
              {items.map((one) => (
                <ImportRow key={one.id} one={one} source={source} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Panel>
  );
}

function isOpen({ state }: Import): boolean {
  return state === 'waiting' || state === 'running';
}

function ImportRow({ one, source }: { readonly one: Import; readonly source: SourceName }) {
  const { t, i18n } = useTranslation();
  const label = useLabel();
  const number = new Intl.NumberFormat(i18n.language);
  const wordsOf = useErrorWords();
  const { may } = useSession();
  const queries = useQueryClient();
  const stop = useMutation({
    mutationFn: () =>
      answerOf(api.POST('/v1/imports/{importId}/stop', { params: { path: { importId: one.id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['imports', source] }),
  });
  const rowsOf = (count: number) => t('sources.rows', { count, formatted: number.format(count) });
  const { progress, result } = one;
  const share =
    progress?.totalBytes === undefined || progress.totalBytes === 0
      ? undefined
      : Math.min(100, (100 * (progress.doneBytes ?? 0)) / progress.totalBytes);
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Badge variant="light" tt="none" color={colors[one.state]}>
          {one.isStopping ? t('sources.stopping') : label('sources.runStates', one.state)}
        </Badge>
        <Text size="sm">{label('sources.actions', one.action)}</Text>
        <Text size="sm" className="number">
          {one.path ?? result?.path ?? ''}
        </Text>
        <Text size="sm" c="dimmed">
          <Moment at={one.finishedAt ?? one.startedAt ?? one.createdAt} />
        </Text>
        {isOpen(one) && !one.isStopping && may('sources:write') && (
          <ConfirmButton
            size="compact-xs"
            variant="default"
            label={t('sources.stop')}
            question={t(one.action === 'import' ? 'sources.stopImport' : 'sources.stopDownload')}
            onConfirm={() => stop.mutate()}
          />
        )}
      </Group>
      {stop.error !== null && <ErrorNotice error={stop.error} />}
      {one.state === 'running' && (
        <>
          <Progress
            value={share ?? 0}
            aria-label={t('sources.progress')}
            {...(share === undefined ? { animated: true } : {})}
          />
          <Text size="sm" role="status">
            {label('sources.phases', progress?.phase ?? 'begin')} {progress?.subject}
            {share !== undefined && ` · ${number.format(Math.floor(share))}%`}
            {progress?.rows !== undefined && ` · ${rowsOf(progress.rows)}`}
          </Text>
        </>
      )}
      {result !== undefined && (
        <Group gap="md">
          {result.entries !== undefined && <Text size="sm">{rowsOf(result.entries)}</Text>}
          {result.dataDate !== undefined && <Text size="sm">{result.dataDate}</Text>}
          {result.refusedRows !== undefined && Object.keys(result.refusedRows).length > 0 && (
            <Group gap={4}>
              <Text size="sm">{t('sources.refusedRows')}:</Text>
              <Refused byReason={result.refusedRows} />
            </Group>
          )}
        </Group>
      )}
      {one.failure !== undefined && (
        <>
          <Text size="sm">
            <Failure code={one.failure} /> <span lang="en">{one.failureDetail}</span>
          </Text>
          <Text size="sm">{wordsOf(one.failure)?.remedy}</Text>
        </>
      )}
    </Stack>
  );
}
