import { sql } from 'kysely';
import { type Db, fromRow, type ToRow } from '../../platform/db/index.ts';
import { rowLimits } from './read-rows.ts';
import type { RowFault } from './split-records.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    person_import_refused_rows: ToRow<RefusedRow> & { import_id: number };
    person_list_refused_rows: ToRow<RefusedRow> & { generation: number };
  }
}

/** The number of rows that an import put aside, by fault. */
export type FaultCounts = Readonly<Record<string, number>>;

/** A row that could not be imported. */
type RefusedRow = { readonly line: number; readonly reason: RowFault; readonly field: string | undefined };

/** Which import put rows aside: one of a data set, or one of a public list. */
export type RefusedRowsOwner = { readonly importId: number } | { readonly generation: number };

async function insertRefusedRows(
  db: Db,
  owner: RefusedRowsOwner,
  rows: readonly RefusedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { table, column, id } = placeOf(owner);
  await sql`
    insert into ${sql.table(table)} (${sql.ref(column)}, line, reason, field)
    select ${id}, line, reason, field
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(line bigint, reason text, field text)
  `.execute(db);
}

/** Rows that an import put aside, by line. */
export async function listRefusedRows(
  db: Db,
  owner: RefusedRowsOwner,
  { afterLine = 0, limit }: { readonly afterLine?: number | undefined; readonly limit: number },
): Promise<readonly RefusedRow[]> {
  const { table, column, id } = placeOf(owner);
  const { rows } = await sql<ToRow<RefusedRow>>`
    select line, reason, field from ${sql.table(table)}
    where ${sql.ref(column)} = ${id} and line > ${afterLine} order by line limit ${limit}
  `.execute(db);
  return rows.map((row) => fromRow(row));
}

function placeOf(owner: RefusedRowsOwner) {
  return 'importId' in owner
    ? { table: 'person_import_refused_rows', column: 'import_id', id: owner.importId }
    : { table: 'person_list_refused_rows', column: 'generation', id: owner.generation };
}

/** The rows that one import puts aside: all are counted, the first of them kept to be looked at. */
export class RefusedRows {
  readonly #db: Db;
  readonly #owner: RefusedRowsOwner;
  readonly #counts: Record<string, number> = {};
  #seen = 0;
  #unsaved: RefusedRow[] = [];

  constructor(db: Db, owner: RefusedRowsOwner) {
    this.#db = db;
    this.#owner = owner;
  }

  putAside(row: RefusedRow): void {
    this.#counts[row.reason] = (this.#counts[row.reason] ?? 0) + 1;
    this.#seen += 1;
    if (this.#seen <= rowLimits.maxRefusedRows) this.#unsaved.push(row);
  }

  /** Writes what was put aside since it was called last, once that is so many rows. */
  async save(atLeast = 1): Promise<void> {
    if (this.#unsaved.length < atLeast) return;
    const rows = this.#unsaved;
    this.#unsaved = [];
    await insertRefusedRows(this.#db, this.#owner, rows);
  }

  /** By fault, also of those that are not kept. */
  get counts(): FaultCounts {
    return this.#counts;
  }
}
