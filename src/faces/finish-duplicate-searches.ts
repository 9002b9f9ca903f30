import { EngineError, findTemplate, type MadeFaceTemplate } from '../engine/index.ts';
import { readImage } from '../images/index.ts';
import type { JobOutcome } from '../platform/jobs/index.ts';
import { type DuplicateSearch, listDueSearches } from './duplicates/index.ts';
import { findFacesById } from './faces-store.ts';
import type { RefreshFaceTemplatesDeps } from './refresh-face-templates.ts';
import { type ReportDuplicatesDeps, reportDuplicates } from './report-duplicates.ts';
import type { ReferenceFace } from './types.ts';

export type FinishDuplicateSearchesDeps = RefreshFaceTemplatesDeps &
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
    if (error instanceof EngineError && error.kind === 'invalid')
      return { templates: [face], without: missing };
    throw error;
  }
}
