import { readFile } from 'node:fs/promises';
import { AppError } from '../../platform/errors.ts';
import { sampleOfPeople } from '../cohort/deployment-cohort.ts';
import { EngineError } from '../errors.ts';
import type { FaceEngine } from '../face-engine.ts';
import { listPhotosOfPeople } from '../list-photos-of-people.ts';

/**
 * A template of each person of a folder of photos, of the first photo that gives one; of many people a sample. Photos
 * are laid out as for `confere models calibrate`.
 *
 * Rejects with `evaluation_photo_missing` when the folder cannot be read or shows nobody.
 */
export async function readCohortPhotos(
  engine: FaceEngine,
  folder: string,
  atOnce: number,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const photos = await listPhotosOfPeople(folder).catch((cause: unknown) => {
    throw new EngineError('evaluation_photo_missing', { detail: `${folder} cannot be read`, cause });
  });
  const templates = new Map<string, Uint8Array>();
  const waiting = sampleOfPeople(photos.map(({ person }) => person)).values();
  const work = async () => {
    for (const person of waiting) {
      const own = photos.filter((photo) => photo.person === person);
      const template = await firstTemplate(engine, own);
      if (template !== undefined) templates.set(person, template);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (templates.size === 0) {
    throw new EngineError('evaluation_photo_missing', { detail: `No photo in ${folder} shows a face` });
  }
  return templates;
}

async function firstTemplate(
  engine: FaceEngine,
  photos: readonly { readonly path: string }[],
): Promise<Uint8Array | undefined> {
  for (const { path } of photos) {
    try {
      return (await engine.analyse(await readFile(path))).template;
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
    }
  }
  return undefined;
}
