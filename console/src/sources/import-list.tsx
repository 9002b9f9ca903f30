import { Badge, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLabel } from '../parts/use-label.ts';
import { Refused, type SourceName } from './source.tsx';

type Import = components['schemas']['SourceImport'];

/** While one waits or runs. */
const watchMs = 1_000;
const shown = 10;
const colors = { waiting: 'gray', running: 'blue', done: 'green', failed: 'red' } as const;

/** The last imports of a source that were started over the API; a running one is watched. */
export function ImportList({ source }: { readonly source: SourceName }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const imports = useQuery<components['schemas']['ImportPage']>({
    queryKey: ['imports', source],
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? watchMs : false),
    queryFn: ({ signal }) =>
      answerOf(api.GET('/v1/imports', { params: { query: { source, limit: String(shown) } }, signal })),
  });
  const isBusy = imports.data?.items.some(isOpen) ?? false;
  useEffect(() => {
    if (!isBusy) void queries.invalidateQueries({ queryKey: ['generations', source] });
  }, [isBusy, queries, source]);
  return (
    <Panel title={t('sources.runs')}>
      <Loaded query={imports}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('sources.noRuns')}</Text>
          ) : (
            <Stack>
              {items.map((one) => (
                <ImportRow key={one.id} one={one} />
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

function ImportRow({ one }: { readonly one: Import }) {
  const { t, i18n } = useTranslation();
  const label = useLabel();
  const number = new Intl.NumberFormat(i18n.language);
  const { progress, result } = one;
  const share =
    progress?.totalBytes === undefined || progress.totalBytes === 0
      ? undefined
      : Math.min(100, (100 * (progress.doneBytes ?? 0)) / progress.totalBytes);
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Badge variant="light" tt="none" color={one.isLost ? 'red' : colors[one.state]}>
          {one.isLost ? t('sources.lost') : label('sources.runStates', one.state)}
        </Badge>
        <Text size="sm">{label('sources.actions', one.action)}</Text>
        <Text size="sm" className="number">
          {one.path ?? result?.path ?? ''}
        </Text>
        <Text size="sm" c="dimmed">
          <Moment at={one.finishedAt ?? one.startedAt ?? one.createdAt} />
        </Text>
      </Group>
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
            {progress?.rows !== undefined &&
              ` · ${t('sources.rows', { rows: number.format(progress.rows) })}`}
          </Text>
        </>
      )}
      {result !== undefined && (
        <Group gap="md">
          {result.entries !== undefined && (
            <Text size="sm">{t('sources.rows', { rows: number.format(result.entries) })}</Text>
          )}
          {result.dataDate !== undefined && <Text size="sm">{result.dataDate}</Text>}
          {result.quarantined !== undefined && Object.keys(result.quarantined).length > 0 && (
            <Group gap={4}>
              <Text size="sm">{t('sources.quarantine')}:</Text>
              <Refused byReason={result.quarantined} />
            </Group>
          )}
        </Group>
      )}
      {one.failure !== undefined && (
        <Text size="sm">
          <span className="number">{one.failure}</span> {one.failureDetail}
        </Text>
      )}
    </Stack>
  );
}
