import { Alert, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { useActorNames } from '../audit/actor-name.tsx';
import { ClientSelect } from '../clients/client-select.tsx';
import { BarChart } from '../parts/bar-chart.tsx';
import { type Days, dayBefore, periodOf } from '../parts/days.ts';
import { Fact, Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { NamedId } from '../parts/short-id.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';
import { FigureTable } from './figure-table.tsx';
import { fillDays } from './fill-days.ts';
import { LivenessFigures } from './liveness-figures.tsx';
import { useFigures } from './use-figures.ts';

type Statistics = components['schemas']['AttemptStatistics'];
type Period = components['schemas']['AttemptPeriod'];
type Query = ReturnType<typeof periodOf> & { readonly clientId?: string };

const usualDays = 30;
/** Readings of the population stability index that are usual. */
const steadyBelow = 0.1;
const shiftedAbove = 0.25;

/** Attempts over time: rates, scores, refusals, times, by day and by client, and how far the scores moved. */
export function AttemptFigures() {
  const { t } = useTranslation();
  const { may } = useSession();
  const [{ first, last }, setDays] = useState<Days>(() => ({
    first: dayBefore(usualDays - 1),
    last: dayBefore(0),
  }));
  const [query, setQuery] = useState<Query>(() => periodOf({ first, last }));
  const statistics = useQuery({
    queryKey: ['attempt-statistics', query],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/v1/attempt-statistics', {
          params: { query },
          signal,
        }),
      ),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const clientId = String(form.get('clientId') ?? '').trim();
    const chosen = { first: String(form.get('from')), last: String(form.get('to')) };
    setDays(chosen);
    setQuery({
      ...periodOf(chosen),
      ...(clientId === '' ? {} : { clientId }),
    });
  };
  return (
    <Page title={t('shell.sections.figures')}>
      <form onSubmit={submit}>
        <Group align="end" gap="sm">
          <TextInput name="from" type="date" label={t('common.from')} required defaultValue={first} w={170} />
          <TextInput name="to" type="date" label={t('common.to')} required defaultValue={last} w={170} />
          <ClientSelect />
          <Button type="submit">{t('common.filter')}</Button>
        </Group>
      </form>
      <Loaded query={statistics}>
        {(data) => <FigurePanels statistics={data} first={first} last={last} />}
      </Loaded>
      {may('liveness:read') && <LivenessFigures days={{ first, last }} />}
    </Page>
  );
}

function FigurePanels({ statistics, first, last }: { readonly statistics: Statistics } & Days) {
  const { t } = useTranslation();
  const { count, nameOf, share } = useFigures();
  const { now, before, scores } = statistics;
  const days = fillDays(statistics.days, first, last);
  const series = [t('figures.now'), t('figures.before')] as const;
  return (
    <Stack>
      {(now.isPartial || before.isPartial) && (
        <Alert color="yellow" variant="light" role="note">
          {t('figures.partial')}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Summary title={t('figures.now')} period={now} />
        <Summary title={t('figures.before')} period={before} />
        <Panel title={t('figures.perDay')}>
          <BarChart
            title={t('figures.perDay')}
            bars={days.map(({ day, attempts }) => ({ name: nameOf(day), value: attempts }))}
            series={[t('figures.attempts')]}
            show={count}
          />
        </Panel>
        <Panel title={t('figures.ratePerDay')}>
          <BarChart
            title={t('figures.ratePerDay')}
            bars={days.map(({ day, matchRate = 0 }) => ({ name: nameOf(day), value: matchRate }))}
            series={[t('figures.matchRate')]}
            show={share}
          />
        </Panel>
        <Panel title={t('figures.scores')}>
          <BarChart
            title={t('figures.scores')}
            bars={scores.map(({ from, attempts, attemptsBefore }) => ({
              name: count(from),
              value: now.attempts === 0 ? 0 : attempts / now.attempts,
              before: before.attempts === 0 ? 0 : attemptsBefore / before.attempts,
            }))}
            series={series}
            show={share}
          />
        </Panel>
        <Drift statistics={statistics} />
        <Outcomes statistics={statistics} />
        <Clients statistics={statistics} />
      </SimpleGrid>
    </Stack>
  );
}

function Summary({ title, period }: { readonly title: string; readonly period: Period }) {
  const { t } = useTranslation();
  const { count, share, time } = useFigures();
  return (
    <Panel title={title}>
      <Facts>
        <Fact name={t('figures.attempts')}>{count(period.attempts)}</Fact>
        <Fact name={t('figures.matchRate')}>{share(period.matchRate)}</Fact>
        <Fact name={t('figures.meanSimilarity')}>{share(period.meanSimilarity)}</Fact>
        <Fact name={t('figures.deviation')}>{share(period.similarityDeviation)}</Fact>
        <Fact name={t('figures.median')}>{time(period.medianMs)}</Fact>
        <Fact name={t('figures.p95')}>{time(period.p95Ms)}</Fact>
        <Fact name={t('figures.timed')}>{count(period.timed)}</Fact>
      </Facts>
    </Panel>
  );
}

function Drift({ statistics: { drift } }: { readonly statistics: Statistics }) {
  const { t } = useTranslation();
  const { count } = useFigures();
  const index = drift.stabilityIndex;
  const reading =
    index === undefined
      ? 'unknown'
      : index < steadyBelow
        ? 'steady'
        : index <= shiftedAbove
          ? 'moving'
          : 'shifted';
  return (
    <Panel title={t('figures.drift')}>
      <Text>{t(`figures.${reading}`)}</Text>
      <Facts>
        <Fact name={t('figures.index')}>{count(index)}</Fact>
        <Fact name={t('figures.models')}>{drift.templateModels.join(', ')}</Fact>
      </Facts>
      {!drift.isComparable && <Text size="sm">{t('figures.notComparable')}</Text>}
      <Text size="sm" c="dimmed">
        {t('figures.indexHint')}
      </Text>
    </Panel>
  );
}

function Outcomes({ statistics: { outcomes, now, before } }: { readonly statistics: Statistics }) {
  const { t } = useTranslation();
  const label = useLabel();
  const { count, shareOf } = useFigures();
  return (
    <FigureTable
      title={t('figures.outcomes')}
      columns={[t('figures.group'), t('figures.now'), t('figures.before')]}
      rows={outcomes.map(({ outcome = 'unknown', attempts, attemptsBefore }) => ({
        key: outcome,
        cells: [
          label('statuses', outcome),
          `${count(attempts)} · ${shareOf(attempts, now.attempts)}`,
          `${count(attemptsBefore)} · ${shareOf(attemptsBefore, before.attempts)}`,
        ],
      }))}
    />
  );
}

function Clients({ statistics: { clients } }: { readonly statistics: Statistics }) {
  const { t } = useTranslation();
  const names = useActorNames();
  const { count, share, time } = useFigures();
  return (
    <FigureTable
      title={t('figures.clients')}
      columns={[t('attempts.client'), t('figures.attempts'), t('figures.matchRate'), t('figures.p95')]}
      rows={clients.map(({ clientId, attempts, matchRate, p95Ms }) => ({
        key: clientId,
        cells: [
          <NamedId key="id" id={clientId} name={names.get(clientId)} />,
          count(attempts),
          share(matchRate),
          time(p95Ms),
        ],
      }))}
    />
  );
}
