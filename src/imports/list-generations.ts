import {
  listListGenerations,
  listImports as listPeopleImports,
  listRefusedRows as listRefusedListRows,
  rollBackList,
  rollBackPeople,
} from '../people/index.ts';
import type { OpenDatabase } from '../platform/db/index.ts';
import {
  getRegistryStatus,
  listRefusedRows as listRefusedRegistryRows,
  listTaxGenerations,
  rollBackTaxRegimes,
  rollbackRegistry,
} from '../registry/index.ts';
import { ImportError } from './errors.ts';
import { findImport } from './imports-store.ts';
import type { ImportableSource, ImportsDeps } from './types.ts';

/** The states of what was imported; each kind of source has some of them. */
export const generationStates = [
  'loading',
  'ready',
  'current',
  'previous',
  'replaced',
  'withdrawn',
  'pruned',
  'failed',
] as const;

type GenerationState = (typeof generationStates)[number];

export type SourceGeneration = {
  readonly generation: number;
  readonly state: GenerationState;
  readonly isCurrent: boolean;
  /** A rollback takes this one back. */
  readonly isRevocable: boolean;
  readonly edition?: string | undefined;
  readonly dataDate: string | undefined;
  readonly entries: number | undefined;
  readonly refusedRows: Readonly<Record<string, number>> | undefined;
  readonly failure: string | undefined;
  readonly startedAt: Date;
  readonly finishedAt: Date | undefined;
};

/** Generations of a source that are listed. */
export const mostGenerations = 50;

/** Imports of a source, the newest first, those by commands included. */
export async function listGenerations(
  { db }: Pick<OpenDatabase, 'db'>,
  source: ImportableSource,
): Promise<readonly SourceGeneration[]> {
  if (source === 'registry') {
    const { current, generations } = await getRegistryStatus({ db });
    return generations.slice(0, mostGenerations).map((one) => ({
      ...shape(one),
      isCurrent: one.id === current?.id,
      isRevocable: one.id === current?.id,
      dataDate: one.dataMonth,
      entries: one.rowCounts?.establishments,
      refusedRows: one.refusedRows,
    }));
  }
  if (source === 'tax_regimes') {
    return (await listTaxGenerations(db)).map((one) => ({
      ...shape(one),
      isCurrent: one.state === 'current',
      isRevocable: one.state === 'current',
      dataDate: one.lastYear?.toString(),
      entries: one.rows,
      refusedRows: one.skipped ? { unreadable: one.skipped } : undefined,
    }));
  }
  if (source === 'data_sets') {
    return (await listPeopleImports(db, mostGenerations)).map((one) => ({
      ...shape(one),
      // Each answers for the CPFs that no later one names.
      isCurrent: one.state === 'ready',
      isRevocable: one.isRevocable,
      dataDate: one.dataDate,
      entries: one.rows === undefined ? undefined : one.rows - sumOf(one.refusedRows),
      refusedRows: one.refusedRows,
    }));
  }
  return (await listListGenerations(db))
    .filter(({ list }) => list === source)
    .slice(0, mostGenerations)
    .map((one) => ({
      ...shape(one),
      isCurrent: one.state === 'current',
      isRevocable: one.state === 'current',
      edition: one.edition || undefined,
      dataDate: one.listDate,
      entries: one.entries,
      refusedRows: one.refusedRows,
    }));
}

/** A refused row: where it stands and why it was refused. Nothing of its content. */
export type RefusedRow = {
  readonly file?: string;
  readonly line: number;
  readonly reason: string;
  readonly field?: string | undefined;
};

/** A page of the refused rows of an import that were kept, by file and line. Rejects with `import_not_found`. */
export async function listRefusedRows(
  { db }: Pick<OpenDatabase, 'db'>,
  id: string,
  page: {
    readonly after: { readonly file: string; readonly line: number } | undefined;
    readonly limit: number;
  },
): Promise<readonly RefusedRow[]> {
  const found = await findImport(db, id);
  if (found === undefined) throw new ImportError('import_not_found');
  const generation = found.result?.generation;
  // Tax regimes count the rows that they leave out, and keep none.
  if (generation === undefined || found.source === 'tax_regimes') return [];
  if (found.source === 'registry') {
    const { rows } = await listRefusedRegistryRows(db, { generation, ...page });
    return rows.map(({ file, line, reason }) => ({ file, line, reason }));
  }
  const owner = found.source === 'data_sets' ? { importId: generation } : { generation };
  return await listRefusedListRows(db, owner, { afterLine: page.after?.line, limit: page.limit });
}

function shape({
  id,
  state,
  startedAt,
  finishedAt,
  failure,
}: Pick<SourceGeneration, 'state' | 'startedAt' | 'finishedAt' | 'failure'> & { readonly id: number }) {
  return { generation: id, state, startedAt, finishedAt, failure };
}

export function sumOf(counts: Readonly<Record<string, number>> = {}): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/**
 * Puts the import before the current one of a source in service again; gives the numbers of the generations that
 * answer now. Of data sets all imports answer together, so it gives the number of the newest one, if there is any.
 *
 * Rejects with `list_rollback_impossible`, `people_rollback_impossible`, `registry_no_previous_generation`,
 * `tax_rollback_impossible`, `people_import_running` and `registry_import_running`.
 */
export async function rollBackSource(
  { database, clock }: Pick<ImportsDeps, 'database' | 'clock'>,
  source: ImportableSource,
  edition: string | undefined,
): Promise<readonly number[]> {
  if (source === 'registry') return [(await rollbackRegistry({ database, clock })).id];
  if (source === 'tax_regimes') return [(await rollBackTaxRegimes({ database })).id];
  if (source === 'data_sets') {
    await rollBackPeople({ database });
    return (await listPeopleImports(database.db, 1_000))
      .filter(({ state }) => state === 'ready')
      .slice(0, 1)
      .map(({ id }) => id);
  }
  return (await rollBackList({ database, clock }, { list: source, edition })).map(({ id }) => id);
}
