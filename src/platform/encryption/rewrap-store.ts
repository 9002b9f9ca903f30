import { sql } from 'kysely';
import type { Db, Tx } from '../db/types.ts';
import type { SealedColumns } from './record-cipher.ts';
import type { SealedTable } from './sealed-columns.ts';

/** Where the key of one record stands. */
type WrappedKeyRow = Omit<SealedColumns, 'ciphertext'> & { readonly id: string };

/** The number of records of a table under each key. Reads the whole table. */
export async function countByKey(db: Db, table: SealedTable): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key_id: string; count: number }>`
    select key_id, count(*) as count from ${sql.table(table.table)}
    where wrapped_key is not null group by key_id`.execute(db);
  return new Map(rows.map((row) => [row.key_id, row.count]));
}

/**
 * The next records, by id, that are not under the key, locked until the transaction ends. One that somebody else has
 * locked is left out unless the caller `waits`.
 */
export async function lockOtherKeys(
  tx: Tx,
  table: SealedTable,
  keyId: string,
  page: { readonly after: string; readonly limit: number; readonly waits: boolean },
): Promise<readonly WrappedKeyRow[]> {
  const id = sql.ref(table.idColumn);
  const { rows } = await sql<WrappedKeyRow>`
    select ${id} as id, key_id, wrapped_key from ${sql.table(table.table)}
    where ${id} > ${page.after} and key_id <> ${keyId} and wrapped_key is not null
    order by ${id} limit ${page.limit} for no key update ${page.waits ? sql`` : sql`skip locked`}`.execute(
    tx,
  );
  return rows;
}

/** Replaces the wrapped keys of records that this transaction has locked. One statement. */
export async function replaceWrappedKeys(
  tx: Tx,
  table: SealedTable,
  keyId: string,
  keys: readonly { readonly id: string; readonly wrappedKey: Uint8Array }[],
): Promise<void> {
  const values = keys.map(({ id, wrappedKey }) => ({ id, key: Buffer.from(wrappedKey).toString('hex') }));
  await sql`
    update ${sql.table(table.table)} as sealed set key_id = ${keyId}, wrapped_key = decode(wanted.key, 'hex')
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as wanted(id text, key text)
    where sealed.${sql.ref(table.idColumn)} = wanted.id`.execute(tx);
}
