import { sql } from 'kysely';
import type { Db, ToRow } from '../platform/db/index.ts';
import type { ReviewKind } from '../platform/reviews.ts';
import type { CaseActor, CaseOutcome } from './types.ts';

/** The longest period, in days. */
export const longestDays = 366;

/** Counts of the cases of a period, or of one part of it. */
export type CaseCounts = {
  /** Opened in it. */
  readonly opened: number;
  /** Decided in it, by the decision that stands. */
  readonly decided: number;
  /** Due in it, and not decided by then. */
  readonly overdue: number;
  /** From the opening to the decision, in hours, half of those decided; undefined without any. */
  readonly medianHours: number | undefined;
  /** The same of nine in ten. */
  readonly p90Hours: number | undefined;
};

type Row = ToRow<CaseCounts> & {
  /** A bit for each column that the row is not grouped by: of week, kind, outcome and actor. */
  ungrouped: number;
  monday: string | null;
  kind: ReviewKind | null;
  outcome: CaseOutcome | null;
  actor_kind: CaseActor['kind'] | null;
  actor_id: string | null;
};

const groups = { whole: 0b1111, week: 0b0111, kind: 0b1011, outcome: 0b1101, actor: 0b1110 } as const;

/**
 * Cases opened, decided and overdue in a period, in one statement: as a whole, by week, kind, outcome and by who
 * decided. Weeks begin on Monday, so many minutes east of UTC.
 */
export async function measureCases(
  db: Db,
  period: { readonly from: Date; readonly to: Date; readonly now: Date; readonly utcOffsetMinutes: number },
) {
  const { from, to, now, utcOffsetMinutes } = period;
  const { rows } = await sql<Row>`
    with moments as (
      select 'opened' as what, opened_at as at, kind, null as outcome, null as actor_kind, null as actor_id,
        null::float8 as hours
      from cases where opened_at >= ${from} and opened_at < ${to}
      union all
      select 'overdue', due_at, kind, null, null, null, null
      from cases where due_at >= ${from} and due_at < ${to} and due_at < ${now}
        and (decided_at is null or decided_at > due_at)
      union all
      select 'decided', decided_at, kind, decision.outcome, decision.proposed_by_kind, decision.proposed_by,
        (extract(epoch from decided_at - opened_at) / 3600)::float8
      from cases join lateral (
        select outcome, proposed_by_kind, proposed_by from case_decisions
        where case_id = cases.id and (not needs_confirmation or is_confirmed)
        order by id desc limit 1
      ) as decision on true
      where decided_at >= ${from} and decided_at < ${to}
    ), placed as (
      select *, to_char(
        date_trunc('week', at at time zone 'UTC' + make_interval(mins => ${utcOffsetMinutes}::integer)), 'YYYY-MM-DD'
      ) as monday
      from moments
    )
    select grouping(monday, kind, outcome, actor_id)::integer as ungrouped, monday, kind, outcome, actor_kind, actor_id,
      (count(*) filter (where what = 'opened'))::integer as opened,
      (count(*) filter (where what = 'decided'))::integer as decided,
      (count(*) filter (where what = 'overdue'))::integer as overdue,
      percentile_cont(0.5) within group (order by hours) as median_hours,
      percentile_cont(0.9) within group (order by hours) as p90_hours
    from placed
    group by grouping sets ((), (monday), (kind), (outcome), (actor_kind, actor_id))
    order by monday, decided desc, opened desc`.execute(db);
  const of = (group: keyof typeof groups) => rows.filter(({ ungrouped }) => ungrouped === groups[group]);
  return {
    whole: countsOf(of('whole')[0]),
    /** By their Mondays, `2026-02-02`, oldest first; weeks without a case are left out. */
    weeks: of('week').map((row) => ({ ...countsOf(row), monday: row.monday! })),
    kinds: of('kind').map((row) => ({ ...countsOf(row), kind: row.kind! })),
    outcomes: of('outcome').flatMap((row) =>
      row.outcome === null ? [] : { ...countsOf(row), outcome: row.outcome },
    ),
    /** Who made the decisions, or proposed those that another person confirmed; the most decisions first. */
    actors: of('actor').flatMap((row) =>
      row.actor_id === null ? [] : { ...countsOf(row), actor: { kind: row.actor_kind!, id: row.actor_id } },
    ),
  };
}

function countsOf(row: Row | undefined): CaseCounts {
  return {
    opened: row?.opened ?? 0,
    decided: row?.decided ?? 0,
    overdue: row?.overdue ?? 0,
    medianHours: row?.median_hours ?? undefined,
    p90Hours: row?.p90_hours ?? undefined,
  };
}
