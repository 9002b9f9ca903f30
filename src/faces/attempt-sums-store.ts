import { sql } from 'kysely';
import { type Db, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import {
  type AttemptSums,
  type CountedAttempt,
  idsOf,
  type LevelStretch,
  outcomePlaces,
  type Stretch,
  type SumLevel,
  scoreBuckets,
  timeBuckets,
} from './attempt-sums.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    attempt_sums: ToRow<Omit<SumsOfCell, 'sums'> & AttemptSums>;
    attempts_to_sum: { attempt_id: string };
  }
}

/** SQL that lists the attempt that stands behind `from` as one to be summed. */
export function listToSumSql(from: string): string {
  return `insert into attempts_to_sum (attempt_id) select id ${from}`;
}

/** The members of a `CountedAttempt`. */
const counted = sql`attempts.id, attempts.client_id as "clientId", attempts.is_match as "isMatch",
  attempts.similarity, attempts.decision ->> 'outcome' as outcome,
  coalesce(attempts.decision ->> 'templateModel', '') as "templateModel",
  (attempts.decision ->> 'durationMs')::double precision as "durationMs"`;

/** Takes listed attempts from the list, the oldest first. One that is no longer stored is taken and not given. */
export async function takeListedAttempts(
  tx: Tx,
  limit: number,
): Promise<{ readonly taken: number; readonly attempts: readonly CountedAttempt[] }> {
  const { rows: listed } = await sql<{ attempt_id: string }>`
    delete from attempts_to_sum where attempt_id in
      (select attempt_id from attempts_to_sum order by attempt_id limit ${limit} for update skip locked)
    returning attempt_id`.execute(tx);
  if (listed.length === 0) return { taken: 0, attempts: [] };
  const ids = listed.map((row) => row.attempt_id);
  // The limits tell the partitions; a list of identifiers does not.
  ids.sort();
  const { rows } = await sql<CountedAttempt>`
    select ${counted} from attempts where id = any(${ids}::text[])
      and id >= ${ids[0]} and id <= ${ids.at(-1)}`.execute(tx);
  return { taken: ids.length, attempts: rows };
}

/** One row of sums and what is to be added to it. */
export type SumsOfCell = {
  readonly level: SumLevel;
  readonly startsAt: Date;
  /** '' for all clients. */
  readonly clientId: string;
  readonly templateModel: string;
  readonly sums: AttemptSums;
};

const plus = (column: string) =>
  sql.raw(`(select array_agg(coalesce(a, 0) + coalesce(b, 0) order by place)
    from unnest(attempt_sums.${column}, excluded.${column}) with ordinality as pairs (a, b, place))`);

/** Adds to rows of sums, in the order given: the same order in every process, so that no two wait for each other. */
export async function addToSums(tx: Tx, cells: readonly SumsOfCell[]): Promise<void> {
  const rows = cells.map(({ sums, ...cell }) => toRow({ ...cell, ...sums }));
  await sql`
    insert into attempt_sums
    select (jsonb_populate_record(null::attempt_sums, value)).*
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as given (value, place) order by place
    on conflict (client_id, level, starts_at, template_model) do update set
      attempts = attempt_sums.attempts + excluded.attempts, matches = attempt_sums.matches + excluded.matches,
      similarities = attempt_sums.similarities + excluded.similarities,
      similarity_squares = attempt_sums.similarity_squares + excluded.similarity_squares,
      timed = attempt_sums.timed + excluded.timed,
      outcomes = ${plus('outcomes')}, scores = ${plus('scores')}, times = ${plus('times')}`.execute(tx);
}

/** Sums of a group, and the networks that decided. */
export type SumsOfGroup = AttemptSums & {
  readonly group: string;
  readonly templateModels: readonly string[];
};

const placesOf = (column: string, places: number) =>
  sql.raw(
    `array_to_json(array[${Array.from({ length: places }, (_, place) => `sum(${column}[${place + 1}])`).join(', ')}])`,
  );

