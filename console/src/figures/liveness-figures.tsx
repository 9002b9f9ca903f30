import { SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { BarChart } from '../parts/bar-chart.tsx';
import { type Days, periodOf } from '../parts/days.ts';
import { Fact, Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLabel } from '../parts/use-label.ts';

type Statistics = components['schemas']['LivenessStatistics'];
type Counts = components['schemas']['LivenessCounts'];

/** The share of people who pass the liveness check, and why others do not. */
export function LivenessFigures({ days }: { readonly days: Days }) {
  const { t } = useTranslation();
  const { from, to } = periodOf(days);
  const statistics = useQuery({
    queryKey: ['liveness-statistics', from, to],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/v1/liveness-statistics', { params: { query: { from, to } }, signal })),
  });
  return (
    <Stack>
      <Title order={2}>{t('figures.liveness.title')}</Title>
      <Text size="sm">{t('figures.liveness.hint')}</Text>
      <Loaded query={statistics}>{(data) => <Panels statistics={data} />}</Loaded>
    </Stack>
  );
}

function useShares() {
  const { i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  return {
    count: (value: number) => number.format(value),
    share: (part: number, of: number) => (of === 0 ? '–' : percent.format(part / of)),
    percent: (value: number) => percent.format(value),
  };
}

function Panels({ statistics }: { readonly statistics: Statistics }) {
  const { t } = useTranslation();
  const label = useLabel();
  const { count, share, percent } = useShares();
  const { sessions, people, days, reasons, cameras, appVersions } = statistics;
  const outcomes = ['passed', 'failed', 'expired', 'abandoned', 'notPerformed'] as const;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Panel title={t('figures.liveness.people')}>
        <Facts>
          <Fact name={t('figures.liveness.people')}>{count(people)}</Fact>
          <Fact name={t('figures.liveness.passedAtFirst')}>{share(statistics.passedAtFirst, people)}</Fact>
          <Fact name={t('figures.liveness.passedWithinThree')}>
            {share(statistics.passedWithinThree, people)}
          </Fact>
        </Facts>
      </Panel>
      <Panel title={t('figures.liveness.sessions')}>
        <Facts>
          {outcomes.map((outcome) => (
            <Fact key={outcome} name={t(`figures.liveness.${outcome}`)}>
              {count(statistics[outcome])} · {share(statistics[outcome], sessions)}
            </Fact>
          ))}
        </Facts>
      </Panel>
      <Panel title={t('figures.liveness.passedPerDay')}>
        <BarChart
          title={t('figures.liveness.passedPerDay')}
          bars={days.map(({ day, counts }) => ({
            name: day,
            value: counts.sessions === 0 ? 0 : counts.passed / counts.sessions,
          }))}
          series={[t('figures.liveness.passed')]}
          show={percent}
        />
      </Panel>
      <Panel title={t('figures.liveness.reasons')}>
        <Facts>
          {reasons.map(({ reason, sessions: failed }) => (
            <Fact key={reason} name={label('attempts.livenessReasons', reason)}>
              {count(failed)}
            </Fact>
          ))}
        </Facts>
      </Panel>
      <Groups
        title={t('figures.liveness.cameras')}
        rows={cameras.map(({ camera, counts }) => ({ name: camera, counts }))}
      />
      <Groups
        title={t('figures.liveness.appVersions')}
        rows={appVersions.map(({ appVersion, counts }) => ({ name: appVersion, counts }))}
      />
    </SimpleGrid>
  );
}

function Groups({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly counts: Counts }[];
}) {
  const { t } = useTranslation();
  const { count, share } = useShares();
  return (
    <Panel title={title}>
      <Table.ScrollContainer minWidth={0}>
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('figures.group')}</Table.Th>
              <Table.Th>{t('figures.liveness.sessions')}</Table.Th>
              <Table.Th>{t('figures.liveness.passed')}</Table.Th>
              <Table.Th>{t('figures.liveness.passedAtFirst')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, counts }) => (
              <Table.Tr key={name}>
                <Table.Td data-label={t('figures.group')}>{name || t('figures.liveness.unnamed')}</Table.Td>
                <Table.Td data-label={t('figures.liveness.sessions')}>{count(counts.sessions)}</Table.Td>
                <Table.Td data-label={t('figures.liveness.passed')}>
                  {share(counts.passed, counts.sessions)}
                </Table.Td>
                <Table.Td data-label={t('figures.liveness.passedAtFirst')}>
                  {share(counts.passedAtFirst, counts.people)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
