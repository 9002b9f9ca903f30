import { type Db, isPartitionEmpty, type Tx } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { HeldPeople, RetentionRule } from '../platform/personal-data.ts';
import { eraseOldExecutions, eraseOldPartners, listCompaniesWithOldPartners } from './erasure-store.ts';

type Deps = { readonly db: Db; readonly cipher: RecordCipher };

const batchSize = 200;

/**
 * Retention of executions that ended, with their attributes and decisions. The profile keeps its facts. A company
 * keeps the execution that shows its partners, and the partners' executions; their months stay with them.
 */
export function retentionRule(options: Deps & { readonly days: number | undefined }): RetentionRule {
  return {
    days: options.days,
    months: { table: 'executions', mayGo: isPartitionEmpty },
    prepare: (before, signal, lockHeld) => erasePartners(options, before, signal, lockHeld),
    async eraseBatch(tx, before, limit, _now, held) {
      return { count: await eraseOldExecutions(tx, before, limit, held.ids), files: [] };
    },
  };
}

/** A company at a time: executions lock companies as well, in an order of their own. */
async function erasePartners(
  deps: Deps,
  endedBefore: Date,
  signal: AbortSignal,
  lockHeld: (tx: Tx) => Promise<HeldPeople>,
): Promise<void> {
  let after = '';
  for (;;) {
    const page = { after, limit: batchSize };
    const companyIds = await listCompaniesWithOldPartners(deps.db, endedBefore, page);
    for (const companyId of companyIds) {
      if (signal.aborted) return;
      await deps.db.transaction().execute(async (tx) => {
        const { ids } = await lockHeld(tx);
        await eraseOldPartners(tx, deps.cipher, { companyId, endedBefore, heldPeople: ids });
      });
    }
    if (companyIds.length < batchSize) return;
    after = companyIds.at(-1)!;
  }
}
