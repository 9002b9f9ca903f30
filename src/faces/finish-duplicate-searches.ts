import { EngineError, findTemplate, type MadeFaceTemplate } from '../engine/index.ts';
import { readImage } from '../images/index.ts';
import { recordEvents } from '../platform/events/index.ts';
import type { JobOutcome } from '../platform/jobs/index.ts';
import { facePossibleDuplicate } from './declarations.ts';
import {
  type DuplicateOutcome,
  type DuplicateSearch,
  deletePendingSearch,
  listDueSearches,
  lockPendingSearch,
  postponePendingSearch,
} from './duplicates/index.ts';
import type { FaceDeps } from './face-deps.ts';
import { findFacesById } from './faces-store.ts';
import type { LookAgainDeps, ReferenceFace } from './types.ts';

type ReportDuplicatesDeps = Pick<FaceDeps, 'db' | 'clock' | 'requestReview'>;

type FinishDuplicateSearchesDeps = LookAgainDeps &
  ReportDuplicatesDeps & { readonly duplicates: DuplicateSearch };

const pageSize = 50;

/**
 * Finishes the searches for duplicates that registrations could not finish: the process that is asked was missing, the index was loading,
 * or the process was killed. Ends at the first one that is still not complete: the next run tries again, the others
 * first.
 */
export async function finishDuplicateSearches(
  deps: FinishDuplicateSearchesDeps,
  { signal }: { readonly signal: AbortSignal },
): Promise<JobOutcome> {
  const { db, cipher, clock, duplicates } = deps;
  for (;;) {
    const ids = await listDueSearches(db, clock.now(), pageSize);
    if (ids.length === 0) return { outcome: 'done' };
    const faces = new Map((await findFacesById(db, cipher, ids)).map((face) => [face.id, face]));
    for (const id of ids) {
      signal.throwIfAborted();
      const face = faces.get(id);
      // Removed meanwhile, and its search with it.
      if (face === undefined) continue;
      const { templates, without } = await makeTemplates(deps, face).catch(async (error: unknown) => {
        // The others come first in the next run.
        await reportDuplicates(deps, face, { status: 'failed', possibleDuplicates: [] });
        throw error;
      });
      const outcome = await duplicates.search(face.personId, templates, { without });
      await reportDuplicates(deps, face, outcome);
      if (outcome.status !== 'complete' && outcome.status !== 'partial') {
        return { outcome: 'skipped', reason: `the search is ${outcome.status}` };
      }
    }
  }
}

/** The templates of a registered face by every model that others have, and the models that make none of its photo. */
async function makeTemplates(
  { db, cipher, engine, store, duplicates }: FinishDuplicateSearchesDeps,
  face: ReferenceFace,
): Promise<{ readonly templates: readonly MadeFaceTemplate[]; readonly without: readonly string[] }> {
  const missing = duplicates.templateModels().filter((model) => findTemplate([face], model) === undefined);
  if (missing.length === 0) return { templates: [face], without: [] };
  const { bytes } = await readImage({ db, cipher, store }, face.imageId);
  try {
    const made = await engine.analyse(bytes, { templateModels: missing });
    return { templates: [face, made, ...made.otherTemplates], without: [] };
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind !== 'invalid') throw error;
    return { templates: [face], without: missing };
  }
}

/** A search that was not finished is tried again after this long. */
export const searchAgainAfterMs = 60_000;

/**
 * Records what a search for duplicates of a face found, once for each other person: an event, and a case. Ends the
 * pending search when all faces were searched; otherwise the job `finish-duplicate-searches` repeats it. Does nothing
 * when another process has ended it, or the face is gone.
 *
 * See docs/decisions/0185.
 */
export async function reportDuplicates(
  { db, clock, requestReview }: ReportDuplicatesDeps,
  { id: faceId, personId }: Pick<ReferenceFace, 'id' | 'personId'>,
  { status, possibleDuplicates }: DuplicateOutcome,
): Promise<void> {
  const isFinished = status === 'complete' || status === 'partial';
  if (isFinished && possibleDuplicates.length === 0) return await deletePendingSearch(db, faceId);
  const at = clock.now();
  await db.transaction().execute(async (tx) => {
    const reported = await lockPendingSearch(tx, faceId);
    if (reported === undefined) return;
    const found = possibleDuplicates.map((other) => other.personId);
    const others = found.filter((person) => !reported.includes(person));
    if (isFinished) await deletePendingSearch(tx, faceId);
    else {
      const dueAt = new Date(at.getTime() + searchAgainAfterMs);
      await postponePendingSearch(tx, { faceId, dueAt, reported: [...reported, ...others] });
    }
    if (others.length === 0) return;
    await recordEvents(
      tx,
      facePossibleDuplicate,
      others.map((otherPersonId) => ({ personId, faceId, otherPersonId })),
      { at },
    );
    const reasons = others.map((person) => `like:${person}`);
    await requestReview?.(tx, { kind: 'possible_duplicate', subject: { personId }, reasons, at });
  });
}
