import { sql } from 'kysely';
import type { Db } from '../platform/db/index.ts';
import type { AttemptOutcome } from './types.ts';

/** Counts of some attempts: of a whole period, or of one part of it. */
export type AttemptCounts = {
  readonly attempts: number;
  readonly matches: number;
  readonly meanSimilarity: number | undefined;
  readonly similarityDeviation: number | undefined;
  /** Of the attempts that recorded it. */
  readonly timed: number;
  readonly medianMs: number | undefined;
  readonly p95Ms: number | undefined;
};

/** One group of attempts; the part that names it, or `whole`. */
export type AttemptGroup = AttemptCounts & {
  readonly period: 'now' | 'before';
  readonly by:
    | { readonly kind: 'whole' }
    | { readonly kind: 'day'; readonly day: string }
    | { readonly kind: 'client'; readonly clientId: string }
    | { readonly kind: 'outcome'; readonly outcome: AttemptOutcome | undefined }
    | { readonly kind: 'score'; readonly bucket: number }
    | { readonly kind: 'model'; readonly templateModel: string };
};

/** Groups of similarities, each a twentieth wide. */
export const scoreBuckets = 20;

type Row = {
  period: 'now' | 'before';
  mask: number;
  day: string | null;
  client_id: string | null;
  outcome: AttemptOutcome | null;
  bucket: number | null;
  template_model: string | null;
  attempts: number;
  matches: number;
  mean: number | null;
  deviation: number | null;
  timed: number;
  median_ms: number | null;
  p95_ms: number | null;
};

type Stretch = { readonly fromId: string; readonly toId: string };

/**
 * Every figure of two stretches of attempts in one statement. Of each stretch it reads at most `limit` rows, the newest
 * ones, in the order of an index: the primary key, or the one by client and id. Reads nothing that is sealed.
 */
export async function countAttemptGroups(
  db: Db,
  query: {
    readonly now: Stretch;
    readonly before: Stretch;
    readonly clientId: string | undefined;
    /** For the limits of days. */
    readonly utcOffsetMinutes: number;
    readonly limit: number;
  },
): Promise<readonly AttemptGroup[]> {
  const pick = (period: Row['period'], { fromId, toId }: Stretch) => sql`
    (select ${period}::text as period, created_at, client_id, is_match, similarity, decision from attempts
      where id >= ${fromId} and id < ${toId}
        ${query.clientId === undefined ? sql`` : sql`and client_id = ${query.clientId}`}
      order by id desc limit ${query.limit})`;
  const { rows } = await sql<Row>`
    with picked as materialized (
      select period, client_id, is_match, similarity,
        to_char(created_at at time zone 'UTC' + make_interval(mins => ${query.utcOffsetMinutes}::int),
          'YYYY-MM-DD') as day,
        decision ->> 'outcome' as outcome,
        decision ->> 'templateModel' as template_model,
        (decision ->> 'durationMs')::double precision as ms,
        least(greatest(floor(similarity * ${scoreBuckets}::int)::int, 0), ${scoreBuckets - 1}::int) as bucket
      from (${pick('now', query.now)} union all ${pick('before', query.before)}) as attempts
    )
    select period, grouping(day, client_id, outcome, bucket, template_model) as mask,
      day, client_id, outcome, bucket, template_model,
      count(*)::int as attempts, count(*) filter (where is_match)::int as matches,
      avg(similarity) as mean, stddev_pop(similarity) as deviation, count(ms)::int as timed,
      percentile_cont(0.5) within group (order by ms) as median_ms,
      percentile_cont(0.95) within group (order by ms) as p95_ms
    from picked
    group by grouping sets ((period), (period, day), (period, client_id), (period, outcome), (period, bucket),
      (period, template_model))
    order by period, mask, day, attempts desc, bucket`.execute(db);
  return rows.map(toGroup);
}

// Bits of grouping(): set for each column that the group is not of.
const masks = { whole: 0b11111, day: 0b01111, client: 0b10111, outcome: 0b11011, score: 0b11101 } as const;

function toGroup(row: Row): AttemptGroup {
  return {
    period: row.period,
    by: partOf(row),
    attempts: row.attempts,
    matches: row.matches,
    meanSimilarity: row.mean ?? undefined,
    similarityDeviation: row.deviation ?? undefined,
    timed: row.timed,
    medianMs: row.median_ms ?? undefined,
    p95Ms: row.p95_ms ?? undefined,
  };
}

function partOf(row: Row): AttemptGroup['by'] {
  switch (Number(row.mask)) {
    case masks.whole:
      return { kind: 'whole' };
    case masks.day:
      return { kind: 'day', day: row.day ?? '' };
    case masks.client:
      return { kind: 'client', clientId: row.client_id ?? '' };
    case masks.outcome:
      return { kind: 'outcome', outcome: row.outcome ?? undefined };
    case masks.score:
      return { kind: 'score', bucket: row.bucket ?? 0 };
    default:
      return { kind: 'model', templateModel: row.template_model ?? '' };
  }
}
