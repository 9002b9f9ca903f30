import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../platform/errors.ts';
import { S3AnswerError, type S3Client } from './create-s3-client.ts';
import { ImageError } from './errors.ts';
import { putObject, readObject, readPage, refused } from './image-bucket.ts';

/** The object, or the file, that says whose photos a place has. */
export const markerKey = 'confere-deployment';
const probeKey = 'confere-probe';

/** Whose photos a place has. */
export type PlaceMarker = {
  /** A hash of a key that every copy of the deployment's database has. */
  readonly owner: string;
  /** Of a folder, which has no other name in the database. */
  readonly name?: string;
  /** The identity of the database, and its count when it last wrote here. */
  readonly database: string;
  readonly count: number;
  readonly countedAt: string;
};

/** A marker at its place. */
export type MarkerFile = {
  /** Rejects when the place is not usable. */
  check(): Promise<void>;
  read(): Promise<PlaceMarker | undefined>;
  /** Writes the first marker, unless another process was faster. */
  create(marker: PlaceMarker): Promise<void>;
  replace(marker: PlaceMarker): Promise<void>;
};

/**
 * The marker of a bucket. `check` lists; `create` and `replace` show that this deployment may read, write and delete.
 * All reject with `image_bucket_unusable`.
 */
export function createBucketMarker(client: S3Client): MarkerFile {
  const read = async () =>
    await client.send({ method: 'GET', key: markerKey }, (answer) => readObject(answer));
  const replace = async (marker: PlaceMarker) => {
    const bytes = Buffer.from(JSON.stringify(marker));
    await putObject(client, markerKey, bytes);
    await client.send({ method: 'DELETE', key: probeKey }, (answer) => {
      if (answer.status !== 204 && answer.status !== 200 && answer.status !== 404)
        throw refused('DELETE', answer);
    });
    if ((await read()) === undefined) throw new S3AnswerError('S3 did not keep what was sent.');
  };
  return {
    check: () => asUnusable(async () => void (await readPage(client, '', 1))),
    read: () => asUnusable(async () => parseMarker((await read())?.toString())),
    create: (marker) => asUnusable(() => replace(marker)),
    replace: (marker) => asUnusable(() => replace(marker)),
  };
}

/** The marker of a folder, whole or not there at all. */
export function createFolderMarker(folder: string): MarkerFile {
  const file = join(folder, markerKey);
  async function write(marker: PlaceMarker, publish: (from: string, to: string) => Promise<void>) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
    try {
      const handle = await open(unfinished, 'wx', 0o600);
      try {
        await handle.writeFile(JSON.stringify(marker));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await publish(unfinished, file);
    } finally {
      await rm(unfinished, { force: true });
    }
  }
  return {
    check: async () => {},
    async read() {
      return parseMarker(
        await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return undefined;
          throw error;
        }),
      );
    },
    create: (marker) =>
      write(marker, async (from, to) => {
        await link(from, to).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error;
        });
      }),
    replace: (marker) => write(marker, rename),
  };
}

function parseMarker(text: string | undefined): PlaceMarker | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as PlaceMarker;
  } catch (cause) {
    const detail = `${markerKey} was not written by this service.`;
    throw new ImageError('image_bucket_unusable', { cause, detail });
  }
}

async function asUnusable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const detail = error instanceof AppError || error instanceof S3AnswerError ? error.message : undefined;
    throw new ImageError('image_bucket_unusable', { cause: error, ...(detail !== undefined && { detail }) });
  }
}

/** True when a bucket was unusable because it did not answer, or not now: it may answer later as it is. */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof ImageError) || error.code !== 'image_bucket_unusable') return false;
  const { cause } = error;
  if (!(cause instanceof ImageError)) return cause instanceof S3AnswerError && cause.isRetryable;
  return !(cause.cause instanceof S3AnswerError) || cause.cause.isRetryable;
}
