import { access, constants } from 'node:fs/promises';
import type { S3Client } from './create-s3-client.ts';
import { readObject } from './image-bucket.ts';

/** An answer stays true for so long: probes come every few seconds, from several listeners. */
const keepMs = 2_000;
/** A store that takes longer counts as away. Probes wait three seconds. */
const answerMs = 1_500;

/**
 * Answers true if the store answers now, asked at most once in two seconds, in at most one and a half. Never rejects.
 */
export function watchImageStore(probe: () => Promise<unknown>): () => Promise<boolean> {
  let kept: { readonly atMs: number; readonly isReachable: boolean } | undefined;
  let asking: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => late.resolve(false), answerMs);
    const answered = probe().then(
      () => true,
      () => false,
    );
    const isReachable = await Promise.race([answered, late.promise]);
    clearTimeout(timer);
    kept = { atMs: performance.now(), isReachable };
    asking = undefined;
    return isReachable;
  }

  return async () => {
    if (kept !== undefined && performance.now() - kept.atMs < keepMs) return kept.isReachable;
    asking ??= ask();
    return await asking;
  };
}

/** Reads the object that names the owner of the bucket. Rejects when the bucket is away, or refuses. */
export async function probeBucket(client: S3Client, markerKey: string): Promise<void> {
  await client.send({ method: 'GET', key: markerKey }, readObject);
}

/**
 * Rejects when photos can be neither read nor written in the folder, such as on a file system that is gone. The first
 * photo makes the folder: before, the folder around it counts.
 */
export async function probeFolder(directory: string, around: string): Promise<void> {
  const mode = constants.R_OK | constants.W_OK | constants.X_OK;
  await access(directory, mode).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await access(around, mode);
  });
}
