import { randomBytes } from 'node:crypto';
import type { Db } from '../db/types.ts';
import type { RecordCipher } from './record-cipher.ts';
import { namedKeyContext } from './sealed-table.ts';

declare module '../db/tables.ts' {
  interface Tables {
    named_keys: { name: string; key_id: string; wrapped_key: Uint8Array; ciphertext: Uint8Array };
  }
}

/**
 * A random 32-byte key of the deployment, made on first use and kept in the database sealed under the master
 * key. Every replica gets the same one, and it stays the same when the master key is rotated.
 *
 * Rejects with an `EncryptionError` when the stored key cannot be opened with the master keys at hand.
 */
export async function loadNamedKey(db: Db, cipher: RecordCipher, name: string): Promise<Uint8Array> {
  const context = namedKeyContext(name);
  const sealed = cipher.seal(randomBytes(32), context);
  await db
    .insertInto('named_keys')
    .values({ name, key_id: sealed.keyId, wrapped_key: sealed.wrappedKey, ciphertext: sealed.ciphertext })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const stored = await db
    .selectFrom('named_keys')
    .select(['key_id', 'wrapped_key', 'ciphertext'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return cipher.open(
    { keyId: stored.key_id, wrappedKey: stored.wrapped_key, ciphertext: stored.ciphertext },
    context,
  );
}
