import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type OpenEvaluationCohort,
  packagedCohort,
  photosCohort,
  readCohortPhotos,
  selfCohort,
} from '../../engine/index.ts';
import { AppError } from '../../platform/errors.ts';
import { deploymentCohort } from './deployment-cohort.ts';
import type { OpenEngine } from './open-engine.ts';

/** The cohort that an option names; by default what the server of this configuration would compare with. */
export async function chooseCohort(
  { engine, config }: OpenEngine,
  which: string | undefined,
): Promise<OpenEvaluationCohort> {
  const { duplicateMinSimilarity } = config.faces;
  if (which === undefined) return hasDatabase(config) ? cohortOfServer(engine) : packagedCohort;
  if (which === 'packaged') return packagedCohort;
  if (which === 'self') return selfCohort(engine, duplicateMinSimilarity);
  if (which === 'deployment') return deploymentCohort(engine);
  const people = await readCohortPhotos(engine, which, config.engine.workers + 1);
  return photosCohort(engine, people, duplicateMinSimilarity);
}

/** True when there may be registered faces. Nothing is made or opened to find out. */
function hasDatabase({ secrets, storage }: OpenEngine['config']): boolean {
  return secrets.databaseUrl !== undefined || existsSync(join(storage.dataDir, 'database'));
}

/** The registered faces, or the calibration alone when they cannot be asked for. */
function cohortOfServer(engine: OpenEngine['engine']): OpenEvaluationCohort {
  return async (photos) => {
    try {
      return await deploymentCohort(engine)(photos);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      console.error(`the registered faces cannot be asked for (${error.code}): press photos decide`);
      return await packagedCohort(photos);
    }
  };
}
