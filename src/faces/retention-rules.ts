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
      async eraseBatch(tx, before, limit, _now, held) {
        const imageIds = await dropOldReceivedImages(tx, before, limit, held.ids);
        return { count: imageIds.length, files: await deleteUnusedImages(tx, imageIds) };
      },
    },
    {
      days: days.attemptsDays,
      async eraseBatch(tx, before, limit, now, held) {
        const { attempts, imageIds } = await eraseOldAttempts(tx, before, limit, now, held.ids);
        return { count: attempts, files: await deleteUnusedImages(tx, imageIds) };
      },
    },
  ];
}
