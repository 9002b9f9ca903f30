import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../platform/db/types.ts';
import { ImageError } from './errors.ts';
import { findImagePlaces, noteImagePlace } from './image-places-store.ts';
import type { ImagePlace } from './open-image-files.ts';

/** The file that names a folder of photos. */
const nameFile = 'confere-deployment';

export type ConfiguredPlaces = {
  /** The place of new photos. */
  readonly configured: ImagePlace;
  readonly folder: string;
  /** Undefined without settings of S3. */
  readonly bucket: string | undefined;
};

/**
 * Checks at start that this process has the photos of its database where the other processes have them: the same bucket,
 * and of files the same folder, which a name in it tells. The first start names the place of new photos.
 *
 * Rejects with `image_place_differs`: a process that kept acknowledged photos where no other looks would lose them. The
 * rows of moved photos are forgotten by `confere images move`.
 */
export async function claimPlaces(db: Db, { configured, folder, bucket }: ConfiguredPlaces): Promise<void> {
  const known = await findImagePlaces(db);
  const knownBucket =
    known.get('s3') ?? (configured === 's3' ? await noteImagePlace(db, 's3', bucket!) : undefined);
  if (knownBucket !== undefined && knownBucket !== bucket) {
    const here = bucket === undefined ? 'the S3_ settings are not set here' : `S3_BUCKET is ${bucket} here`;
    throw differs(`The photos of this database are in the bucket ${knownBucket}; ${here}.`);
  }
  if (known.has('files') || configured === 'files') await claimFolder(db, folder, known.get('files'));
}

async function claimFolder(db: Db, folder: string, knownName: string | undefined): Promise<void> {
  const found = await readName(folder);
  if (knownName === undefined) {
    // A folder that has a name keeps it: a database that was restored beside its photos has forgotten it.
    const name = found ?? randomUUID();
    if (found === undefined) await writeName(folder, name);
    if ((await noteImagePlace(db, 'files', (await readName(folder)) ?? name)) === (await readName(folder)))
      return;
  } else if (found === knownName) return;
  throw differs(
    `The photos of this database are in another folder than ${folder}. Let every process have the same DATA_DIR/images, or use S3.`,
  );
}

async function readName(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, nameFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text?.trim();
}

/** The first of several processes names the folder. */
async function writeName(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, nameFile), name, { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
}

function differs(detail: string): ImageError {
  return new ImageError('image_place_differs', { detail });
}
