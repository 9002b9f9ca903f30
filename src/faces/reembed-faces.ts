import { setTimeout as delay } from 'node:timers/promises';
import { lockWork, type OpenDatabase } from '../platform/db/index.ts';
import { AppError } from '../platform/errors.ts';
import type { Job, JobOutcome } from '../platform/jobs/index.ts';
import { FaceError } from './errors.ts';
import { countFacesOfOtherModels, listFaces } from './faces-store.ts';
import { remakeFaceTemplate } from './refresh-face-templates.ts';
import type { LookAgainDeps, ReferenceFace } from './types.ts';

export type ReembedDeps = LookAgainDeps & { readonly database: OpenDatabase };

export type ReembedProgress = { readonly done: number; readonly total: number };

export type ReembedResult = {
  readonly templateModel: string;
  /** Reference photos that have a template of the model in use now. */
  readonly reembedded: number;
  /** Those whose photo the networks in use refuse, by the code of the reason: they keep serving by their old model. */
  readonly refused: Readonly<Record<string, number>>;
};

export type ReembedOptions = {
  /** Photos at a time. */
  readonly parallel: number;
  readonly onProgress?: (progress: ReembedProgress) => void;
  readonly signal?: AbortSignal;
};

const pageSize = 64;

/**
 * Renews the templates of all reference photos from the stored photos, with the current model. One statement replaces
 * each template, so an interrupted call loses nothing and the next call resumes. Until its renewal, a photo is
 * compared with its old model.
 *
 * Rejects with `reembedding_runs` when another process already does this.
 *
 * See docs/decisions/0059.
 */
export async function reembedFaces(deps: ReembedDeps, options: ReembedOptions): Promise<ReembedResult> {
  await using lock = await lockWork(deps.database, 'faces/reembed');
  if (lock === undefined) throw new FaceError('reembedding_runs');
  await deps.engine.ready();
  const { templateModel } = deps.engine.describe();
  const total = await countFacesOfOtherModels(deps.db, templateModel);
  const refused: Record<string, number> = {};
  let [done, reembedded, after] = [0, 0, ''];
  for (;;) {
    const asked = { after, limit: pageSize, otherThan: templateModel };
    const page = await listFaces(deps.db, deps.cipher, asked);
    if (page.length === 0) return { templateModel, reembedded, refused };
    const work = async (faces: Iterator<ReferenceFace>) => {
      for (let next = faces.next(); next.done !== true; next = faces.next()) {
        options.signal?.throwIfAborted();
        const reason = await remakeOnce(deps, next.value, options.signal);
        if (reason === undefined) reembedded += 1;
        else refused[reason] = (refused[reason] ?? 0) + 1;
        done += 1;
        options.onProgress?.({ done, total: Math.max(done, total) });
      }
    };
    const faces = page.values();
    await Promise.all(Array.from({ length: options.parallel }, () => work(faces)));
    after = page.at(-1)!.id;
  }
}

/** The code of why a photo gives no template; undefined when it did. Waits while authentications fill the engine. */
async function remakeOnce(
  deps: ReembedDeps,
  face: ReferenceFace,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  for (;;) {
    try {
      await remakeFaceTemplate(deps, face);
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'face_engine_busy' || error.code === 'face_engine_timeout') {
        await delay(200, undefined, { signal });
      } else if (error.kind === 'invalid' || error.kind === 'not-found') return error.code;
      else throw error;
    }
  }
}

/** The same as a job, one photo at a time. What the job's time does not suffice for, the next one does. */
export async function reembedInBackground(deps: ReembedDeps, job: Pick<Job, 'signal'>): Promise<JobOutcome> {
  const { templateModel } = deps.engine.describe();
  if ((await countFacesOfOtherModels(deps.db, templateModel)) === 0) return { outcome: 'done' };
  try {
    await reembedFaces(deps, { parallel: 1, signal: job.signal });
    return { outcome: 'done' };
  } catch (error) {
    if (job.signal.aborted) return { outcome: 'skipped', reason: 'out of time; the next one goes on' };
    if (error instanceof FaceError && error.code === 'reembedding_runs') {
      return { outcome: 'skipped', reason: error.code };
    }
    throw error;
  }
}
