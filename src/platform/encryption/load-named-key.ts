import { randomBytes } from 'node:crypto';
import type { Db } from '../db/types.ts';
import type { RecordCipher } from './record-cipher.ts';
import { defineSealedColumns, sealedColumnNames } from './sealed-columns.ts';
import type { SealedTable } from './sealed-table.ts';

declare module '../db/tables.ts' {
  interface Tables {
    named_keys: { name: string; key_id: string; wrapped_key: Uint8Array; ciphertext: Uint8Array };
  }
}

const sealedNamedKey = defineSealedColumns('named_keys', { prefix: 'named-key', idColumn: 'name' });

/** The tables of this folder. */
export const encryptionSealedTables: readonly SealedTable[] = [sealedNamedKey];

/**
 * A random 32-byte key of the deployment, made on first use and kept in the database sealed under the master
 * key. Every replica gets the same one, and it stays the same when the master key is rotated.
 *
 * Rejects with an `EncryptionError` when the stored key cannot be opened with the master keys at hand.
 */
export async function loadNamedKey(db: Db, cipher: RecordCipher, name: string): Promise<Uint8Array> {
  const find = () =>
    db.selectFrom('named_keys').select(sealedColumnNames).where('name', '=', name).executeTakeFirst();
  const stored = (await find()) ?? (await insert(db, cipher, name).then(find));
  if (stored === undefined) throw new TypeError(`the key ${name} was removed while it was read`);
  return sealedNamedKey.open(cipher, name, stored);
}

/** Leaves the key of another process that was faster. */
async function insert(db: Db, cipher: RecordCipher, name: string): Promise<void> {
  await db
    .insertInto('named_keys')
    .values({ name, ...sealedNamedKey.seal(cipher, name, randomBytes(32)) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
