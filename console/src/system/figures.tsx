import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { Described, useDescriptions } from './described.tsx';
import { readFigures } from './read-figures.ts';

const repeatMs = 10_000;

/** The metrics of this process since its start, as in /metrics. */
export function Figures() {
  const { t, i18n } = useTranslation();
  const describe = useDescriptions();
  const metrics = useQuery({
    queryKey: ['metrics'],
    refetchInterval: repeatMs,
    queryFn: ({ signal }) => answerOf(api.GET('/metrics', { signal, parseAs: 'text' })),
  });
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 });
  return (
    <Panel title={t('system.figures')}>
      <Text size="sm" c="dimmed">
        {t('system.figuresHint')}
      </Text>
      <Loaded query={metrics}>
        {(text) => (
          <Table.ScrollContainer minWidth={0}>
            <Table aria-label={t('system.figures')} verticalSpacing={4}>
              <Table.Tbody>
                {readFigures(text).map(({ name, help, value }) => (
                  <Table.Tr key={name}>
                    <Table.Td>
                      <Described {...describe('metrics', name, help)} />
                    </Table.Td>
                    <Table.Td className="number number-line" ta="right">
                      {number.format(value)}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Loaded>
    </Panel>
  );
}
