import { Alert, Badge, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { allOf, answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';
import { NotFound } from '../shell/not-found.tsx';
import { Failure } from './failure.tsx';
import { ImportList } from './import-list.tsx';
import { StartImport } from './start-import.tsx';

export type SourceName = components['schemas']['ImportRequest']['source'];

/** One source: what was imported of it, imports with their progress, and the way back. */
export function SourcePage() {
  const { may } = useSession();
  return may('executions:read') ? <OneSource /> : <NotFound />;
}

function OneSource() {
  const { t, i18n } = useTranslation();
  const { may } = useSession();
  const label = useLabel();
  const queries = useQueryClient();
  const source = useParams<{ id: string }>().id as SourceName;
  const number = new Intl.NumberFormat(i18n.language);
  const generations = useQuery({
    queryKey: ['generations', source],
    queryFn: ({ signal }) =>
      allOf((query) =>
        api.GET('/v1/sources/{source}/generations', { params: { path: { source }, query }, signal }),
      ),
  });
  const states = useQuery({
    queryKey: ['sources'],
    queryFn: ({ signal }) => allOf((query) => api.GET('/v1/sources', { params: { query }, signal })),
  });
  const state = states.data?.items.find(({ name }) => name === source);
  const rollBack = useMutation({
    mutationFn: ({ edition }: { edition: string | undefined; newest: number | undefined }) =>
      answerOf(
        api.POST('/v1/sources/{source}/rollback', {
          params: { path: { source } },
          body: edition === undefined ? {} : { edition },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['generations', source] }),
  });
  return (
    <Page title={label('sources.names', source)}>
      <Loaded query={generations}>
        {({ items }) => (
          <Stack>
            {may('sources:write') && state !== undefined && (
              <StartImport
                source={source}
                isDownloadable={state.isDownloadable}
                readsFolder={state.isFolder}
              />
            )}
            <ImportList source={source} />
            <Panel title={t('sources.generations')}>
              {rollBack.error !== null && <ErrorNotice error={rollBack.error} />}
              {/* No longer once something was imported after it. */}
              {rollBack.isSuccess && rollBack.variables.newest === items[0]?.generation && (
                <Alert color="green" variant="light" role="status">
                  {source === 'data_sets'
                    ? t('sources.takenBack')
                    : t('sources.rolledBack', { generation: rollBack.data.generations.join(', ') })}
                </Alert>
              )}
              {items.length === 0 ? (
                <Text c="dimmed">{t('sources.noImports')}</Text>
              ) : (
                <Table.ScrollContainer minWidth={0}>
                  <Table aria-label={t('sources.generations')}>
                    <Table.Thead>
                      <Table.Tr>
                        {(
                          ['generation', 'state', 'dataDate', 'entries', 'refusedRows', 'finished'] as const
                        ).map((key) => (
                          <Table.Th key={key}>{t(`sources.${key}`)}</Table.Th>
                        ))}
                        <Table.Th>{t('sources.action')}</Table.Th>
                      </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                      {items.map((one) => (
                        <Table.Tr key={one.generation}>
                          <Table.Td data-label={t('sources.generation')}>
                            <span>
                              {one.generation} {one.edition}
                            </span>
                          </Table.Td>
                          <Table.Td data-label={t('sources.state')}>
                            <div>
                              <Badge variant="light" tt="none" color={one.isCurrent ? 'green' : 'gray'}>
                                {one.isCurrent
                                  ? t('sources.answers')
                                  : label('sources.states', isInterrupted(one) ? 'interrupted' : one.state)}
                              </Badge>
                              {one.failure !== undefined && !isInterrupted(one) && (
                                <Text size="xs">
                                  <Failure code={one.failure} />
                                </Text>
                              )}
                            </div>
                          </Table.Td>
                          <Table.Td data-label={t('sources.dataDate')}>{one.dataDate ?? '—'}</Table.Td>
                          <Table.Td data-label={t('sources.entries')}>
                            {one.entries === undefined ? '—' : number.format(one.entries)}
                          </Table.Td>
                          <Table.Td data-label={t('sources.refusedRows')}>
                            <Refused byReason={one.refusedRows} />
                          </Table.Td>
                          <Table.Td data-label={t('sources.finished')}>
                            <Moment at={one.finishedAt} />
                          </Table.Td>
                          <Table.Td data-label={t('sources.action')}>
                            {one.isRevocable && may('sources:write') ? (
                              <div>
                                <ConfirmButton
                                  size="xs"
                                  variant="default"
                                  label={t('sources.rollBack')}
                                  question={t(
                                    source === 'data_sets'
                                      ? 'sources.takeBackQuestion'
                                      : 'sources.rollBackQuestion',
                                  )}
                                  onConfirm={() =>
                                    rollBack.mutate({ edition: one.edition, newest: items[0]?.generation })
                                  }
                                />
                              </div>
                            ) : (
                              '—'
                            )}
                          </Table.Td>
                        </Table.Tr>
                      ))}
                    </Table.Tbody>
                  </Table>
                </Table.ScrollContainer>
              )}
            </Panel>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

/** True for one that somebody stopped, or whose process ended: nothing is wrong with its file. */
function isInterrupted({ failure }: { readonly failure?: string }): boolean {
  return failure === 'people_import_interrupted' || failure === 'registry_import_interrupted';
}

/** Refused rows by reason. */
export function Refused({ byReason = {} }: { readonly byReason?: Record<string, number> | undefined }) {
  const { i18n } = useTranslation();
  const label = useLabel();
  const number = new Intl.NumberFormat(i18n.language);
  const reasons = Object.entries(byReason).filter(([, count]) => count > 0);
  if (reasons.length === 0) return <span>0</span>;
  return (
    <span>
      {reasons.map(([reason, count]) => (
        <Text key={reason} size="sm">
          {number.format(count)} · {label('sources.refusals', reason)}
        </Text>
      ))}
    </span>
  );
}
