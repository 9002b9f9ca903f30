import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { RawRow } from '../records-store.ts';
import { searchTableName, tableName } from '../registry-tables-store.ts';

/** The filters on rows. Words are folded by `registry_search_text` and hold letters and digits only. */
export type SearchFilters = {
  readonly name: readonly string[];
  readonly partner: readonly string[];
  readonly state: string | undefined;
  /** Codes of Receita Federal. */
  readonly cities: readonly string[] | undefined;
  /** A code or its beginning. */
  readonly activity: string | undefined;
  /** All codes that begin so, where secondary activities count as well. */
  readonly secondary: readonly string[] | undefined;
  /** The kind of tax regime in the last year that names the company. */
  readonly taxRegime: string | undefined;
};

/** Where a row stands in the search table: page and number on it. */
export type SearchPlace = { readonly page: number; readonly item: number };

export type SearchHit = SearchPlace & { readonly root: string; readonly branch: string };

/**
 * The search table of a generation, or of the one in service; undefined when there is no such generation. Also makes
 * the settings for the statements that follow in the transaction: how long one may take, and no plan that reads the
 * whole table.
 */
export async function openSearch(
  tx: Tx,
  wanted: { readonly generation: number | undefined; readonly timeoutMs: number },
) {
  const { rows } = await sql<{ id: number; data_month: string; pages: number }>`
    select id, data_month,
      (pg_relation_size(to_regclass('registry_g' || id || '_search')) / 8192)::int as pages,
      set_config('statement_timeout', ${String(Math.trunc(wanted.timeoutMs))}, true),
      set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true),
      set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
      set_config('enable_indexonlyscan', 'off', true)
    from registry_generations
    where id = coalesce(${wanted.generation ?? null}::integer, (select generation from registry_current))
      and state = 'ready'
  `.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  return { generation: row.id, dataMonth: row.data_month, pages: row.pages };
}

/** Matching rows in a part of the table, in its order. Reads at most the given number of pages. */
export async function scanPages(
  db: Db | Tx,
  generation: number,
  filters: SearchFilters,
  range: { readonly after: SearchPlace; readonly untilPage: number },
  limit: number,
): Promise<readonly SearchHit[]> {
  const { rows } = await sql<HitRow>`
    select ctid::text as place, root, branch from ${sql.raw(searchTableName(generation))}
    where ctid > ${toTid(range.after)}::tid and ctid < ${toTid({ page: range.untilPage, item: 0 })}::tid
      and ${conditions(filters, noIndexes)}
    limit ${limit}
  `.execute(db);
  return rows.map(toHit);
}

/** A word that is asked for, in the names of the company or of its partners. */
export type SearchWord = { readonly of: 'name' | 'partner'; readonly word: string };

/** The sample from the first pages of the table: its rows, and the number that match each filter. */
export type TableSample = {
  readonly rows: number;
  /** Rows that fit everything. */
  readonly fitting: number;
  /** Rows of the state, city and activity. */
  readonly withPlace: number;
  /** Rows that have a word, for each of them. */
  readonly withWord: readonly number[];
};

/** Counts on the first pages of the table, without its indexes; `withWord` in the order of `words`. */
export async function sampleTable(
  db: Db | Tx,
  generation: number,
  filters: SearchFilters,
  words: readonly SearchWord[],
  pages: number,
): Promise<TableSample> {
  const hasWord = words.map(({ of, word }) => {
    const column = of === 'name' ? 'name' : 'partners';
    return sql`count(*) filter (where ${hasWordIn(column, word, false)})::int`;
  });
  const places = placeConditions(filters, noIndexes);
  const { rows } = await sql<{ rows: number; fitting: number; with_place: number; with_word: number[] }>`
    select count(*)::int as rows, count(*) filter (where ${conditions(filters, noIndexes)})::int as fitting,
      count(*) filter (where ${places.length === 0 ? sql`true` : sql.join(places, sql` and `)})::int as with_place,
      array[${sql.join(hasWord)}]::int[] as with_word
    from ${sql.raw(searchTableName(generation))} where ctid < ${toTid({ page: pages, item: 0 })}::tid
  `.execute(db);
  const { rows: all = 0, fitting = 0, with_place: withPlace = 0, with_word: withWord = [] } = rows[0] ?? {};
  return { rows: all, fitting, withPlace, withWord };
}

