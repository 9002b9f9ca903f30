import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import {
  configuredEngineSettings,
  type FaceEngine,
  type FacePhotoLimits,
  type OpenEvaluationCohort,
  openConfiguredEngine,
  packagedCohort,
  photosCohort,
  readCohortPhotos,
  selfCohort,
} from '../../engine/index.ts';
import { type ConfigOf, loadConfig, readEnvironment } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { facesSettings } from '../settings.ts';

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

/** The content of one request: under ten megabytes. */
const [mostTemplates, mostPairs] = [3_000, 100_000];

type Batch = { readonly images: string[]; readonly pairs: [number, number][]; readonly places: number[] };

/**
 * The registered people of the deployment, asked in the service that runs, or in the database. The service says what is
 * taken off each pair, and nothing of its people but how many they are. An evaluated person who is registered is left
 * out only by being as alike as a duplicate.
 */
function deploymentCohort(engine: FaceEngine): OpenEvaluationCohort {
  return async ({ templates, pairs }) => {
    const penalties = new Map<string, number>();
    let [people, thresholdRaise] = [0, 0];
    const known = pairs.filter(({ imageA, imageB }) => templates.has(imageA) && templates.has(imageB));
    const { templateModel } = engine.describe();
    for (const { images, pairs: asked, places } of inBatches(known)) {
      const judged = await runOperatorTask('faces/judge-pairs', {
        templateModel,
        templates: images.map((image) => Buffer.from(templates.get(image) as Uint8Array).toString('base64')),
        pairs: asked,
      });
      people = judged.people;
      thresholdRaise = judged.thresholdRaise;
      for (const [index, place] of places.entries()) {
        const { imageA, imageB } = known[place] as (typeof known)[number];
        penalties.set(JSON.stringify([imageA, imageB]), judged.penalties[index] as number);
      }
    }
    return {
      kind: 'deployment',
      people,
      thresholdRaise,
      penaltyOf: (imageA, imageB) => penalties.get(JSON.stringify([imageA, imageB])) ?? 0,
    };
  };
}

function inBatches(pairs: readonly { readonly imageA: string; readonly imageB: string }[]): Batch[] {
  const batches: Batch[] = [];
  let numbers = new Map<string, number>();
  let batch: Batch | undefined;
  for (const [place, { imageA, imageB }] of pairs.entries()) {
    if (batch === undefined || numbers.size + 2 > mostTemplates || batch.pairs.length === mostPairs) {
      batch = { images: [], pairs: [], places: [] };
      numbers = new Map();
      batches.push(batch);
    }
    const { images } = batch;
    const numberOf = (image: string) => {
      const number = numbers.get(image) ?? images.push(image) - 1;
      numbers.set(image, number);
      return number;
    };
    batch.pairs.push([numberOf(imageA), numberOf(imageB)]);
    batch.places.push(place);
  }
  return batches;
}

const groups = { ...configuredEngineSettings, ...facesSettings };

export type OpenEngine = AsyncDisposable & {
  readonly engine: FaceEngine;
  readonly config: ConfigOf<typeof groups>;
};

/** The engine the service would use, ready, with the settings of faces. */
export async function openEngine(limits: FacePhotoLimits): Promise<OpenEngine> {
  const config = loadConfig(readEnvironment(), groups);
  return { ...(await openConfiguredEngine(limits, config)), config };
}
