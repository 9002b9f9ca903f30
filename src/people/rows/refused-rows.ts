import type { Db } from '../../platform/db/index.ts';
import {
  type FaultCounts,
  insertRefusedRows,
  type RefusedRow,
  type RefusedRowsOwner,
} from './refused-rows-store.ts';
import type { RowFault } from './split-records.ts';

/** The rows that one import puts aside: all are counted, the first of them kept to be looked at. */
export class RefusedRows {
  readonly #db: Db;
  readonly #owner: RefusedRowsOwner;
  readonly #maxKept: number;
  readonly #counts: Partial<Record<RowFault, number>> = {};
  #seen = 0;
  #unsaved: RefusedRow[] = [];

  constructor(db: Db, owner: RefusedRowsOwner, maxKept: number) {
    this.#db = db;
    this.#owner = owner;
    this.#maxKept = maxKept;
  }

  putAside(row: RefusedRow): void {
    this.#counts[row.reason] = (this.#counts[row.reason] ?? 0) + 1;
    this.#seen += 1;
    if (this.#seen <= this.#maxKept) this.#unsaved.push(row);
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