/** The indexes of a search; the other criteria filter their rows. */
export type IndexUse = {
  readonly words: readonly SearchWord[];
  /** State, city and activity. */
  readonly places: boolean;
};

const noIndexes: IndexUse = { words: [], places: false };

/** Rows that fit, from a place on, found by some indexes. Bitmaps give rows in the order of the table. */
export async function scanIndexes(
  db: Db | Tx,
  generation: number,
  filters: SearchFilters,
  after: SearchPlace,
  { limit, use }: { readonly limit: number; readonly use: IndexUse },
): Promise<readonly SearchHit[]> {
  // The place is compared outside, where it cannot tempt the planner into reading the table from there to its end.
  const { rows } = await sql<HitRow>`
    select place::text as place, root, branch from (
      select ctid as place, root, branch from ${sql.raw(searchTableName(generation))}
      where ${conditions(filters, use)} offset 0
    ) as fitting
    where place > ${toTid(after)}::tid limit ${limit}
  `.execute(db);
  return rows.map(toHit);
}

/** Codes of the activities that begin so. */
export async function findActivityCodes(
  db: Db | Tx,
  generation: number,
  activity: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ code: string }>`
    select substr(code, 10) as code from ${sql.raw(tableName(generation, 'codes'))}
    where code like ${`activity:${activity}%`}
  `.execute(db);
  return rows.map(({ code }) => code);
}

/** Codes of the cities meant by a text: IBGE's code, Receita Federal's own, or a name however accented. */
export async function findCityCodes(
  db: Db | Tx,
  generation: number,
  city: string,
): Promise<readonly string[]> {
  const codes = sql.raw(tableName(generation, 'codes'));
  const ofKind = (kind: string) => sql`code >= ${`${kind}:`} and code < ${`${kind};`}`;
  if (/^\d{1,4}$/.test(city)) return [city.padStart(4, '0')];
  const { rows } = await (/^\d{7}$/.test(city)
    ? sql<{ code: string }>`
          select substr(code, 6) as code from ${codes} where ${ofKind('ibge')} and description = ${city}`
    : sql<{ code: string }>`
          select substr(code, 6) as code from ${codes}
          where ${ofKind('city')} and registry_search_text(description) = registry_search_text(${city})`
  ).execute(db);
  return rows.map(({ code }) => code);
}

/** The shown columns of a found establishment, by the names of the files. */
export type FoundRow = RawRow & {
  readonly activity_description: string;
  readonly city_description: string;
  readonly ibge_city: string;
};

/** The establishments of some hits, in their order. */
export async function readFound(
  db: Db | Tx,
  generation: number,
  hits: readonly SearchHit[],
): Promise<readonly FoundRow[]> {
  const codes = sql.raw(tableName(generation, 'codes'));
  const { rows } = await sql<FoundRow>`
    select e.root, e.branch, e.check_digits, e.head_or_branch, e.trade_name, e.status, e.opening_date,
      e.main_activity, e.state, e.city, coalesce(c.official_name, '') as official_name,
      coalesce((select description from ${codes} where code = 'activity:' || e.main_activity), '') as activity_description,
      coalesce((select description from ${codes} where code = 'city:' || e.city), '') as city_description,
      coalesce((select description from ${codes} where code = 'ibge:' || e.city), '') as ibge_city
    from unnest(${hits.map(({ root }) => root)}::text[], ${hits.map(({ branch }) => branch)}::text[])
      with ordinality as hit (root, branch, number)
    join ${sql.raw(tableName(generation, 'establishments'))} e on e.root = hit.root and e.branch = hit.branch
    left join ${sql.raw(tableName(generation, 'companies'))} c on c.root = hit.root
    order by hit.number
  `.execute(db);
  return rows;
}

