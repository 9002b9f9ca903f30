import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLabel } from '../parts/use-label.ts';
import type { Execution } from './execution.tsx';

/** Every try of an execution in which a source could not be asked, with its fault and the time of the next. */
export function ExecutionTries({ execution: { tries } }: { readonly execution: Execution }) {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <Panel title={t('executions.tries')}>
      {tries.length === 0 ? (
        <Text c="dimmed">{t('executions.noTries')}</Text>
      ) : (
        <Table aria-label={t('executions.tries')}>
          <Table.Thead>
            <Table.Tr>
              {(['try', 'started', 'ended', 'faults', 'state', 'nextTry'] as const).map((key) => (
                <Table.Th key={key}>{t(`executions.${key}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tries.map(({ number, startedAt, endedAt, faults, state, nextAttemptAt }) => (
              <Table.Tr key={number}>
                <Table.Td data-label={t('executions.try')}>{number}</Table.Td>
                <Table.Td data-label={t('executions.started')}>
                  <Moment at={startedAt} />
                </Table.Td>
                <Table.Td data-label={t('executions.ended')}>
                  <Moment at={endedAt} />
                </Table.Td>
                <Table.Td data-label={t('executions.faults')}>
                  <div>
                    {faults.length === 0 && t('executions.noFault')}
                    {faults.map(({ source, reason }) => (
                      <div key={source}>
                        {label('sources.names', source)}: {label('executions.sourceReasons', reason)}
                      </div>
                    ))}
                  </div>
                </Table.Td>
                <Table.Td data-label={t('executions.state')}>{label('executions.states', state)}</Table.Td>
                <Table.Td data-label={t('executions.nextTry')}>
                  <Moment at={nextAttemptAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
}
