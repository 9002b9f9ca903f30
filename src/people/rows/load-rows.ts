import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CopyValue, OpenDatabase } from '../../platform/db/index.ts';
import { RefusedRows, type RefusedRowsOwner } from './refused-rows-store.ts';
import type { RowFault } from './split-records.ts';

/** A row of a file as it was read, or why it cannot be imported. */
export type ReadRow<T> =
  | { readonly line: number; readonly value: T }
  | { readonly line: number; readonly fault: RowFault; readonly field?: string };

export type RowLoadProgress = { readonly rows: number; readonly refusedRows: number };

/** Rows that are sealed before others get their turn. */
const rowsAtATurn = 250;

/** Rows that the database takes at once. The embedded one lets nobody else work meanwhile. */
const rowsAtATime = { embedded: 250, postgres: 5_000 };

/**
 * The rows of an import on their way into its table: good ones are sealed and copied, the others put aside. PostgreSQL
 * takes rows while the next ones are read and sealed.
 */
export function createRowLoad<T>(
  database: OpenDatabase,
  owner: RefusedRowsOwner,
  table: {
    readonly seal: (line: number, value: T) => readonly CopyValue[];
    readonly copy: (rows: readonly (readonly CopyValue[])[]) => Promise<void>;
  },
) {
  const refused = new RefusedRows(database.db, owner);
  let rows = 0;
  let goodRows = 0;
  // Lines are counted on over the tables of a zip: with the import they name a row.
  let linesBefore = 0;
  let lastLine = 0;
  let sealed: (readonly CopyValue[])[] = [];
  let writing: Promise<void> = Promise.resolve();

  function takeRow(read: ReadRow<T>): void {
    rows += 1;
    const line = linesBefore + read.line;
    lastLine = Math.max(lastLine, line);
    if ('fault' in read) refused.putAside({ line, reason: read.fault, field: read.field });
    else {
      goodRows += 1;
      sealed.push(table.seal(line, read.value));
    }
  }

  async function write(): Promise<void> {
    await writing;
    const taken = sealed;
    sealed = [];
    writing = table.copy(taken);
    // Reported where it is awaited.
    writing.catch(() => {});
    if (database.kind === 'embedded') await writing;
  }

  return {
    beginTable() {
      linesBefore = lastLine;
    },
    async take(part: readonly ReadRow<T>[], report: (progress: RowLoadProgress) => void): Promise<void> {
      for (let at = 0; at < part.length; at += rowsAtATurn) {
        for (const read of part.slice(at, at + rowsAtATurn)) takeRow(read);
        if (sealed.length >= rowsAtATime[database.kind]) await write();
        await refused.save(rowsAtATurn);
        report({ rows, refusedRows: rows - goodRows });
        await nextTurn();
      }
    },
    async end(): Promise<void> {
      await write();
      await writing;
      await refused.save();
    },
    /** Keeps what was put aside of an import that failed. Resolves when nothing is being written any more. */
    async settle(): Promise<void> {
      await writing.catch(() => {});
      await refused.save().catch(() => {});
    },
    counts: () => ({ rows, goodRows, refusedRows: refused.counts }),
  };
}
