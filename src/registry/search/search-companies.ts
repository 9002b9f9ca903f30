import { createHash } from 'node:crypto';
import { decodeCursor, encodeCursor } from '../../platform/cursors.ts';
import type { Db, Tx } from '../../platform/db/index.ts';
import { CursorError, type FieldProblem, RequestError } from '../../platform/errors.ts';
import { RegistryError } from '../errors.ts';
import { states } from '../import/parse-selection.ts';
import { taxRegimeKinds } from '../tax/tax-regimes-store.ts';
import { describe, isHeadOffice, parseDate, statuses, text } from '../to-company-record.ts';
import {
  type FoundRow,
  findActivityCodes,
  findCityCodes,
  type IndexUse,
  openSearch,
  readFound,
  type SearchFilters,
  type SearchHit,
  type SearchPlace,
  type SearchWord,
  sampleTable,
  scanIndexes,
  scanPages,
  type TableSample,
} from './search-matches-store.ts';

/** The search criteria; all of them must hold. */
export type SearchCriteria = {
  /**
   * Words of the official or of the trade name, whole or in part, in any order; accents and case do not matter. A word
   * of two letters is found whole.
   */
  readonly name?: string | undefined;
  /** Two letters. */
  readonly uf?: string | undefined;
  /** A code of IBGE or Receita Federal, or a name. */
  readonly city?: string | undefined;
  /** The main activity's code or its first digits, with or without punctuation. */
  readonly cnae?: string | undefined;
  /** `true`: `cnae` finds secondary activities as well. */
  readonly withSecondaryCnae?: string | undefined;
  /** Words of the name of one partner. */
  readonly partner?: string | undefined;
  /** The tax regime in the last year that names the company; only together with another criterion. */
  readonly taxRegime?: string | undefined;
};

export type SearchOptions = {
  /** Companies a page. */
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Time limit of each of its statements. */
  readonly timeoutMs: number;
  /** Pages of the table that are read rather than the indexes asked. Default 4,000. */
  readonly pagesWorthReading?: number;
};

export type FoundCompany = ReturnType<typeof toFoundCompany>;

/** No index finds a single letter. */
const shortestIndexedWord = 2;

/** Pages that show, before anything is decided, how common each thing that is asked for is: some 4,000 rows. */
const samplePages = 60;

/** So many rows of the sample that fit tell their share; with fewer it is the product of the shares of each thing. */
const tellingRows = 5;

/**
 * Pages that are read rather than the indexes asked. What one company in five thousand has is found there; asking for
 * several words that each are common is what takes indexes long.
 */
const usualPagesWorthReading = 1_500;

/** So many rows, by the words that are looked up, are compared with the rest of what is asked for without effort. */
const fewRows = 4_000;

/** From so many rows on, a second kind of index is worth asking as well. */
const manyRows = 20_000;

/** Share of rows from which on a word does not help the others in an index. */
const veryCommonWord = 0.3;

/**
 * Companies that fit all criteria, in the order of the registry's files. All pages of one search are of the
 * generation that its first page was of, also when the month is switched between them.
 *
 * Rejects with `registry_not_imported`, `request_invalid`, `cursor_invalid` and `cursor_expired` (its
 * generation is gone).
 */
export async function searchCompanies(db: Db, criteria: SearchCriteria, options: SearchOptions) {
  const wanted = readCriteria(criteria);
  return db.transaction().execute(async (tx) => {
    const start = options.cursor === undefined ? undefined : decodeSearchCursor(options.cursor, wanted);
    const table = await openSearch(tx, { generation: start?.generation, timeoutMs: options.timeoutMs });
    if (table === undefined) {
      throw start === undefined
        ? new RegistryError('registry_not_imported')
        : new CursorError('cursor_expired');
    }
    const { generation, dataMonth, pages } = table;
    const { city, withSecondary, ...rest } = wanted;
    const cities = city === undefined ? undefined : await findCityCodes(tx, generation, city);
    if (cities?.length === 0) return { dataMonth, companies: [], nextCursor: undefined };

    const { activity } = wanted;
    const filters: SearchFilters = {
      ...rest,
      cities,
      secondary:
        withSecondary && activity !== undefined
          ? await findActivityCodes(tx, generation, activity)
          : undefined,
    };
    const after = start ?? { page: 0, item: 0 };
    const hits = await scan(tx, generation, filters, {
      after,
      pages,
      pagesWorthReading: options.pagesWorthReading ?? usualPagesWorthReading,
      count: options.limit + 1,
    });
    const shown = hits.slice(0, options.limit);
    const last = shown.at(-1);
    return {
      dataMonth,
      companies: (await readFound(tx, generation, shown)).map(toFoundCompany),
      nextCursor:
        hits.length > options.limit && last !== undefined
          ? encodeSearchCursor({ generation, page: last.page, item: last.item }, wanted)
          : undefined,
    };
  });
}

