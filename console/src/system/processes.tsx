import { Badge, Group, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { components } from '../api/schema.ts';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLabel } from '../parts/use-label.ts';

/** Every process of the deployment, and whether it lives. */
export function Processes({
  processes,
}: {
  readonly processes: readonly components['schemas']['ServiceProcess'][];
}) {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <Panel title={t('system.processes')}>
      <Table.ScrollContainer
        minWidth={0}
        scrollAreaProps={{
          viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('system.processes') },
        }}
      >
        <Table aria-label={t('system.processes')}>
          <Table.Thead>
            <Table.Tr>
              {(['host', 'state', 'part', 'version', 'started', 'seen'] as const).map((key) => (
                <Table.Th key={key}>{t(`system.${key}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {processes.map(
              ({ id, isThis, isAlive, role, host, pid, version, runtime, startedAt, seenAt }) => (
                <Table.Tr key={id}>
                  <Table.Td data-label={t('system.host')}>
                    <Group gap="xs">
                      <span className="number">
                        {host} · {pid}
                      </span>
                      {isThis && (
                        <Badge variant="light" tt="none" color="gray">
                          {t('system.thisOne')}
                        </Badge>
                      )}
                    </Group>
                  </Table.Td>
                  <Table.Td data-label={t('system.state')}>
                    <div>
                      <Badge variant="light" tt="none" color={isAlive ? 'green' : 'red'}>
                        {t(isAlive ? 'system.alive' : 'system.silent')}
                      </Badge>
                    </div>
                  </Table.Td>
                  <Table.Td data-label={t('system.part')}>{label('system.parts', role)}</Table.Td>
                  <Table.Td data-label={t('system.version')}>
                    <span>
                      {version} <Text span size="xs" c="dimmed">{`Node.js ${runtime}`}</Text>
                    </span>
                  </Table.Td>
                  <Table.Td data-label={t('system.started')}>
                    <Moment at={startedAt} />
                  </Table.Td>
                  <Table.Td data-label={t('system.seen')}>
                    <Moment at={seenAt} />
                  </Table.Td>
                </Table.Tr>
              ),
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