/** Sums of stretches by a group: one statement by an index, with the places of each list added one by one. */
async function sumBy(
  db: Db,
  stretches: readonly LevelStretch[],
  group: ReturnType<typeof sql<string>>,
  clients: ReturnType<typeof sql<boolean>>,
): Promise<readonly SumsOfGroup[]> {
  if (stretches.length === 0) return [];
  const of = (pick: (stretch: LevelStretch) => string) => stretches.map(pick);
  const { rows } = await sql<SumsOfGroup>`
    select ${group} as "group", sum(attempts)::float8 as attempts, sum(matches)::float8 as matches,
      sum(similarities)::float8 as similarities, sum(similarity_squares)::float8 as "similaritySquares",
      sum(timed)::float8 as timed, ${placesOf('outcomes', outcomePlaces)} as outcomes,
      ${placesOf('scores', scoreBuckets)} as scores, ${placesOf('times', timeBuckets)} as times,
      array_to_json(array_agg(distinct template_model)) as "templateModels"
    from unnest(${of(({ level }) => level)}::text[],
        ${of(({ from }) => new Date(from).toISOString())}::timestamptz[],
        ${of(({ to }) => new Date(to).toISOString())}::timestamptz[]) as stretches (in_level, begins_at, ends_at)
      join attempt_sums on level = in_level and starts_at >= begins_at and starts_at < ends_at and ${clients}
    group by 1`.execute(db);
  return rows;
}

/** Sums of hours by the day that they are of where the offset says. */
export async function sumByDay(
  db: Db,
  hours: readonly LevelStretch[],
  { clientId = '', utcOffsetMinutes }: { readonly clientId?: string | undefined; utcOffsetMinutes: number },
): Promise<readonly SumsOfGroup[]> {
  const day = sql<string>`to_char(starts_at at time zone 'UTC' + make_interval(mins => ${utcOffsetMinutes}::int),
    'YYYY-MM-DD')`;
  return await sumBy(db, hours, day, sql<boolean>`client_id = ${clientId}`);
}

/** Sums of stretches by client; of one client only, when it is named. */
export async function sumByClient(
  db: Db,
  stretches: readonly LevelStretch[],
  clientId: string | undefined,
): Promise<readonly SumsOfGroup[]> {
  const clients =
    clientId === undefined ? sql<boolean>`client_id <> ''` : sql<boolean>`client_id = ${clientId}`;
  return await sumBy(db, stretches, sql<string>`client_id`, clients);
}

/** Sums of stretches of all clients, or of one; undefined without attempts. */
export async function sumWhole(
  db: Db,
  stretches: readonly LevelStretch[],
  clientId = '',
): Promise<SumsOfGroup | undefined> {
  const [whole] = await sumBy(db, stretches, sql<string>`''::text`, sql<boolean>`client_id = ${clientId}`);
  return whole;
}

type AttemptsQuery = { readonly clientId: string | undefined; readonly limit: number };

/** The newest attempts of stretches, each stretch by the primary key or by client and id. */
export async function listAttemptsOf(
  db: Db,
  stretches: readonly Stretch[],
  { clientId, limit }: AttemptsQuery,
): Promise<readonly CountedAttempt[]> {
  if (stretches.length === 0) return [];
  const ids = stretches.map(idsOf);
  const { rows } = await sql<CountedAttempt>`
    select attempts.* from
      unnest(${ids.map(([from]) => from)}::text[], ${ids.map(([, to]) => to)}::text[]) as stretches (first_id, end_id)
      cross join lateral (select ${counted} from attempts where id >= first_id and id < end_id
        ${ofClient(clientId)} order by id desc limit ${limit}) as attempts
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** The newest attempts of a stretch that are listed to be summed. */
export async function listAttemptsToSum(
  db: Db,
  stretch: Stretch,
  { clientId, limit }: AttemptsQuery,
): Promise<readonly CountedAttempt[]> {
  const [from, to] = idsOf(stretch);
  const { rows } = await sql<CountedAttempt>`
    select ${counted} from attempts_to_sum join attempts on attempts.id = attempt_id
     where attempt_id >= ${from} and attempt_id < ${to} and attempts.id >= ${from} and attempts.id < ${to}
       ${ofClient(clientId)}
     order by attempt_id desc limit ${limit}`.execute(db);
  return rows;
}

function ofClient(clientId: string | undefined) {
  return clientId === undefined ? sql`` : sql`and attempts.client_id = ${clientId}`;
}
