import { Alert, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { Fact, Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';
import { Failure } from './failure.tsx';
import { SourceStates } from './source-states.tsx';

type Registry = components['schemas']['Registry'];

/** The registry of companies: its month, its rows, what was set aside, the generations before. */
export function SourceList() {
  const { t } = useTranslation();
  const { may } = useSession();
  const registry = useQuery({
    queryKey: ['registry'],
    queryFn: ({ signal }) => answerOf(api.GET('/v1/registry', { signal })),
  });
  return (
    <Page title={t('shell.sections.sources')}>
      {may('executions:read') && <SourceStates />}
      <Loaded query={registry}>{(data) => <RegistryPanels registry={data} />}</Loaded>
    </Page>
  );
}

function RegistryPanels({ registry: { current, generations } }: { readonly registry: Registry }) {
  const { t, i18n } = useTranslation();
  const label = useLabel();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Stack>
      {current === undefined ? (
        <Alert color="yellow" variant="light" title={t('sources.noRegistry')}>
          {t('sources.noRegistryHint')}
        </Alert>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Panel title={t('sources.registry')}>
            <Facts>
              <Fact name={t('companies.dataMonth')}>{current.dataMonth}</Fact>
              <Fact name={t('sources.inService')}>
                <Moment at={current.inServiceSince} />
              </Fact>
              <Fact name={t('sources.wholeCountry')}>
                {t(current.isWholeCountry ? 'common.yes' : 'common.no')}
              </Fact>
              <Fact
                name={t('sources.size')}
              >{`${number.format(Math.round(current.sizeBytes / 1e6))} MB`}</Fact>
              {Object.entries(current.counts ?? {}).map(([table, count]) => (
                <Fact key={table} name={label('sources.tables', table)}>
                  {number.format(count)}
                </Fact>
              ))}
            </Facts>
          </Panel>
          <Panel title={t('sources.refusedRows')}>
            <Text>
              {t('sources.refusedRowsCount', { formatted: number.format(current.refusedRows?.rows ?? 0) })}
            </Text>
            <Facts>
              {Object.entries(current.refusedRows?.byReason ?? {}).map(([reason, count]) => (
                <Fact key={reason} name={label('sources.refusals', reason)}>
                  {number.format(count)}
                </Fact>
              ))}
            </Facts>
          </Panel>
        </SimpleGrid>
      )}
      <Panel title={t('sources.generations')}>
        <Table.ScrollContainer minWidth={0}>
          <Table aria-label={t('sources.generations')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('sources.generation')}</Table.Th>
                <Table.Th>{t('companies.dataMonth')}</Table.Th>
                <Table.Th>{t('sources.state')}</Table.Th>
                <Table.Th>{t('sources.started')}</Table.Th>
                <Table.Th>{t('sources.finished')}</Table.Th>
                <Table.Th>{t('sources.failure')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {generations.map(({ generation, dataMonth, state, startedAt, finishedAt, failure }) => (
                <Table.Tr key={generation}>
                  <Table.Td data-label={t('sources.generation')}>{generation}</Table.Td>
                  <Table.Td data-label={t('companies.dataMonth')}>{dataMonth}</Table.Td>
                  <Table.Td data-label={t('sources.state')}>{label('sources.states', state)}</Table.Td>
                  <Table.Td data-label={t('sources.started')}>
                    <Moment at={startedAt} />
                  </Table.Td>
                  <Table.Td data-label={t('sources.finished')}>
                    <Moment at={finishedAt} />
                  </Table.Td>
                  <Table.Td>{failure !== undefined && <Failure code={failure} />}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Panel>
    </Stack>
  );
}
