import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
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
import { FigureTable } from './figure-table.tsx';
import { useFigures } from './use-figures.ts';

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

function Panels({ statistics }: { readonly statistics: Statistics }) {
  const { t } = useTranslation();
  const label = useLabel();
  const { count, nameOf, share, shareOf } = useFigures();
  const { sessions, people, days, reasons, cameras, appVersions } = statistics;
  const outcomes = ['passed', 'failed', 'expired', 'abandoned', 'notPerformed'] as const;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Panel title={t('figures.liveness.people')}>
        <Facts>
          <Fact name={t('figures.liveness.people')}>{count(people)}</Fact>
          <Fact name={t('figures.liveness.passedAtFirst')}>{shareOf(statistics.passedAtFirst, people)}</Fact>
          <Fact name={t('figures.liveness.passedWithinThree')}>
            {shareOf(statistics.passedWithinThree, people)}
          </Fact>
        </Facts>
      </Panel>
      <Panel title={t('figures.liveness.sessions')}>
        <Facts>
          {outcomes.map((outcome) => (
            <Fact key={outcome} name={t(`figures.liveness.${outcome}`)}>
              {count(statistics[outcome])} · {shareOf(statistics[outcome], sessions)}
            </Fact>
          ))}
        </Facts>
      </Panel>
      <Panel title={t('figures.liveness.passedPerDay')}>
        <BarChart
          title={t('figures.liveness.passedPerDay')}
          bars={days.map(({ day, counts }) => ({
            name: nameOf(day),
            value: counts.sessions === 0 ? 0 : counts.passed / counts.sessions,
          }))}
          series={[t('figures.liveness.passed')]}
          show={share}
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
  const { count, shareOf } = useFigures();
  return (
    <FigureTable
      title={title}
      columns={[
        t('figures.group'),
        t('figures.liveness.sessions'),
        t('figures.liveness.passed'),
        t('figures.liveness.passedAtFirst'),
      ]}
      rows={rows.map(({ name, counts }) => ({
        key: name,
        cells: [
          name || t('figures.liveness.unnamed'),
          count(counts.sessions),
          shareOf(counts.passed, counts.sessions),
          shareOf(counts.passedAtFirst, counts.people),
        ],
      }))}
    />
  );
}