async function scan(
  tx: Tx,
  generation: number,
  filters: SearchFilters,
  {
    after,
    pages,
    pagesWorthReading,
    count,
  }: {
    readonly after: SearchPlace;
    readonly pages: number;
    readonly pagesWorthReading: number;
    readonly count: number;
  },
): Promise<readonly SearchHit[]> {
  const words: readonly SearchWord[] = [
    ...filters.name.map((word) => ({ of: 'name' as const, word })),
    ...filters.partner.map((word) => ({ of: 'partner' as const, word })),
  ].filter(({ word }) => word.length >= shortestIndexedWord);
  const sample = await sampleTable(tx, generation, filters, words, samplePages);
  const rowsAPage = sample.rows / Math.min(samplePages, Math.max(1, pages));

  const hits: SearchHit[] = [];
  let place = after;
  let pagesRead = 0;
  let share = shareThatFits(sample);
  for (;;) {
    const pagesExpected = Math.ceil(((count - hits.length) * 1.2) / (share * rowsAPage));
    // A table that ends before is read to its end.
    const stretch = Math.min(pagesExpected, Math.max(0, pages - place.page));
    if (!(pagesRead + stretch <= pagesWorthReading)) break;
    const untilPage = place.page + stretch;
    hits.push(
      ...(await scanPages(tx, generation, filters, { after: place, untilPage }, count - hits.length)),
    );
    if (hits.length === count || untilPage >= pages) return hits;
    place = { page: untilPage, item: 0 };
    pagesRead += stretch;
    share = Math.max(1, hits.length) / (pagesRead * rowsAPage);
  }
  const use = chooseIndexes(filters, words, sample, rowsAPage * pages);
  hits.push(...(await scanIndexes(tx, generation, filters, place, { limit: count - hits.length, use })));
  return hits;
}

/** The share of rows that fit, above 0, as if each thing that is asked for had nothing to do with the others. */
function shareThatFits({ rows, fitting, withPlace, withWord }: TableSample): number {
  if (fitting >= tellingRows) return fitting / rows;
  return [withPlace, ...withWord].reduce((product, count) => product * shareOf(count, rows), 1);
}

function shareOf(count: number, rows: number): number {
  return (count + 1) / (rows + 1);
}

/**
 * The rarest words, as many as it takes until few rows have them all: each further word is some more lists of trigrams
 * to go through, and what it would leave out is compared faster. Place and activity instead, where they leave fewer, or
 * as well, where either alone leaves many.
 */
function chooseIndexes(
  { state, cities, activity }: SearchFilters,
  words: readonly SearchWord[],
  sample: TableSample,
  rowsOfTable: number,
): IndexUse {
  if (words.length === 0) return { words, places: true };
  const shares = words
    .map((word, index) => ({ word, share: shareOf(sample.withWord[index] ?? 0, sample.rows) }))
    .toSorted((one, other) => one.share - other.share);
  const chosen: SearchWord[] = [];
  let rows = rowsOfTable;
  for (const { word, share } of shares) {
    if (chosen.length > 0 && (rows <= fewRows || share >= veryCommonWord)) break;
    chosen.push(word);
    rows *= share;
  }
  const hasPlace = state !== undefined || cities !== undefined || activity !== undefined;
  if (!hasPlace) return { words: chosen, places: false };
  const rowsOfPlace = rowsOfTable * shareOf(sample.withPlace, sample.rows);
  if (Math.min(rows, rowsOfPlace) > manyRows) return { words: chosen, places: true };
  return rows <= rowsOfPlace ? { words: chosen, places: false } : { words: [], places: true };
}

type Wanted = {
  readonly name: readonly string[];
  readonly partner: readonly string[];
  readonly state: string | undefined;
  readonly city: string | undefined;
  readonly activity: string | undefined;
  readonly withSecondary: boolean;
  readonly taxRegime: string | undefined;
};

