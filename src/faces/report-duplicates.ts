import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/types.ts';
import { recordEvents } from '../platform/events/index.ts';
import type { RequestReview } from '../platform/reviews.ts';
import { facePossibleDuplicate } from './declarations.ts';
import {
  type DuplicateOutcome,
  deletePendingSearch,
  lockPendingSearch,
  postponePendingSearch,
} from './duplicates/index.ts';
import type { ReferenceFace } from './types.ts';

export type ReportDuplicatesDeps = {
  readonly db: Db;
  readonly clock: Clock;
  /** Asks people to look at a possible duplicate. Without it nobody does. */
  readonly requestReview?: RequestReview;
};

/** A search that was not finished is tried again after this long. */
export const searchAgainAfterMs = 60_000;

/**
 * Records what a search for duplicates of a face found, once for each other person: an event, and a case. Ends the
 * pending search when all faces were searched; otherwise the job `finish-duplicate-searches` repeats it. Does nothing
 * when another process has ended it, or the face is gone.
 *
 * See docs/decisions/0185.
 */
export async function reportDuplicates(
  { db, clock, requestReview }: ReportDuplicatesDeps,
  { id: faceId, personId }: Pick<ReferenceFace, 'id' | 'personId'>,
  { status, possibleDuplicates }: DuplicateOutcome,
): Promise<void> {
  const isFinished = status === 'complete' || status === 'partial';
  if (isFinished && possibleDuplicates.length === 0) return await deletePendingSearch(db, faceId);
  const at = clock.now();
  await db.transaction().execute(async (tx) => {
    const reported = await lockPendingSearch(tx, faceId);
    if (reported === undefined) return;
    const found = possibleDuplicates.map((other) => other.personId);
    const others = found.filter((person) => !reported.includes(person));
    if (isFinished) await deletePendingSearch(tx, faceId);
    else {
      const dueAt = new Date(at.getTime() + searchAgainAfterMs);
      await postponePendingSearch(tx, { faceId, dueAt, reported: [...reported, ...others] });
    }
    if (others.length === 0) return;
    await recordEvents(
      tx,
      facePossibleDuplicate,
      others.map((otherPersonId) => ({ personId, faceId, otherPersonId })),
      { at },
    );
    const reasons = others.map((person) => `like:${person}`);
    await requestReview?.(tx, { kind: 'possible_duplicate', subject: { personId }, reasons, at });
  });
}
