import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import { dropPartitions, type OpenDatabase, type Tx } from '../platform/db/index.ts';
import type { JobOutcome } from '../platform/jobs/index.ts';
import type { ErasedPart, PersonRows, RetentionRule } from '../platform/personal-data.ts';
import { dropOldReceivedImages, eraseFaces, eraseOldAttempts } from './erasure-store.ts';
import { deleteUnusedImages } from './evidence-store.ts';

/** Erases the faces, captures and photos of a person, and the personal part of the attempts. */
export async function erasePart(tx: Tx, person: PersonRows, erasedAt: Date): Promise<ErasedPart> {
  const erased = { referencePhotos: 0, attempts: 0, captures: 0, photos: 0 };
  const imageIds: string[] = [];
  for (const row of person.rows) {
    const faces = await eraseFaces(tx, row, erasedAt);
    imageIds.push(...faces.imageIds);
    erased.referencePhotos += faces.faces;
    erased.attempts += faces.attempts;
    erased.captures += faces.captures;
    erased.photos += faces.imageIds.length;
  }
  return { erased, imageIds };
}

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

/**
 * Drops the months of attempts that ended so many whole months ago; none without a number. A month with an attempt
 * that still has its personal part, such as one of a held person, is kept until retention has taken that part. Months
 * from before the first start are one.
 */
export async function dropOldAttempts(
  { database, clock }: { readonly database: OpenDatabase; readonly clock: Clock },
  keptMonths: number | undefined,
  signal: AbortSignal,
): Promise<JobOutcome> {
  if (keptMonths === undefined) return { outcome: 'skipped', reason: 'attempts are kept for good' };
  const now = clock.now();
  const { kept } = await dropPartitions(database, {
    table: 'attempts',
    before: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keptMonths, 1)),
    async mayGo(tx, partition) {
      const { rows } = await sql<{ has: boolean }>`
        select exists (select from ${sql.id(partition)} where erased_at is null) as has`.execute(tx);
      return rows[0]?.has === false;
    },
    signal,
  });
  if (kept.length === 0) return { outcome: 'done' };
  return { outcome: 'skipped', reason: `has attempts with a personal part: ${kept.join(', ')}` };
}

/** Days of retention of the personal part: never longer than the attempts themselves are kept. */
export function retentionDays(
  attemptsDays: number | undefined,
  keptMonths: number | undefined,
): number | undefined {
  if (keptMonths === undefined) return attemptsDays;
  const keptDays = Math.floor((keptMonths * 365) / 12);
  return Math.min(attemptsDays ?? keptDays, keptDays);
}
