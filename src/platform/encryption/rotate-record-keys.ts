import type { Clock } from '../clock.ts';
import type { Db } from '../db/types.ts';
import { retireMasterKey } from './master-key-check-store.ts';
import type { RecordCipher } from './record-cipher.ts';
import { countByKey, lockOtherKeys, replaceWrappedKeys } from './rewrap-store.ts';
import type { SealedTable } from './sealed-columns.ts';

export type RotationProgress = { readonly table: string; readonly done: number; readonly total: number };

export type RotationResult = {
  readonly currentKeyId: string;
  /** Records whose keys were wrapped anew. */
  readonly rewrapped: number;
  /** Master keys that nothing is sealed with any more: they may be taken out of the configuration. */
  readonly retiredKeyIds: readonly string[];
};

export type RotateRecordKeysOptions = {
  readonly tables: readonly SealedTable[];
  readonly onProgress?: (progress: RotationProgress) => void;
  readonly signal?: AbortSignal;
  /** Records for each transaction. */
  readonly batchSize?: number;
};

/**
 * Wraps the data key of every record by the current master key, without reading the records. Works beside a
 * running service, in small transactions; cut off anywhere, the next call does what is left. At the end the other
 * keys of the ring are retired, unless a process that still seals with one has used it meanwhile.
 *
 * Rejects with `master_key_wrong` when a record's key is not in the ring, and `record_unreadable`; what was done
 * until then stays.
 */
export async function rotateRecordKeys(
  deps: { readonly db: Db; readonly cipher: RecordCipher; readonly clock: Clock },
  options: RotateRecordKeysOptions,
): Promise<RotationResult> {
  const { db, cipher, clock } = deps;
  const { tables, onProgress = () => {}, signal, batchSize = 500 } = options;
  const { currentKeyId } = cipher;
  let total = 0;
  for (const table of tables) {
    for (const [keyId, count] of await countByKey(db, table)) if (keyId !== currentKeyId) total += count;
  }
  let done = 0;
  for (const table of tables) {
    // First what nobody has locked. Then the rest, one at a time: who waits while others wait for him ends in a deadlock.
    for (const { limit, waits } of [
      { limit: batchSize, waits: false },
      { limit: 1, waits: true },
    ]) {
      let after = '';
      for (;;) {
        signal?.throwIfAborted();
        const rewrapped = await db.transaction().execute(async (tx) => {
          const rows = await lockOtherKeys(tx, table, currentKeyId, { after, limit, waits });
          if (rows.length === 0) return rows;
          const keys = rows.map((row) => ({
            id: row.id,
            wrappedKey: cipher.rewrap(row, table.contextOf(row.id)),
          }));
          await replaceWrappedKeys(tx, table, currentKeyId, keys);
          return rows;
        });
        if (rewrapped.length === 0) break;
        done += rewrapped.length;
        onProgress({ table: table.table, done, total: Math.max(done, total) });
        after = rewrapped.at(-1)!.id;
      }
    }
  }
  const retiredKeyIds = await retireUnusedKeys(deps, tables, clock.now());
  return { currentKeyId, rewrapped: done, retiredKeyIds };
}

async function retireUnusedKeys(
  deps: { readonly db: Db; readonly cipher: RecordCipher },
  tables: readonly SealedTable[],
  now: Date,
): Promise<readonly string[]> {
  const { db, cipher } = deps;
  const used = new Set<string>();
  for (const table of tables) for (const keyId of (await countByKey(db, table)).keys()) used.add(keyId);
  const unused = cipher.previousKeyIds.filter((keyId) => !used.has(keyId));
  await db.transaction().execute(async (tx) => {
    for (const keyId of unused) await retireMasterKey(tx, keyId, now);
  });
  return unused;
}
