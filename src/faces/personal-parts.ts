import { sql } from 'kysely';
import { readImageForCopy } from '../images/index.ts';
import type { Clock } from '../platform/clock.ts';
import { dropPartitions, type OpenDatabase, type Tx } from '../platform/db/index.ts';
import { parseCpf } from '../platform/documents.ts';
import type { JobOutcome } from '../platform/jobs/index.ts';
import type { ErasedPart, ExportPart, PersonRows, RetentionRule } from '../platform/personal-data.ts';
import { listAttemptsOfPerson } from './attempts-store.ts';
import { dropOldReceivedImages, eraseFaces, eraseOldAttempts } from './erasure-store.ts';
import { deleteUnusedImages } from './evidence-store.ts';
import type { FaceDeps } from './face-deps.ts';
import { findFaces } from './faces-store.ts';

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
      name: 'photos of authentications (RETENTION_IMAGES_DAYS)',
      days: days.receivedImagesDays,
      async eraseBatch(tx, before, limit, _now, held) {
        const imageIds = await dropOldReceivedImages(tx, before, limit, held.ids);
        return { count: imageIds.length, files: await deleteUnusedImages(tx, imageIds) };
      },
    },
    {
      name: 'personal data of attempts (RETENTION_ATTEMPTS_DAYS)',
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

/** Days of retention of the personal part: over for every attempt of a month when the month is to go. */
export function retentionDays(
  attemptsDays: number | undefined,
  keptMonths: number | undefined,
): number | undefined {
  if (keptMonths === undefined) return attemptsDays;
  // No run of so many months is shorter than one that begins with a February.
  const keptDays = (Date.UTC(2025, 1 + keptMonths, 1) - Date.UTC(2025, 1, 1)) / 86_400_000;
  return Math.min(attemptsDays ?? keptDays, keptDays);
}

type Deps = Pick<FaceDeps, 'db' | 'cipher' | 'cpfIndex' | 'store'>;

const pageSize = 100;

/** The reference photos and the attempts of a person, with their photos in base64, for the person's copy. */
export function exportParts(deps: Deps): readonly ExportPart[] {
  return [
    { name: 'referencePhotos', list: ({ cpf }) => eachReferencePhoto(deps, cpf) },
    { name: 'attempts', list: ({ id }) => eachAttempt(deps, id) },
  ];
}

async function* eachReferencePhoto(deps: Deps, text: string | undefined) {
  const cpf = parseCpf(text);
  if (cpf === undefined) return;
  for (const face of await findFaces(deps.db, deps.cipher, deps.cpfIndex(cpf))) {
    const { id, createdAt, quality, templateModel, imageId } = face;
    yield { id, createdAt, quality, templateModel, photo: await readImageForCopy(deps, imageId) };
  }
}

async function* eachAttempt(deps: Deps, personId: string) {
  let after = '';
  for (;;) {
    const page = await listAttemptsOfPerson(deps.db, deps.cipher, personId, { after, limit: pageSize });
    for (const { registeredImageId, receivedImageId, ...attempt } of page) {
      const registeredPhoto = registeredImageId && (await readImageForCopy(deps, registeredImageId));
      const receivedPhoto = receivedImageId && (await readImageForCopy(deps, receivedImageId));
      yield { ...attempt, registeredPhoto, receivedPhoto };
    }
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}
