import { checkPhotos, deleteStrayFiles } from '../images/index.ts';
import { findBackupTime, setPhotosMissing } from '../platform/deployment/index.ts';
import type { JobOutcome } from '../platform/jobs/index.ts';
import { deleteIdempotencyKeys } from './attempts-store.ts';
import { deleteExpiredCaptures } from './captures-store.ts';
import { deleteUnusedImages } from './evidence-store.ts';
import type { FaceDeps } from './face-deps.ts';

type FaceJobsDeps = Pick<FaceDeps, 'db' | 'store' | 'clock'>;

/** Lifetime of a stored `Idempotency-Key`. */
export const idempotencyKeyLifetimeMs = 24 * 60 * 60 * 1000;

const capturesPerTransaction = 500;

/** Removes expired captures with the photos that became evidence of no attempt. Safe to run any number of times. */
export async function purgeExpiredCaptures(deps: FaceJobsDeps): Promise<JobOutcome> {
  for (;;) {
    const { captures, unused } = await deps.db.transaction().execute(async (tx) => {
      const imageIds = await deleteExpiredCaptures(tx, deps.clock.now(), capturesPerTransaction);
      return { captures: imageIds.length, unused: await deleteUnusedImages(tx, imageIds) };
    });
    await Promise.all(unused.map((id) => deps.store.delete(id)));
    if (captures < capturesPerTransaction) return { outcome: 'done' };
  }
}

/** Forgets idempotency keys past their lifetime. */
export async function purgeIdempotencyKeys(deps: FaceJobsDeps): Promise<JobOutcome> {
  await deleteIdempotencyKeys(deps.db, new Date(deps.clock.now().getTime() - idempotencyKeyLifetimeMs));
  return { outcome: 'done' };
}

/**
 * Removes image files that no row points at, left by a process that ended between the file and its row. Fails, removing
 * none, when there are more than such processes leave.
 */
export async function sweepImages({ db, store, clock }: FaceJobsDeps): Promise<JobOutcome> {
  const backedUpAt = await findBackupTime(db);
  const { checked, strays, deleted } = await deleteStrayFiles(db, store, clock.now(), { backedUpAt });
  if (strays === deleted) return { outcome: 'done' };
  const reason = `${strays} of ${checked} files have no row: is this database the one of these photos?`;
  return { outcome: 'failed', retryable: false, reason };
}

/** Counts the photos that the database knows and the store has lost, for the metric. Fails when there are any. */
export async function checkStoredPhotos({ db, store, clock }: FaceJobsDeps): Promise<JobOutcome> {
  const now = clock.now();
  const { rows, rowsWithoutFile } = await checkPhotos(db, store, now);
  await setPhotosMissing(db, rowsWithoutFile, now);
  if (rowsWithoutFile === 0) return { outcome: 'done' };
  const reason = `${rowsWithoutFile} of ${rows} photos are missing in the photo store`;
  return { outcome: 'failed', retryable: false, reason };
}
