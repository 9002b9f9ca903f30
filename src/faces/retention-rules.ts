import type { RetentionRule } from '../platform/personal-data.ts';
import { dropOldReceivedImages, eraseOldAttempts } from './erasure-store.ts';
import { deleteUnusedImages } from './evidence-store.ts';

/** Retention times of received photos and of the personal part of attempts. */
export function retentionRules(days: {
  readonly receivedImagesDays?: number | undefined;
  readonly attemptsDays?: number | undefined;
}): readonly RetentionRule[] {
  return [
    {
      days: days.receivedImagesDays,
      async eraseBatch(tx, before, limit) {
        const imageIds = await dropOldReceivedImages(tx, before, limit);
        return { count: imageIds.length, files: await deleteUnusedImages(tx, imageIds) };
      },
    },
    {
      days: days.attemptsDays,
      async eraseBatch(tx, before, limit, now) {
        const { attempts, imageIds } = await eraseOldAttempts(tx, before, limit, now);
        return { count: attempts, files: await deleteUnusedImages(tx, imageIds) };
      },
    },
  ];
}
