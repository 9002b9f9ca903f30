import { Button, Group, SimpleGrid, Stack, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { BarChart } from '../parts/bar-chart.tsx';
import { type Days, dayBefore, periodOf } from '../parts/days.ts';
import { Fact, Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { saveFile } from '../parts/save-file.ts';
import { ShortId } from '../parts/short-id.tsx';
import { useDates } from '../parts/use-dates.ts';
import { useLabel } from '../parts/use-label.ts';
import { fillWeeks } from './fill-weeks.ts';
import { writeReport } from './write-report.ts';

type Statistics = components['schemas']['CaseStatistics'];
type Row = {
  readonly key: string;
  readonly name: React.ReactNode;
  readonly opened?: number;
  readonly decided?: number;
  readonly overdue?: number;
  readonly medianHours?: number;
};

const usualDays = 28;

/** Cases over time, for whoever leads a team: opened, decided and overdue by week, the time to decide, and by whom. */
export function CaseReport() {
  const { t } = useTranslation();
  const [days, setDays] = useState<Days>(() => ({ first: dayBefore(usualDays - 1), last: dayBefore(0) }));
  const statistics = useQuery({
    queryKey: ['case-statistics', days],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/v1/case-statistics', { params: { query: periodOf(days) }, signal })),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setDays({ first: String(form.get('from')), last: String(form.get('to')) });
  };
  return (
    <Page
      title={t('shell.sections.report')}
      actions={
        statistics.data !== undefined && (
          <Button
            variant="default"
            onClick={() =>
              saveFile(`cases-${days.first}-${days.last}.csv`, 'text/csv', writeReport(statistics.data))
            }
          >
            {t('cases.report.save')}
          </Button>
        )
      }
    >
      <form onSubmit={submit}>
        <Group align="end" gap="sm">
          <TextInput
            name="from"
            type="date"
            label={t('common.from')}
            required
            defaultValue={days.first}
            w={170}
          />
          <TextInput name="to" type="date" label={t('common.to')} required defaultValue={days.last} w={170} />
          <Button type="submit">{t('common.filter')}</Button>
        </Group>
      </form>
      <Loaded query={statistics}>{(data) => <Panels statistics={data} days={days} />}</Loaded>
    </Page>
  );
}

function useFigures() {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  const write = useDates();
  return {
    count: (value: number | undefined) => (value === undefined ? '–' : number.format(value)),
    hours: (value: number | undefined) => {
      if (value === undefined) return '–';
      if (value < 1) return t('cases.report.minutes', { minutes: number.format(Math.round(value * 60)) });
      return t('cases.report.hours', { hours: number.format(value) });
    },
    week: (monday: string) => write(new Date(monday), 'dayOfAxis'),
  };
}

function Panels({ statistics, days }: { readonly statistics: Statistics; readonly days: Days }) {
  const { t } = useTranslation();
  const label = useLabel();
  const { count, hours, week } = useFigures();
  const { opened, decided, overdue, medianHours, p90Hours } = statistics;
  const weeks: readonly (Partial<Statistics['weeks'][number]> & { readonly monday: string })[] = fillWeeks(
    statistics.weeks,
    days,
  );
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Panel title={t('cases.report.whole')}>
          <Facts>
            <Fact name={t('cases.report.opened')}>{count(opened)}</Fact>
            <Fact name={t('cases.report.decided')}>{count(decided)}</Fact>
            <Fact name={t('cases.report.overdue')}>{count(overdue)}</Fact>
            <Fact name={t('cases.report.median')}>{hours(medianHours)}</Fact>
            <Fact name={t('cases.report.p90')}>{hours(p90Hours)}</Fact>
          </Facts>
        </Panel>
        {(['opened', 'decided', 'overdue'] as const).map((part) => (
          <Panel key={part} title={t(`cases.report.${part}PerWeek`)}>
            <BarChart
              title={t(`cases.report.${part}PerWeek`)}
              bars={weeks.map(({ monday, [part]: value = 0 }) => ({ name: week(monday), value }))}
              series={[t(`cases.report.${part}`)]}
              show={count}
            />
          </Panel>
        ))}
        <Panel title={t('cases.report.medianPerWeek')}>
          <BarChart
            title={t('cases.report.medianPerWeek')}
            bars={weeks.map(({ monday, medianHours: value = 0 }) => ({ name: week(monday), value }))}
            series={[t('cases.report.median')]}
            show={hours}
          />
        </Panel>
        <Rows
          title={t('cases.report.kinds')}
          rows={statistics.kinds.map(({ kind, ...row }) => ({
            key: kind,
            name: label('cases.kinds', kind),
            ...row,
          }))}
        />
        <Rows
          title={t('cases.report.outcomes')}
          rows={statistics.outcomes.map(({ outcome, ...row }) => ({
            key: outcome,
            name: label('cases.outcomes', outcome),
            ...row,
          }))}
        />
        <Rows
          title={t('cases.report.actors')}
          rows={statistics.actors.map(({ actor, ...row }) => ({
            key: String(actor.id),
            name: actor.name ?? <ShortId id={String(actor.id)} />,
            ...row,
          }))}
        />
      </SimpleGrid>
    </Stack>
  );
}

const columns = ['opened', 'decided', 'overdue'] as const;

/** A table of the counts that its rows have. */
function Rows({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  const { t } = useTranslation();
  const { count, hours } = useFigures();
  const shown = columns.filter((column) => rows.some((row) => row[column] !== undefined));
  const hasHours = rows.some(({ medianHours }) => medianHours !== undefined);
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        t('cases.report.none')
      ) : (
        <Table.ScrollContainer minWidth={0}>
          <Table aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('figures.group')}</Table.Th>
                {shown.map((column) => (
                  <Table.Th key={column}>{t(`cases.report.${column}`)}</Table.Th>
                ))}
                {hasHours && <Table.Th>{t('cases.report.median')}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.key}>
                  <Table.Td data-label={t('figures.group')}>{row.name}</Table.Td>
                  {shown.map((column) => (
                    <Table.Td key={column} data-label={t(`cases.report.${column}`)}>
                      {count(row[column])}
                    </Table.Td>
                  ))}
                  {hasHours && (
                    <Table.Td data-label={t('cases.report.median')}>{hours(row.medianHours)}</Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Panel>
  );
}
