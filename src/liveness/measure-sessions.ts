import { sql } from 'kysely';
import type { Db } from '../platform/db/types.ts';
import type { LivenessDeps, LivenessReason } from './types.ts';

/** Sums are kept so long, in days. */
export const sumsDays = 366;
/** Cameras and versions of an answer: those with the most sessions. */
export const mostNames = 50;

const noSessions = {
  sessions: 0,
  passed: 0,
  failed: 0,
  expired: 0,
  abandoned: 0,
  notPerformed: 0,
  /** First tries; a person's next one begins a day later, or after one that passed. */
  people: 0,
  passedAtFirst: 0,
  passedWithinThree: 0,
};

/** Sessions that showed a step and ended, by outcome. */
export type LivenessCounts = Readonly<typeof noSessions>;

type Row = LivenessCounts & {
  /** A bit for each column that the row is not grouped by: of day, reason, camera and app. */
  ungrouped: number;
  day: string | null;
  reason: LivenessReason | '' | null;
  camera: string | null;
  appVersion: string | null;
};

/** The sessions that ended on the days from the first to the last one, `2026-02-01`, by UTC, in one statement. */
export async function measureSessions(
  db: Db,
  { first, last }: { readonly first: string; readonly last: string },
) {
  const { rows } = await sql<Row>`
    select grouping(day, reason, camera, app_version)::integer as ungrouped, to_char(day, 'YYYY-MM-DD') as day, reason,
      camera, app_version as "appVersion",
      coalesce(sum(sessions), 0)::integer as sessions,
      coalesce(sum(sessions) filter (where state = 'passed'), 0)::integer as passed,
      coalesce(sum(sessions) filter (where state = 'failed'), 0)::integer as failed,
      coalesce(sum(sessions) filter (where state = 'expired'), 0)::integer as expired,
      coalesce(sum(sessions) filter (where state = 'abandoned'), 0)::integer as abandoned,
      coalesce(sum(sessions) filter (where state = 'not_performed'), 0)::integer as "notPerformed",
      coalesce(sum(sessions) filter (where try = 1), 0)::integer as people,
      coalesce(sum(sessions) filter (where try = 1 and state = 'passed'), 0)::integer as "passedAtFirst",
      coalesce(sum(sessions) filter (where try <= 3 and state = 'passed'), 0)::integer as "passedWithinThree"
    from liveness_sums
    where day between ${first}::date and ${last}::date
    group by grouping sets ((reason), (day, reason), (camera, reason), (app_version, reason))
    order by day, sessions desc, reason, camera, app_version`.execute(db);
  const all = rows.filter(({ reason }) => reason === '');
  const groupedBy = (bits: number) => all.filter(({ ungrouped }) => ungrouped === bits);
  const [whole] = groupedBy(0b1011);
  return {
    ...(whole === undefined ? noSessions : countsOf(whole)),
    days: groupedBy(0b0011).map((row) => ({ day: row.day!, ...countsOf(row) })),
    reasons: rows.flatMap(({ ungrouped, reason, sessions }) =>
      ungrouped === 0b1011 && reason !== '' && reason !== null ? { reason, sessions } : [],
    ),
    cameras: groupedBy(0b1001)
      .slice(0, mostNames)
      .map((row) => ({ camera: row.camera!, ...countsOf(row) })),
    appVersions: groupedBy(0b1010)
      .slice(0, mostNames)
      .map((row) => ({ appVersion: row.appVersion!, ...countsOf(row) })),
  };
}

function countsOf({ ungrouped, day, reason, camera, appVersion, ...counts }: Row): LivenessCounts {
  return counts;
}

const dayMs = 86_400_000;
/** Days before yesterday that yesterday and today are compared with. */
const earlierDays = 28;
/** Cameras and versions with figures of their own: those with the most sessions. */
const mostGaugeNames = 20;

export const statisticsGauges = {
  confere_liveness_tries: {
    help: 'Liveness sessions that showed a step and ended, by outcome: yesterday and today, and the 28 days before.',
    labels: ['window', 'outcome'],
  },
  confere_liveness_people: {
    help: 'First tries of people: all, those that passed, and those of which one of three passed.',
    labels: ['window', 'passed'],
  },
  confere_liveness_tries_of: {
    help: 'Liveness sessions of yesterday and today by camera and by app version, the 20 with the most of each.',
    labels: ['by', 'name', 'outcome'],
  },
} as const;

type Value = {
  readonly name: keyof typeof statisticsGauges;
  readonly labels: Record<string, string>;
  readonly value: number;
};

/** The figures of two periods, so that an alert can compare them. */
export async function readStatisticsGauges({
  db,
  clock,
}: Pick<LivenessDeps, 'db' | 'clock'>): Promise<readonly Value[]> {
  const dayOf = (days: number) => new Date(clock.now().getTime() - days * dayMs).toISOString().slice(0, 10);
  const recent = await measureSessions(db, { first: dayOf(1), last: dayOf(0) });
  const earlier = await measureSessions(db, { first: dayOf(1 + earlierDays), last: dayOf(2) });
  return [
    ...valuesOf('recent', recent),
    ...valuesOf('earlier', earlier),
    ...recent.cameras
      .slice(0, mostGaugeNames)
      .flatMap(({ camera: name, ...of }) => triesOf('confere_liveness_tries_of', { by: 'camera', name }, of)),
    ...recent.appVersions
      .slice(0, mostGaugeNames)
      .flatMap(({ appVersion: name, ...of }) =>
        triesOf('confere_liveness_tries_of', { by: 'app_version', name }, of),
      ),
  ];
}

function valuesOf(window: string, counts: LivenessCounts): readonly Value[] {
  const { people, passedAtFirst, passedWithinThree } = counts;
  const passed = { all: people, at_first: passedAtFirst, within_three: passedWithinThree };
  return [
    ...triesOf('confere_liveness_tries', { window }, counts),
    ...Object.entries(passed).map(([which, value]) => ({
      name: 'confere_liveness_people' as const,
      labels: { window, passed: which },
      value,
    })),
  ];
}

function triesOf(name: Value['name'], labels: Value['labels'], counts: LivenessCounts): readonly Value[] {
  const { passed, failed, expired, abandoned, notPerformed } = counts;
  const outcomes = { passed, failed, expired, abandoned, not_performed: notPerformed };
  return Object.entries(outcomes).map(([outcome, value]) => ({
    name,
    labels: { ...labels, outcome },
    value,
  }));
}
