import type { Db, OpenDatabase } from '../platform/db/index.ts';
import { RegistryError } from './errors.ts';
import { findCurrent, findRefusedRows, listGenerations } from './generations-store.ts';
import { decodeText } from './import/repair-row.ts';
import { measureGenerationTables } from './registry-tables-store.ts';

/** The state of the registry: month, counts, refused rows, and changes since the previous generation. */
export async function getRegistryStatus({ db }: Pick<OpenDatabase, 'db'>) {
  const generations = await listGenerations(db);
  const found = await findCurrent(db);
  const answering = generations.find(({ id }) => id === found?.generation);
  return {
    /** The generation that answers, with the bytes of its tables and indexes; undefined before the first import. */
    current: answering && {
      ...answering,
      switchedAt: found!.switchedAt,
      sizeBytes: await measureGenerationTables(db, answering.id),
    },
    /** Every import, the newest first. One that is `loading` is running, or was cut and is cleared by the next. */
    generations,
  };
}

/** The last day of a year or month (`2023`, `2026-04`) as `YYYY-MM-DD`; a day stays as it is. */
export function lastDayOf(period: string): string {
  const [year, month, day] = period.split('-').map(Number);
  if (day !== undefined) return period;
  return new Date(Date.UTC(year!, month ?? 12, 0)).toISOString().slice(0, 10);
}

/** A row that an import put aside. */
export type RefusedRow = {
  /** As the operator knows it: `Empresas0.zip`. */
  readonly file: string;
  /** The first line of the row in the file, from 1. */
  readonly line: number;
  readonly reason: string;
  /** Its first 1,000 bytes as text, read as an import reads text. */
  readonly text: string;
  /** The same bytes in base64. */
  readonly raw: string;
};

export type RefusedRowsPage = {
  readonly generation: number;
  readonly dataMonth: string;
  /** All rows put aside by reason; of them, those within the limit of each file are kept. */
  readonly counts: Readonly<Record<string, number>>;
  readonly rows: readonly RefusedRow[];
};

/**
 * The refused rows of a generation, by file and line, a page at a time. Default: the generation in service. The
 * next page follows the last row; a page with fewer rows than `limit` is the last.
 *
 * NOTE: rows hold what the open data holds, names and contacts of people among it.
 *
 * Rejects with `registry_not_imported` and `registry_generation_unknown`.
 */
export async function listRefusedRows(
  db: Db,
  options: {
    readonly generation?: number | undefined;
    readonly after?: { readonly file: string; readonly line: number } | undefined;
    readonly limit: number;
  },
): Promise<RefusedRowsPage> {
  const wanted = options.generation ?? (await findCurrent(db))?.generation;
  if (wanted === undefined) throw new RegistryError('registry_not_imported');
  const generation = (await listGenerations(db)).find(({ id }) => id === wanted);
  if (generation === undefined) throw new RegistryError('registry_generation_unknown');
  const rows = await findRefusedRows(db, { ...options, generation: wanted });
  return {
    generation: wanted,
    dataMonth: generation.dataMonth,
    counts: generation.refusedRows ?? {},
    rows: rows.map(({ file, line, reason, raw }) => {
      const bytes = Buffer.from(raw);
      return { file, line: Number(line), reason, text: decodeText(bytes), raw: bytes.toString('base64') };
    }),
  };
}
