import { type AuditLog, countEvents, type VerifiedChain, verifyAudit } from '../platform/audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, isUniqueViolation, type Tx } from '../platform/db/index.ts';
import { createId } from '../platform/ids.ts';
import {
  findWithoutJob,
  type Job,
  type JobOutcome,
  type JobQueue,
  repeatDuring,
} from '../platform/jobs/index.ts';
import { toAnswer } from '../platform/to-answer.ts';
import { verificationIdKind } from './declarations.ts';
import { AuditLogError } from './errors.ts';
import { mostFaults, mostParts, type Verification, type VerificationResult } from './types.ts';
import {
  failVerification,
  findOpenVerification,
  findVerification,
  finishVerification,
  insertVerification,
  noteReadEvents,
  takeVerification,
} from './verifications-store.ts';

/** Between two notes of the progress. */
const noteIntervalMs = 500;

/**
 * Reads the log for a verification that waits, writes down what was found and records it as an event. It starts over
 * when the process stops on the way.
 */
export async function carryOutVerification(
  { db, auditKey, audit }: { readonly db: Db; readonly auditKey: Uint8Array; readonly audit: AuditLog },
  job: Job<{ readonly id: string }>,
): Promise<JobOutcome> {
  const taken = await takeVerification(db, job.data.id, await countEvents(db));
  if (taken === undefined) return { outcome: 'skipped', reason: 'verification_over' };
  /** False where another process has the job by now. */
  const finish = (end: Parameters<typeof finishVerification>[2]) =>
    db
      .transaction()
      .execute(async (tx) => (await job.holdIn(tx)) && (await finishVerification(tx, taken.id, end)));
  let readEvents = 0;
  const noting = repeatDuring(noteIntervalMs, () => noteReadEvents(db, taken.id, readEvents));
  try {
    const chains: VerifiedChain[] = [];
    const found = await verifyAudit(db, auditKey, {
      signal: job.signal,
      // Opening the service begins the log.
      mustHaveBegun: true,
      onProgress(events) {
        readEvents = events;
      },
      onChain: (chain) => chains.push(chain),
    });
    await noting.stop();
    const result = describeFindings(found, chains);
    const state = result.faultCount === 0 ? 'whole' : 'broken';
    if (!(await finish({ state, result }))) return { outcome: 'skipped', reason: 'verification_over' };
    const { events, anchors, faultCount } = result;
    await audit.record({
      actor: { kind: 'service' },
      action: 'audit.verified',
      target: taken.id,
      outcome: state === 'whole' ? 'done' : 'audit_broken',
      detail: { events, chains: result.chains, anchors, faults: faultCount },
    });
    return { outcome: 'done' };
  } catch (error) {
    await noting.stop();
    await finish({ state: job.signal.aborted ? 'waiting' : 'failed' });
    if (job.signal.aborted) return { outcome: 'failed', retryable: true, reason: 'interrupted' };
    throw error;
  }
}

function describeFindings(
  { events, chains, anchors, faults }: Awaited<ReturnType<typeof verifyAudit>>,
  parts: readonly VerifiedChain[],
): VerificationResult {
  const newest = parts.toSorted((a, b) => Number(b.lastAt ?? 0) - Number(a.lastAt ?? 0));
  const [firstAt] = parts.flatMap((part) => part.firstAt ?? []).sort((a, b) => Number(a) - Number(b));
  return toAnswer({
    events,
    chains,
    anchors,
    faultCount: faults.length,
    faults: faults.slice(0, mostFaults),
    firstAt,
    lastAt: newest[0]?.lastAt,
    parts: newest.slice(0, mostParts).map((part) => toAnswer(part)),
  });
}

export type StartVerificationDeps = { readonly db: Db; readonly clock: Clock; readonly queue: JobQueue };

export const verificationJob = 'verify-audit';

/** Ends a verification that no job is left for: it failed for good, or the database was restored from a backup. */
export async function failLostVerification(db: Db | Tx): Promise<void> {
  const open = await findOpenVerification(db);
  const lost = await findWithoutJob(db, verificationJob, open === undefined ? [] : [open]);
  for (const lostId of lost) await failVerification(db, lostId);
}

/** A verification of the whole log, to be done in the background. Rejects with `audit_verification_running`. */
export async function startVerification(
  { db, clock, queue }: StartVerificationDeps,
  startedBy: string,
): Promise<Verification> {
  const createdAt = clock.now();
  const id = createId(verificationIdKind, createdAt.getTime());
  try {
    await db.transaction().execute(async (tx) => {
      await failLostVerification(tx);
      await insertVerification(tx, { id, startedBy, createdAt });
      await queue.enqueueIn(tx, verificationJob, { id });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AuditLogError('audit_verification_running', { cause: error });
    throw error;
  }
  queue.wake(verificationJob);
  return (await findVerification(db, id))!;
}
