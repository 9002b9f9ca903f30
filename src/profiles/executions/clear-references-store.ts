import type { Db } from '../../platform/db/index.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { lockExecution, updateExecution } from './executions-store.ts';

/** Executions sealed in one transaction. */
const batchSize = 100;

/**
 * Seals references of executions that were stored in the clear, and gives how many. May be called at any time by any
 * process; what was sealed by then stays sealed when it is cut short.
 */
export async function sealClearReferences(
  db: Db,
  cipher: RecordCipher,
  signal: AbortSignal,
): Promise<number> {
  for (let sealed = 0; ; ) {
    if (signal.aborted) return sealed;
    const count = await db.transaction().execute(async (tx) => {
      const rows = await tx
        .selectFrom('executions')
        .select('id')
        .where('reference_id', 'is not', null)
        .orderBy('id')
        .limit(batchSize)
        .forNoKeyUpdate()
        .skipLocked()
        .execute();
      for (const { id } of rows) await updateExecution(tx, cipher, (await lockExecution(tx, cipher, id))!);
      return rows.length;
    });
    sealed += count;
    if (count < batchSize) return sealed;
  }
}