type HitRow = { readonly place: string; readonly root: string; readonly branch: string };

function toHit({ place, root, branch }: HitRow): SearchHit {
  const [, page = '', item = ''] = /^\((\d+),(\d+)\)$/.exec(place) ?? [];
  return { page: Number(page), item: Number(item), root, branch };
}

function toTid({ page, item }: SearchPlace): string {
  return `(${page},${item})`;
}

function conditions(filters: SearchFilters, use: IndexUse): RawBuilder<unknown> {
  const isLookedUp = (of: SearchWord['of']) => (word: string) =>
    use.words.some((it) => it.of === of && it.word === word);
  const all: RawBuilder<unknown>[] = wordConditions('name', filters.name, isLookedUp('name'));
  if (filters.partner.length > 0) {
    all.push(sql`partners <> ''`, ...wordConditions('partners', filters.partner, isLookedUp('partner')));
  }
  if (filters.taxRegime !== undefined) {
    all.push(sql`exists (
      select from (
        select kind from registry_tax_regimes
        where generation = (select id from registry_tax_generations where state = 'current')
          and company_root = root and scp = ''
        order by year desc limit 1
      ) as last where kind = ${filters.taxRegime})`);
  }
  return sql.join([...all, ...placeConditions(filters, use)], sql` and `);
}

function placeConditions(filters: SearchFilters, use: IndexUse): RawBuilder<unknown>[] {
  const { state, cities, activity, secondary } = filters;
  const place = (column: string) => (use.places ? sql.raw(column) : withoutIndex(column));
  const all: RawBuilder<unknown>[] = [];
  if (state !== undefined) all.push(sql`${place('state')} = ${state}`);
  if (cities !== undefined) all.push(sql`${place('city')} = any(${cities}::text[])`);
  if (activity !== undefined) {
    const main = sql`${place('activity')} like ${`${activity}%`}`;
    const others = sql`string_to_array(${place('secondary')}, ',') && ${secondary}::text[] and secondary <> ''`;
    all.push(secondary === undefined ? main : sql`(${main} or ${others})`);
  }
  return all;
}

/** An expression has no index. */
function withoutIndex(column: string): RawBuilder<unknown> {
  return sql.raw(`(${column} || '')`);
}

/** All words in the column, and then all of them in one of its lines. */
function wordConditions(
  column: string,
  words: readonly string[],
  isLookedUp: (word: string) => boolean,
): RawBuilder<unknown>[] {
  const each = words.map((word) => hasWordIn(column, word, isLookedUp(word)));
  if (words.length < 2) return each;
  const whole = words.filter((word) => word.length === wholeWordLength).map(toWholeWord);
  return [
    ...each,
    sql`exists (select from unnest(string_to_array(${sql.raw(column)}, E'\\n')) as line
      where line like all(${words.map(toPart)}::text[]) and line ~ all(${whole}::text[]))`,
  ];
}

/** Words of this length are compared as whole words: as parts they have no trigram, and stand in too many names. */
const wholeWordLength = 2;

function hasWordIn(column: string, word: string, isLookedUp: boolean): RawBuilder<unknown> {
  const compared = isLookedUp ? sql.raw(column) : withoutIndex(column);
  if (word.length !== wholeWordLength) return sql`${compared} like ${toPart(word)}`;
  // The part goes first: it is compared faster than the whole word.
  return sql`${withoutIndex(column)} like ${toPart(word)} and ${compared} ~ ${toWholeWord(word)}`;
}

function toPart(word: string): string {
  return `%${word}%`;
}

const separators = '[ \\n!-/:-@[-`{-~]';

/** A pattern that trigrams find: `\m`, and a class of whatever is no letter, have none. */
function toWholeWord(word: string): string {
  return `(^|${separators})${word}($|${separators})`;
}
