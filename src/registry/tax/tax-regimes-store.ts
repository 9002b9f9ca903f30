import { sql } from 'kysely';
import {
  type CopyValue,
  copyRows,
  type Db,
  fromRow,
  type OpenDatabase,
  type ToRow,
  type Tx,
} from '../../platform/db/index.ts';
import type { Cnpj } from '../../platform/documents.ts';

export type TaxGenerationState = 'loading' | 'current' | 'previous' | 'replaced' | 'withdrawn' | 'failed';

/** The kinds of tax regimes, as the search knows them. */
export const taxRegimeKinds = ['real', 'presumido', 'arbitrado', 'imune', 'isenta'] as const;

declare module '../../platform/db/tables.ts' {
  interface Tables {
    registry_tax_generations: ToRow<Omit<TaxGeneration, 'id' | 'rows' | 'skipped'>> & {
      id: import('kysely').Generated<number>;
      row_count: number | null;
      skipped_count: number | null;
    };
    registry_tax_regimes: {
      generation: number;
      company_root: string;
      cnpj: string;
      year: number;
      kind: string;
      regime: string;
      scp: string;
    };
  }
}

/** One import of tax regime files and its result. */
export type TaxGeneration = {
  readonly id: number;
  readonly state: TaxGenerationState;
  readonly startedAt: Date;
  readonly finishedAt: Date | undefined;
  readonly rows: number | undefined;
  /** Rows that could not be read. */
  readonly skipped: number | undefined;
  readonly lastYear: number | undefined;
  readonly failure: string | undefined;
};

export type TaxRegime = { readonly year: number; readonly regime: string };

/** The last imports, the newest first. */
export async function listTaxGenerations(db: Db | Tx): Promise<readonly TaxGeneration[]> {
  const rows = await db
    .selectFrom('registry_tax_generations')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return rows.map(({ row_count: count, skipped_count: skipped, ...row }) => ({
    ...fromRow(row),
    rows: count ?? undefined,
    skipped: skipped ?? undefined,
  }));
}

export async function insertTaxGeneration(db: Db, now: Date): Promise<number> {
  const row = await db
    .insertInto('registry_tax_generations')
    .values({ state: 'loading', started_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Writes down that an import failed. */
export async function failTaxGeneration(db: Db, id: number, failure: string, now: Date): Promise<void> {
  await db
    .updateTable('registry_tax_generations')
    .set({ state: 'failed', failure, finished_at: now })
    .where('id', '=', id)
    // The answer to the commit that put it in service can have been lost.
    .where('state', '=', 'loading')
    .execute();
}

/**
 * Puts a generation that is fully read in the place of the current one, which is kept for a rollback. False when another
 * import has cleared it away: the lock can be lost with its connection.
 */
export async function switchTaxGeneration(
  tx: Tx,
  id: number,
  values: { readonly now: Date; readonly rows: number; readonly skipped: number; readonly lastYear: number },
): Promise<boolean> {
  const move = (from: TaxGenerationState, to: TaxGenerationState) =>
    tx.updateTable('registry_tax_generations').set({ state: to }).where('state', '=', from).execute();
  await move('previous', 'replaced');
  await move('current', 'previous');
  const { numUpdatedRows } = await tx
    .updateTable('registry_tax_generations')
    .set({
      state: 'current',
      finished_at: values.now,
      row_count: values.rows,
      skipped_count: values.skipped,
      last_year: values.lastYear,
    })
    .where('id', '=', id)
    .where('state', '=', 'loading')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts the kept generation in service again and withdraws the current one; false when none is kept. */
export async function restoreTaxGeneration(tx: Tx): Promise<boolean> {
  const kept = await tx
    .selectFrom('registry_tax_generations')
    .select('id')
    .where('state', '=', 'previous')
    .executeTakeFirst();
  if (kept === undefined) return false;
  await tx
    .updateTable('registry_tax_generations')
    .set({ state: 'withdrawn' })
    .where('state', '=', 'current')
    .execute();
  await tx
    .updateTable('registry_tax_generations')
    .set({ state: 'current' })
    .where('id', '=', kept.id)
    .execute();
  return true;
}

/** Removes the rows of generations that cannot come into service any more. */
export async function removeSpentTaxRows(db: Db): Promise<void> {
  await sql`
    delete from registry_tax_regimes where generation in (
      select id from registry_tax_generations where state in ('replaced', 'withdrawn', 'failed'))
  `.execute(db);
}

const columns = ['generation', 'company_root', 'cnpj', 'year', 'kind', 'regime', 'scp'];

export async function copyTaxRows(
  database: OpenDatabase,
  rows: readonly (readonly CopyValue[])[],
): Promise<void> {
  await copyRows(database, 'registry_tax_regimes', columns, rows);
}

/**
 * The regimes of a company in service, the newest year first, each once. Rows of branches count for the company; those
 * of silent partnerships that it leads do not.
 */
export async function findTaxRegimes(db: Db, cnpj: Cnpj): Promise<readonly TaxRegime[]> {
  return await db
    .selectFrom('registry_tax_regimes as regimes')
    .innerJoin('registry_tax_generations as generations', 'generations.id', 'regimes.generation')
    .select(['regimes.year', 'regimes.regime'])
    .distinct()
    .where('generations.state', '=', 'current')
    .where('regimes.company_root', '=', cnpj.slice(0, 8))
    .where('regimes.scp', '=', '')
    .orderBy('regimes.year', 'desc')
    .orderBy('regimes.regime')
    .limit(100)
    .execute();
}
