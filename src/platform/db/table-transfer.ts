import { once } from 'node:events';
import type { PGlite } from '@electric-sql/pglite';
import type { PoolClient } from 'pg';
import { toDatabaseError } from './driver-errors.ts';
import type { OpenDatabase } from './types.ts';
import { withClient } from './with-client.ts';

/** The path that the embedded database reads and writes instead of a file. */
const blobFile = '/dev/blob';

/** A table as `COPY` sees it: words of the database's own catalogue. */
export type TableColumns = { readonly table: string; readonly columns: readonly string[] };

/** The database as it is at one moment. */
export type Snapshot = {
  rows(text: string): Promise<readonly Record<string, unknown>[]>;
  /** All rows of a table in PostgreSQL's binary COPY format, in pieces of any size. */
  copyOut(source: TableColumns): AsyncIterable<Uint8Array>;
};

/**
 * Reads the database as it is at one moment, whatever is written meanwhile. The embedded database has one connection:
 * everybody else waits until `read` is done.
 */
export async function readSnapshot<T>(
  open: OpenDatabase,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  if (open.kind === 'embedded') {
    return await open.db.connection().execute(() =>
      read({
        rows: async (text) => (await open.pglite.query<Record<string, unknown>>(text)).rows,
        async *copyOut(source) {
          const { blob } = await open.pglite.query(
            `copy ${select(source)} to '${blobFile}' with (format binary)`,
          );
          if (blob !== undefined) yield* blob.stream() as unknown as AsyncIterable<Uint8Array>;
        },
      }),
    );
  }
  return await withClient(open.sessions, async (client) => {
    const { to } = await import('pg-copy-streams');
    await client.query('begin isolation level repeatable read read only; set local statement_timeout = 0');
    const result = await read({
      rows: async (text) => (await client.query(text)).rows,
      copyOut: (source) => client.query(to(`copy ${select(source)} to stdout with (format binary)`)),
    });
    await client.query('commit');
    return result;
  });
}

export type Loading = {
  rows(text: string): Promise<readonly Record<string, unknown>[]>;
  /** Adds rows given as one whole binary COPY. */
  copyIn(target: TableColumns, bytes: Uint8Array): Promise<void>;
};

/** Loads tables in one transaction: all of it is there afterwards, or nothing. */
export async function loadTables<T>(open: OpenDatabase, load: (loading: Loading) => Promise<T>): Promise<T> {
  if (open.kind === 'embedded') {
    return await open.db.connection().execute(() =>
      open.pglite.transaction((tx) =>
        load({
          rows: async (text) => (await tx.query<Record<string, unknown>>(text)).rows,
          copyIn: (target, bytes) => copyBlob(tx, list(target), bytes),
        }),
      ),
    );
  }
  return await withClient(open.sessions, async (client) => {
    await client.query('begin; set local statement_timeout = 0');
    const result = await load({
      rows: async (text) => (await client.query(text)).rows,
      copyIn: (target, bytes) => copyStream(client, list(target), bytes),
    });
    await client.query('commit');
    return result;
  });
}

/** Adds rows that are one whole COPY to a table of the embedded database. Rejects as statements do. */
export async function copyBlob(
  pglite: Pick<PGlite, 'query'>,
  target: string,
  bytes: Uint8Array,
  format = 'format binary',
): Promise<void> {
  const blob = new Blob([new Uint8Array(bytes)]);
  try {
    await pglite.query(`copy ${target} from '${blobFile}' with (${format})`, [], { blob });
  } catch (error) {
    throw toDatabaseError(error);
  }
}

async function copyStream(client: PoolClient, target: string, bytes: Uint8Array): Promise<void> {
  const { from } = await import('pg-copy-streams');
  const copy = client.query(from(`copy ${target} from stdin with (format binary)`));
  copy.end(bytes);
  await once(copy, 'finish');
}

/** As a query: a partitioned table itself has no rows to copy. */
function select({ table, columns }: TableColumns): string {
  return `(select ${columns.map(quote).join(', ')} from ${quote(table)})`;
}

function list({ table, columns }: TableColumns): string {
  return `${quote(table)} (${columns.map(quote).join(', ')})`;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A value of a binary row: text, bytes, a boolean, or nothing. Numbers say how wide their column is. */
export type CopyValue =
  | string
  | Uint8Array
  | boolean
  | null
  | { readonly integer: number }
  | { readonly bigint: number };

const header = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const trailer = Buffer.from([0xff, 0xff]);

/**
 * Adds rows to a table with one `COPY` in PostgreSQL's binary format, as a transaction of its own: several times
 * faster than INSERT, and without any quoting of what the rows hold. On the embedded database others wait
 * meanwhile, so hand it some hundred rows at a time.
 *
 * With `isLossFine` PostgreSQL answers before the rows are on disk, as an import wants it whose last commit puts them
 * into service: that one waits for all of them, and after a crash before it the rows are given up anyway.
 *
 * `table` and `columns` are words of the program, never of its input.
 */
export async function copyRows(
  database: OpenDatabase,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly CopyValue[])[],
  { isLossFine = false }: { readonly isLossFine?: boolean } = {},
): Promise<void> {
  if (rows.length === 0) return;
  const bytes = Buffer.concat([header, ...rows.map(encodeRow), trailer]);
  const target = `${table} (${columns.join(', ')})`;
  if (database.kind === 'embedded') {
    // Kysely's turn on the one connection is taken, so that the rows do not land in somebody's transaction.
    await database.db.connection().execute(() => copyBlob(database.pglite, target, bytes));
    return;
  }
  await withClient(database.pool, async (client) => {
    if (isLossFine) await client.query('begin; set local synchronous_commit = off');
    await copyStream(client, target, bytes);
    if (isLossFine) await client.query('commit');
  });
}

function encodeRow(values: readonly CopyValue[]): Buffer {
  const parts: Uint8Array[] = [];
  const count = Buffer.allocUnsafe(2);
  count.writeInt16BE(values.length);
  parts.push(count);
  for (const value of values) {
    const bytes = encodeValue(value);
    const length = Buffer.allocUnsafe(4);
    length.writeInt32BE(bytes?.byteLength ?? -1);
    parts.push(length);
    if (bytes !== undefined) parts.push(bytes);
  }
  return Buffer.concat(parts);
}

function encodeValue(value: CopyValue): Uint8Array | undefined {
  if (value === null) return undefined;
  if (typeof value === 'string') return Buffer.from(value);
  if (typeof value === 'boolean') return Uint8Array.of(value ? 1 : 0);
  if (value instanceof Uint8Array) return value;
  if ('integer' in value) {
    const bytes = Buffer.allocUnsafe(4);
    bytes.writeInt32BE(value.integer);
    return bytes;
  }
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigInt64BE(BigInt(value.bigint));
  return bytes;
}
