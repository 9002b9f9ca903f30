import type { Tx } from '../platform/db/index.ts';
import type { ErasedPart, PersonRows } from '../platform/personal-data.ts';
import { eraseFaces } from './erasure-store.ts';

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
