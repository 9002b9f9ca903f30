import { Badge, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import { Fact, Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';
import { Figures } from './figures.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Jobs } from './jobs.tsx';
import { Processes } from './processes.tsx';
import { Settings } from './settings.tsx';

/** The service is asked again after this time. */
const repeatMs = 10_000;

/** The state of the service: readiness, networks with their licences, processes, jobs, settings and metrics. */
export function System() {
  const { t, i18n } = useTranslation();
  const label = useLabel();
  const { may } = useSession();
  const readiness = useQuery({
    queryKey: ['readiness'],
    refetchInterval: repeatMs,
    queryFn: ({ signal }) => answerOf(api.GET('/readyz', { signal })),
  });
  const maySee = may('system:read');
  const system = useQuery({
    queryKey: ['system'],
    enabled: maySee,
    refetchInterval: repeatMs,
    queryFn: ({ signal }) => answerOf(api.GET('/v1/system', { signal })),
  });
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Page title={t('shell.sections.system')}>
      {may('admin') && <FirstSteps />}
      <Loaded query={readiness}>
        {({ status, database, models }) => (
          <Stack>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <Panel title={t('system.health')}>
                <Group gap="xs">
                  <Badge variant="light" tt="none" color={status === 'ready' ? 'green' : 'red'}>
                    {t(status === 'ready' ? 'system.ready' : 'system.notReady')}
                  </Badge>
                  <Badge variant="light" tt="none" color={database === 'reachable' ? 'green' : 'red'}>
                    {t(database === 'reachable' ? 'system.databaseReachable' : 'system.databaseUnreachable')}
                  </Badge>
                </Group>
                <Facts>
                  <Fact name={t('system.version')}>
                    {system.data && `Confere ${system.data.version}, Node.js ${system.data.runtime}`}
                  </Fact>
                  <Fact name={t('system.database')}>
                    {system.data && label('system.databases', system.data.database)}
                  </Fact>
                  <Fact name={t('system.templateModel')}>{models.templateModel}</Fact>
                  <Fact name={t('system.falseMatchRate')}>
                    {t('system.oneIn', { number: number.format(Math.round(1 / models.falseMatchRate)) })}
                  </Fact>
                  <Fact name={t('system.livenessEngine')}>{models.livenessEngine}</Fact>
                </Facts>
                <Text size="sm" c="dimmed">
                  {t('system.weakLiveness')}
                </Text>
              </Panel>
              <Panel title={t('system.networks')}>
                <Table.ScrollContainer minWidth={0}>
                  <Table aria-label={t('system.networks')}>
                    <Table.Thead>
                      <Table.Tr>
                        <Table.Th>{t('system.role')}</Table.Th>
                        <Table.Th>{t('system.network')}</Table.Th>
                        <Table.Th>{t('system.licence')}</Table.Th>
                      </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                      {models.networks.map(({ role, name, version, licence }) => (
                        <Table.Tr key={`${role} ${name}`}>
                          <Table.Td data-label={t('system.role')}>
                            {label('system.networkRoles', role)}
                          </Table.Td>
                          <Table.Td data-label={t('system.network')}>
                            <span>
                              {name} {version}
                            </span>
                          </Table.Td>
                          <Table.Td data-label={t('system.licence')}>{licence}</Table.Td>
                        </Table.Tr>
                      ))}
                    </Table.Tbody>
                  </Table>
                </Table.ScrollContainer>
              </Panel>
            </SimpleGrid>
            {maySee && (
              <Loaded query={system}>
                {({ processes, jobs }) => (
                  <Stack>
                    <Processes processes={processes} />
                    <Jobs backlogs={jobs} />
                  </Stack>
                )}
              </Loaded>
            )}
            {maySee && <Settings />}
            {maySee && <Figures />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
