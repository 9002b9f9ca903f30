import type { Clock } from '../platform/clock.ts';
import { type Db, isUniqueViolation } from '../platform/db/index.ts';
import { createId } from '../platform/ids.ts';
import type { JobQueue } from '../platform/jobs/index.ts';
import { AuditLogError } from './errors.ts';
import { verificationIdKind } from './id-kinds.ts';
import type { Verification } from './types.ts';
import { failLostVerifications, findVerification, insertVerification } from './verifications-store.ts';

export type StartVerificationDeps = { readonly db: Db; readonly clock: Clock; readonly queue: JobQueue };

/** The job that reads the log. */
export const verificationJob = 'verify-audit';

/** A verification of the whole log, to be done in the background. Rejects with `audit_verification_running`. */
export async function startVerification(
  { db, clock, queue }: StartVerificationDeps,
  startedBy: string,
): Promise<Verification> {
  const createdAt = clock.now();
  const id = createId(verificationIdKind, createdAt.getTime());
  try {
    await db.transaction().execute(async (tx) => {
      await failLostVerifications(tx);
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
