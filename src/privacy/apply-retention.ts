import { deleteUnusedImages, dropOldReceivedImages, eraseOldAttempts } from '../faces/index.ts';
import type { ImageStore } from '../images/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { JobOutcome } from '../platform/jobs/index.ts';
import { eraseOldExecutions, eraseOldPartners, listCompaniesWithOldPartners } from '../profiles/index.ts';

/** How long each class of data is kept, in days; undefined: until somebody erases it. */
export type RetentionDays = {
  /** Photos received in authentications. */
  readonly receivedImages: number | undefined;
  /** The personal part of attempts. */
  readonly attempts: number | undefined;
  /**
   * Executions that ended, with their attributes and decisions; the profile keeps what it knows, and a company the
   * execution whose partners it shows, with theirs.
   */
  readonly executions: number | undefined;
};

export type RetentionDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly store: ImageStore;
  readonly clock: Clock;
  readonly days: RetentionDays;
};

const batchSize = 200;
const dayMs = 86_400_000;

/** Erases what has been kept for its time, oldest first, in small transactions. Cut off, the next run goes on. */
export async function applyRetention(deps: RetentionDeps, signal: AbortSignal): Promise<JobOutcome> {
  const now = deps.clock.now();
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  const { receivedImages, attempts, executions } = deps.days;

  const eachBatch = async (run: (tx: Tx) => Promise<{ count: number; imageIds: readonly string[] }>) => {
    for (;;) {
      if (signal.aborted) return;
      const done = await deps.db.transaction().execute(async (tx) => {
        const { count, imageIds } = await run(tx);
        return { count, files: await deleteUnusedImages(tx, imageIds) };
      });
      await Promise.all(done.files.map((id) => deps.store.delete(id)));
      // Not at the first that is not full: an execution can go once those that it started are gone.
      if (done.count === 0) return;
    }
  };
  if (receivedImages !== undefined) {
    await eachBatch(async (tx) => {
      const imageIds = await dropOldReceivedImages(tx, before(receivedImages), batchSize);
      return { count: imageIds.length, imageIds };
    });
  }
  if (attempts !== undefined) {
    await eachBatch(async (tx) => {
      const erased = await eraseOldAttempts(tx, before(attempts), batchSize, now);
      return { count: erased.attempts, imageIds: erased.imageIds };
    });
  }
  if (executions !== undefined) {
    await erasePartners(deps, before(executions), signal);
    await eachBatch(async (tx) => ({
      count: await eraseOldExecutions(tx, before(executions), batchSize),
      imageIds: [],
    }));
  }
  return signal.aborted ? { outcome: 'failed', retryable: true, reason: 'interrupted' } : { outcome: 'done' };
}

/** A company at a time: executions lock companies as well, in an order of their own. */
async function erasePartners(deps: RetentionDeps, endedBefore: Date, signal: AbortSignal): Promise<void> {
  let after = '';
  for (;;) {
    const page = { after, limit: batchSize };
    const companyIds = await listCompaniesWithOldPartners(deps.db, endedBefore, page);
    for (const companyId of companyIds) {
      if (signal.aborted) return;
      await deps.db.transaction().execute((tx) => eraseOldPartners(tx, deps.cipher, companyId, endedBefore));
    }
    if (companyIds.length < batchSize) return;
    after = companyIds.at(-1)!;
  }
}
