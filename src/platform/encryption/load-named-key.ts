import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../db/types.ts';
import type { RecordCipher, SealedColumns } from './record-cipher.ts';
import { defineSealedColumns, type SealedTable, sealedColumnNames } from './sealed-columns.ts';

declare module '../db/tables.ts' {
  interface Tables {
    named_keys: SealedColumns & { name: string };
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

type BoundValue = string | boolean | Uint8Array | readonly string[];

/**
 * Marks that tie the values of a row to each other under a key that the database holds sealed only. Whoever writes to
 * the database without the master key can neither make a row nor move a value to another row: its mark does not fit.
 */
export type RowBinder = {
  /** The mark of these values: HMAC-SHA256, 32 bytes. `kind` names what they are. */
  bind(kind: string, ...values: readonly BoundValue[]): Uint8Array;
  /** True if the mark is the one of these values. Compares in constant time. */
  fits(mark: Uint8Array, kind: string, ...values: readonly BoundValue[]): boolean;
};

/** The binder of the deployment's rows, the same in every process. Rejects like `loadNamedKey`. */
export async function loadRowBinder(db: Db, cipher: RecordCipher): Promise<RowBinder> {
  const key = await loadNamedKey(db, cipher, 'rows');
  const bind: RowBinder['bind'] = (kind, ...values) => {
    const text = values.map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : value,
    );
    return createHmac('sha256', key)
      .update(JSON.stringify([kind, ...text]))
      .digest();
  };
  return {
    bind,
    fits(mark, kind, ...values) {
      const expected = bind(kind, ...values);
      return mark.length === expected.length && timingSafeEqual(mark, expected);
    },
  };
}
