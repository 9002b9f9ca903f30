import { sql } from 'kysely';
import type { Db } from '../platform/db/types.ts';
import type { LivenessReason } from './types.ts';

/** Sums are kept so long, in days. */
export const sumsDays = 366;
/** Cameras and versions of an answer: those with the most sessions. */
export const mostNames = 50;

/** Sessions that showed a step and ended, by outcome. */
export type LivenessCounts = {
  readonly sessions: number;
  readonly passed: number;
  readonly failed: number;
  readonly expired: number;
  readonly abandoned: number;
  readonly notPerformed: number;
  /** First tries; a person's next one begins a day later, or after one that passed. */
  readonly people: number;
  readonly passedAtFirst: number;
  readonly passedWithinThree: number;
};

export type LivenessStatistics = LivenessCounts & {
  readonly days: readonly (LivenessCounts & { readonly day: string })[];
  readonly reasons: readonly { readonly reason: LivenessReason; readonly sessions: number }[];
  readonly cameras: readonly (LivenessCounts & { readonly camera: string })[];
  readonly appVersions: readonly (LivenessCounts & { readonly appVersion: string })[];
};

type Row = {
  /** A bit for each column that the row is not grouped by: of day, reason, camera and app. */
  ungrouped: number;
  day: string | null;
  reason: LivenessReason | '' | null;
  camera: string | null;
  app_version: string | null;
  sessions: number;
  passed: number;
  failed: number;
  expired: number;
  abandoned: number;
  not_performed: number;
  people: number;
  passed_at_first: number;
  passed_within_three: number;
};

/**
 * The sessions that ended on the days from the first to the last one, `2026-02-01`, by UTC, in one statement.
 */
export async function measureSessions(
  db: Db,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<LivenessStatistics> {
  const { rows } = await sql<Row>`
    select grouping(day, reason, camera, app_version)::integer as ungrouped, to_char(day, 'YYYY-MM-DD') as day, reason,
      camera, app_version,
      coalesce(sum(sessions), 0)::integer as sessions,
      coalesce(sum(sessions) filter (where state = 'passed'), 0)::integer as passed,
      coalesce(sum(sessions) filter (where state = 'failed'), 0)::integer as failed,
      coalesce(sum(sessions) filter (where state = 'expired'), 0)::integer as expired,
      coalesce(sum(sessions) filter (where state = 'abandoned'), 0)::integer as abandoned,
      coalesce(sum(sessions) filter (where state = 'not_performed'), 0)::integer as not_performed,
      coalesce(sum(sessions) filter (where try = 1), 0)::integer as people,
      coalesce(sum(sessions) filter (where try = 1 and state = 'passed'), 0)::integer as passed_at_first,
      coalesce(sum(sessions) filter (where try <= 3 and state = 'passed'), 0)::integer as passed_within_three
    from liveness_sums
    where day between ${first}::date and ${last}::date
    group by grouping sets ((reason), (day, reason), (camera, reason), (app_version, reason))
    order by day, sessions desc, reason, camera, app_version`.execute(db);
  const all = rows.filter(({ reason }) => reason === '');
  const groupedBy = (bits: number) => all.filter(({ ungrouped }) => ungrouped === bits);
  return {
    ...countsOf(groupedBy(0b1011)[0]),
    days: groupedBy(0b0011).map((row) => ({ day: row.day!, ...countsOf(row) })),
    reasons: rows.flatMap(({ ungrouped, reason, sessions }) =>
      ungrouped === 0b1011 && reason !== '' && reason !== null ? { reason, sessions } : [],
    ),
    cameras: groupedBy(0b1001)
      .slice(0, mostNames)
      .map((row) => ({ camera: row.camera!, ...countsOf(row) })),
    appVersions: groupedBy(0b1010)
      .slice(0, mostNames)
      .map((row) => ({ appVersion: row.app_version!, ...countsOf(row) })),
  };
}

function countsOf(row: Row | undefined): LivenessCounts {
  return {
    sessions: row?.sessions ?? 0,
    passed: row?.passed ?? 0,
    failed: row?.failed ?? 0,
    expired: row?.expired ?? 0,
    abandoned: row?.abandoned ?? 0,
    notPerformed: row?.not_performed ?? 0,
    people: row?.people ?? 0,
    passedAtFirst: row?.passed_at_first ?? 0,
    passedWithinThree: row?.passed_within_three ?? 0,
  };
}
