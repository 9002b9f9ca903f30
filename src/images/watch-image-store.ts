import { access, constants } from 'node:fs/promises';
import { ImageError } from './errors.ts';
import type { ImageFiles } from './image-files.ts';

/** An answer stays true for so long: probes come every few seconds, from several listeners. */
const keepMs = 2_000;
/** A store that takes longer counts as away. Probes wait three seconds. */
const answerMs = 1_500;
/** One probe may be unlucky; two in a row are not. */
const failuresWhenAway = 2;

export type ImageStoreWatch = Disposable & {
  /** Answers true if the store answers now, asked at most once in two seconds, in at most one and a half. Never rejects. */
  isReachable(): Promise<boolean>;
  /** Answers true while the store is known to be away: two probes in a row failed. */
  isAway(): boolean;
  /** Told when the store goes away, with the reason, and when it is back. */
  onChange(listener: (state: { readonly isAway: boolean; readonly cause?: unknown }) => void): void;
};

/** Watches a store. Probes are made when somebody asks; from a failed one on also every two seconds, until one succeeds. */
export function watchImageStore(probe: () => Promise<unknown>): ImageStoreWatch {
  const listeners: Parameters<ImageStoreWatch['onChange']>[0][] = [];
  let kept: { readonly atMs: number; readonly isReachable: boolean } | undefined;
  let asking: Promise<boolean> | undefined;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const tell = (state: { readonly isAway: boolean; readonly cause?: unknown }) => {
    for (const listener of listeners) listener(state);
  };

  async function ask(): Promise<boolean> {
    const late = Promise.withResolvers<never>();
    const lateTimer = setTimeout(() => late.reject(new Error('no answer in time')), answerMs);
    try {
      await Promise.race([probe(), late.promise]);
      if (failures >= failuresWhenAway) tell({ isAway: false });
      failures = 0;
    } catch (cause) {
      failures += 1;
      if (failures === failuresWhenAway) tell({ isAway: true, cause });
      clearTimeout(timer);
      if (!isClosed) timer = setTimeout(() => void look(), keepMs).unref();
    } finally {
      clearTimeout(lateTimer);
    }
    kept = { atMs: performance.now(), isReachable: failures === 0 };
    asking = undefined;
    return kept.isReachable;
  }

  async function isReachable(): Promise<boolean> {
    if (kept !== undefined && performance.now() - kept.atMs < keepMs) return kept.isReachable;
    return await look();
  }

  function look(): Promise<boolean> {
    asking ??= ask();
    return asking;
  }

  return {
    isReachable,
    isAway: () => failures >= failuresWhenAway,
    onChange: (listener) => void listeners.push(listener),
    [Symbol.dispose]() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** The files of a store that is not asked while it is known to be away. Rejects then with `image_store_unavailable`. */
export function refuseWhileAway(files: ImageFiles, watch: ImageStoreWatch): ImageFiles {
  const ask = async <T>(work: () => Promise<T>): Promise<T> => {
    if (watch.isAway())
      throw new ImageError('image_store_unavailable', { detail: 'The store is away.', retryAfterSeconds: 5 });
    try {
      return await work();
    } catch (error) {
      void watch.isReachable();
      throw error;
    }
  };
  return {
    ...files,
    put: (id, bytes) => ask(() => files.put(id, bytes)),
    get: (id) => ask(() => files.get(id)),
    delete: (id) => ask(() => files.delete(id)),
  };
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
