import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../db/types.ts';
import { loadNamedKey } from './load-named-key.ts';
import type { RecordCipher } from './record-cipher.ts';

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
