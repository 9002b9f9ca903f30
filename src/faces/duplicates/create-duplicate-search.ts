import type { FaceEngine, MadeFaceTemplate } from '../../engine/index.ts';
import type { Db } from '../../platform/db/types.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { findFacesById } from '../faces-store.ts';
import type { ReferenceFace } from '../types.ts';
import { listFaces, readChanges, readHorizon } from './changes-store.ts';
import { IndexThread } from './index-thread.ts';
import type { IndexedFace } from './index-worker.ts';

/** Somebody else whose registered face may be the same. */
export type PossibleDuplicate = {
  readonly personId: string;
  /** As between a photo and a registered one: 0.5 is the threshold of a match. */
  readonly similarity: number;
};

/**
 * `complete`: every face committed before the search was compared. `partial`: more looked alike than are compared
 * one by one. `loading`: the index is still read from the database. `failed`: it could not be asked.
 */
export type DuplicateSearchStatus = 'complete' | 'partial' | 'loading' | 'failed';

/** The matches of a search, and the number of compared templates. */
export type DuplicateOutcome = {
  readonly status: DuplicateSearchStatus;
  /** The most alike first; of each person the most similar photo. */
  readonly possibleDuplicates: readonly PossibleDuplicate[];
};

/** Finds faces that are registered for other people too. */
export type DuplicateSearch = {
  /** Begins to read the registered faces in the background, and to follow what changes. Once. */
  start(): void;
  /** Resolves when all registered faces have been read once; for tests and measurements. */
  loaded(): Promise<void>;
  /** The models that templates of registered faces have and that can be compared. */
  templateModels(): readonly string[];
  /** Faces of other people that may be the one of the templates. Never rejects. */
  search(personId: string, templates: readonly MadeFaceTemplate[]): Promise<DuplicateOutcome>;
  close(): Promise<void>;
};

export type DuplicateSearchOptions = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly engine: FaceEngine;
  /** Similarity from which two registered faces may be one person's, 0 to 1. */
  readonly minSimilarity: number;
  /** The interval for reading changes while nobody searches. */
  readonly pollIntervalMs?: number;
  readonly onError?: (error: unknown) => void;
};

/** Faces read at a time: their templates are opened on this thread, some milliseconds for each page. */
const pageSize = 50;
/** Candidates of each model that are compared one by one, and duplicates that are named. */
const mostCandidates = 1_000;
const mostDuplicates = 20;
/** A reader that could not read for this long may have missed changes that were forgotten meanwhile. */
export const changesKeptMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Searches the registered faces for others that may be the same person's: all of them, in an index in memory that
 * is read from the sealed templates at the start and follows the table of changes. Before each search it reads
 * what was committed until then, so that the answer is right with any number of processes.
 */
export function createDuplicateSearch(options: DuplicateSearchOptions): DuplicateSearch {
  const { db, cipher, engine, minSimilarity, pollIntervalMs = 5_000, onError = () => {} } = options;
  const closing = new AbortController();
  let thread: IndexThread | undefined;
  let sizes: Readonly<Record<string, number>> = {};
  let state: 'idle' | 'loading' | 'loaded' = 'idle';
  let horizon = '0';
  let seen = new Set<number>();
  let followedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  const firstLoad = Promise.withResolvers<void>();
  firstLoad.promise.catch(() => {});

  async function put(faces: readonly IndexedFace[]): Promise<void> {
    if (faces.length > 0) sizes = (await thread!.ask({ kind: 'put', faces })).sizes;
  }

  function toIndexed(face: ReferenceFace): IndexedFace {
    const id = idBytes(face.id);
    if (!engine.templateModels().includes(face.templateModel)) return { id };
    const { templateModel } = face;
    return { id, template: { ...engine.searchVector(face.template, templateModel), templateModel } };
  }

  async function load(): Promise<void> {
    state = 'loading';
    await thread?.close();
    thread = new IndexThread();
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
    const { horizon: next, changes } = await readChanges(db, horizon);
    const ids = new Set(changes.filter(({ sequence }) => !seen.has(sequence)).map(({ faceId }) => faceId));
    const pending = [...ids];
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
    horizon = next;
    seen = new Set(changes.map(({ sequence }) => sequence));
    followedAt = Date.now();
  }

  /** One at a time; who asks while one runs gets one that starts afterwards. */
  function catchUp(): Promise<void> {
    const next = working.then(async () => {
      const isStale = followedAt > 0 && Date.now() - followedAt > changesKeptMs / 2;
      if (state === 'loaded' && thread?.isGone === false && !isStale) return await follow();
      try {
        await load();
      } catch (error) {
        state = 'idle';
        throw error;
      }
    });
    working = next.catch(() => {});
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

  async function searchAll(
    personId: string,
    templates: readonly MadeFaceTemplate[],
  ): Promise<DuplicateOutcome> {
    await catchUp();
    const comparable = templates.filter(({ templateModel }) => sizes[templateModel] !== undefined);
    if (comparable.length === 0) return { status: 'complete', possibleDuplicates: [] };
    const { candidates, isComplete } = await thread!.ask({
      kind: 'search',
      limit: mostCandidates,
      queries: comparable.map(({ template, templateModel }) => ({
        ...engine.searchVector(template, templateModel),
        templateModel,
        minScore: engine.scoreAt(minSimilarity, templateModel),
      })),
    });
    const best = new Map<string, number>();
    const ids = candidates.map(({ id }) => idText(id));
    for (let from = 0; from < ids.length; from += pageSize) {
      for (const face of await findFacesById(db, cipher, ids.slice(from, from + pageSize))) {
        const mine = comparable.find(({ templateModel }) => templateModel === face.templateModel);
        if (mine === undefined || face.personId === personId) continue;
        const { similarity } = engine.compare(face.template, mine.template, face.templateModel);
        if (similarity >= minSimilarity) {
          best.set(face.personId, Math.max(similarity, best.get(face.personId) ?? 0));
        }
      }
    }
    const possibleDuplicates = [...best]
      .map(([person, similarity]) => ({ personId: person, similarity }))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, mostDuplicates);
    return { status: isComplete ? 'complete' : 'partial', possibleDuplicates };
  }

  return {
    start() {
      if (state === 'idle' && timer === undefined) poll();
    },
    loaded: () => firstLoad.promise,
    templateModels: () => engine.templateModels().filter((model) => sizes[model] !== undefined),
    async search(personId, templates) {
      if (state !== 'loaded') return { status: 'loading', possibleDuplicates: [] };
      try {
        return await searchAll(personId, templates);
      } catch (error) {
        onError(error);
        return { status: 'failed', possibleDuplicates: [] };
      }
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      firstLoad.reject(new Error('closed'));
      await working;
      await thread?.close();
    },
  };
}

/** The 32 hexadecimal digits of an id, as bytes. */
function idBytes(id: string): Uint8Array {
  return Buffer.from(id.slice(4), 'hex');
}

function idText(id: Uint8Array): string {
  return `fac_${Buffer.from(id).toString('hex')}`;
}
