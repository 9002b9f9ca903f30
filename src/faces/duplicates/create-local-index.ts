import type { FaceEngine } from '../../engine/index.ts';
import type { Db } from '../../platform/db/types.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { findFacesById, listFaces } from '../faces-store.ts';
import { comparableFace } from '../refresh-face-templates.ts';
import type { ReferenceFace } from '../types.ts';
import type { CandidateIndex } from './candidate-index.ts';
import { readChanges, readHorizon } from './changes-store.ts';
import { IndexThreads } from './index-threads.ts';
import type { IndexedFace } from './index-worker.ts';

export type LocalIndexOptions = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  /** Turns stored templates into vectors. */
  readonly vectors: Pick<FaceEngine, 'templateModels' | 'searchVector'>;
  /** Threads that hold a part of the faces each and search at the same time. Default 1. */
  readonly threads?: number;
  /** The interval for reading changes while nobody searches. */
  readonly pollIntervalMs?: number;
  readonly onError?: (error: unknown) => void;
};

/** An index whose size is known. */
export type LocalIndex = CandidateIndex & {
  isLoaded(): boolean;
  /** The number of templates of each model. */
  sizes(): Readonly<Record<string, number>>;
};

/** Faces read at a time: their templates are opened on this thread, some milliseconds for each page. */
const pageSize = 50;

/** A reader that could not read for this long may have missed changes that were forgotten meanwhile. */
export const changesKeptMs = 7 * 24 * 60 * 60 * 1000;

/**
 * An index in the memory of this process. It is read from the sealed templates at the start and follows the table of
 * changes. Before each search it reads what was committed until then, so that the answer is right with any number of
 * processes.
 */
export function createLocalIndex(options: LocalIndexOptions): LocalIndex {
  const { db, cipher, vectors, threads = 1, pollIntervalMs = 5_000, onError = () => {} } = options;
  const closing = new AbortController();
  let held: IndexThreads | undefined;
  let state: 'idle' | 'loading' | 'loaded' = 'idle';
  let horizon = '0';
  let seen = new Set<number>();
  let followedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const firstLoad = Promise.withResolvers<void>();
  firstLoad.promise.catch(() => {});

  async function put(faces: readonly IndexedFace[]): Promise<void> {
    if (faces.length > 0) await held!.put(faces);
  }

  function toIndexed(face: ReferenceFace): IndexedFace {
    const id = idBytes(face.id);
    const comparable = comparableFace(vectors.templateModels(), face);
    if (comparable === undefined) return { id };
    const { template, templateModel } = comparable;
    return { id, template: { ...vectors.searchVector(template, templateModel), templateModel } };
  }

  async function load(): Promise<void> {
    state = 'loading';
    await held?.close();
    held = new IndexThreads(threads);
    horizon = await readHorizon(db);
    seen = new Set();
    let after = '';
    for (;;) {
      closing.signal.throwIfAborted();
      const faces = await listFaces(db, cipher, { after, limit: pageSize });
      if (faces.length === 0) break;
      await put(faces.map(toIndexed));
      after = faces.at(-1)!.id;
    }
    await follow();
    state = 'loaded';
    firstLoad.resolve();
  }

  /** Reads what was committed since the last time, and brings those faces to how they stand now. */
  async function follow(): Promise<void> {
    const { horizon: nextHorizon, changes } = await readChanges(db, horizon);
    const pending = [
      ...new Set(changes.filter(({ sequence }) => !seen.has(sequence)).map(({ faceId }) => faceId)),
    ];
    while (pending.length > 0) {
      const page = pending.splice(0, pageSize);
      const faces = new Map((await findFacesById(db, cipher, page)).map((face) => [face.id, face]));
      await put(
        page.map((id) => {
          const face = faces.get(id);
          return face === undefined ? { id: idBytes(id) } : toIndexed(face);
        }),
      );
    }
    horizon = nextHorizon;
    seen = new Set(changes.map(({ sequence }) => sequence));
    followedAt = Date.now();
  }

  async function loadOrFollow(): Promise<void> {
    const isStale = followedAt > 0 && Date.now() - followedAt > changesKeptMs / 2;
    if (state === 'loaded' && held?.isGone === false && !isStale) return await follow();
    try {
      await load();
    } catch (error) {
      state = 'idle';
      throw error;
    }
  }

  /** One at a time. Whoever asks while one runs shares the next one, which starts afterwards. */
  function catchUp(): Promise<void> {
    next ??= working.then(() => {
      next = undefined;
      const run = loadOrFollow();
      working = run.catch(() => {});
      return run;
    });
    return next;
  }

  function poll(): void {
    if (closing.signal.aborted) return;
    catchUp()
      .catch((error: unknown) => {
        if (!closing.signal.aborted) onError(error);
      })
      .finally(() => {
        if (closing.signal.aborted) return;
        timer = setTimeout(poll, pollIntervalMs);
        timer.unref();
      });
  }

  return {
    start() {
      if (state === 'idle' && timer === undefined) poll();
    },
    loaded: () => firstLoad.promise,
    isLoaded: () => state === 'loaded',
    sizes: () => held?.sizes ?? {},
    models() {
      const sizes = held?.sizes ?? {};
      return vectors.templateModels().filter((model) => sizes[model] !== undefined);
    },
    async search(queries, limit) {
      if (state !== 'loaded') return 'loading';
      await catchUp();
      const found = await held!.search(queries, limit);
      return { ...found, models: Object.keys(held!.sizes) };
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      firstLoad.reject(new Error('closed'));
      await next?.catch(() => {});
      await working;
      await held?.close();
    },
  };
}

/** The 16 bytes that the 32 hexadecimal digits of a face's id are. */
function idBytes(id: string): Uint8Array {
  return Buffer.from(id.slice(4), 'hex');
}

/** The id that `idBytes` was given. */
export function idText(id: Uint8Array): string {
  return `fac_${Buffer.from(id).toString('hex')}`;
}