function readCriteria(criteria: SearchCriteria): Wanted {
  const problems: FieldProblem[] = [];
  const problem = (name: string, message: string) =>
    void problems.push({ path: `querystring/${name}`, message });
  const given = (key: keyof SearchCriteria) => criteria[key]?.trim() || undefined;
  const words = (key: 'name' | 'partner') => {
    const wanted = given(key);
    if (wanted === undefined) return [];
    const found = foldWords(wanted);
    if (!found.some((word) => word.length >= shortestIndexedWord))
      problem(key, 'needs a word of at least two letters or digits');
    // Longest first: what is rarest is compared first.
    return found.toSorted((one, other) => other.length - one.length);
  };
  const uf = given('uf')?.toUpperCase();
  if (uf !== undefined && !states.includes(uf)) problem('uf', `must be one of ${states.join(', ')}`);
  const activity = given('cnae')?.replaceAll(/[-./ ]/g, '');
  if (activity !== undefined && !/^\d{2,7}$/.test(activity)) {
    problem('cnae', 'must be the two to seven digits of an activity');
  }
  const taxRegime = given('taxRegime')?.toLowerCase();
  if (taxRegime !== undefined && !taxRegimeKinds.some((kind) => kind === taxRegime)) {
    problem('taxRegime', `must be one of ${taxRegimeKinds.join(', ')}`);
  }
  const withSecondary = given('withSecondaryCnae');
  if (withSecondary !== undefined && !['true', 'false'].includes(withSecondary)) {
    problem('withSecondaryCnae', 'must be true or false');
  }
  const wanted = {
    name: words('name'),
    partner: words('partner'),
    state: uf,
    city: given('city'),
    activity,
    withSecondary: withSecondary === 'true',
    taxRegime,
  };
  const narrows = (['name', 'uf', 'city', 'cnae', 'partner'] as const).some(
    (key) => given(key) !== undefined,
  );
  if (problems.length === 0 && !narrows) {
    problem('name', 'is needed, or one of uf, city, cnae and partner');
  }
  if (problems.length > 0) throw new RequestError(problems);
  return wanted;
}

/** Words as the search table has them; punctuation separates, so that "S/A" asks for an S and an A. */
function foldWords(text: string): readonly string[] {
  const folded = text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toUpperCase();
  return [...new Set(folded.match(/[\p{L}\p{N}]+/gu) ?? [])];
}

/** An establishment as a list shows it. Names are as published, with what CPF they hold. */
function toFoundCompany(row: FoundRow) {
  return {
    cnpj: `${row.root}${row.branch}${row.check_digits}`,
    isHeadOffice: isHeadOffice(row),
    officialName: text(row.official_name),
    tradeName: text(row.trade_name),
    status: describe(row.status, statuses[row.status ?? '']) ?? { code: '' },
    openingDate: parseDate(row.opening_date),
    mainActivity: describe(row.main_activity, row.activity_description),
    state: text(row.state),
    city: describe(row.city, row.city_description),
    ibgeCityCode: text(row.ibge_city),
  };
}

/** Where a search goes on: after which row, of which generation. */
export type SearchCursor = SearchPlace & { readonly generation: number };

/** PostgreSQL counts the rows of a page in two bytes. */
const largestItem = 0xffff;

/** A cursor as clients hand it back: opaque, and good only for the criteria that it came from. */
function encodeSearchCursor(cursor: SearchCursor, criteria: object): string {
  const { generation, page, item } = cursor;
  return encodeCursor(`${generation}.${page}.${item}.${digest(criteria)}`);
}

/** Throws `cursor_invalid` for what is no cursor, or one of another search. */
function decodeSearchCursor(text: string, criteria: object): SearchCursor {
  const place = decodeCursor(text, /^(\d{1,9})\.(\d{1,9})\.(\d{1,5})\.([\w-]{12})$/);
  const [generation, page, item] = (place?.slice(1, 4) ?? []).map(Number);
  if (generation === undefined || page === undefined || item === undefined) {
    throw new CursorError('cursor_invalid');
  }
  if (place?.[4] !== digest(criteria) || item > largestItem) throw new CursorError('cursor_invalid');
  return { generation, page, item };
}

function digest(criteria: object): string {
  const entries = Object.entries(criteria).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(entries)).digest('base64url').slice(0, 12);
}
