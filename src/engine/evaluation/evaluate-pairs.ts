import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectPhoto } from '../../images/index.ts';
import { AppError } from '../../platform/errors.ts';
import { fewestPeople } from '../cohort/deployment-cohort.ts';
import { EngineError } from '../errors.ts';
import type { FaceEngine, FaceQuality } from '../face-engine.ts';
import {
  accuracyByFold,
  equalErrorRate,
  matchedAt,
  missedAt,
  type Rate,
  splitScores,
  thresholdAt,
} from './error-rates.ts';
import { type CohortKind, type OpenEvaluationCohort, packagedCohort } from './evaluation-cohort.ts';
import { type ClassRates, type EvaluatedPair, ratesByClass } from './rates-by-class-and-group.ts';
import type { LabelledPair } from './read-labelled-pairs.ts';

/** The false match rates a report has figures for, as it names them. */
export const evaluatedRates = { '1e-2': 1e-2, '1e-3': 1e-3, '1e-4': 1e-4, '1e-5': 1e-5 } as const;

export type EvaluatedRate = keyof typeof evaluatedRates;

/** The error rates on labelled pairs. Rates are shares from 0 to 1; null where the pairs cannot give one. */
export type PairEvaluation = {
  readonly pairs: number;
  readonly genuinePairs: number;
  readonly impostorPairs: number;
  readonly images: number;
  /** Photos without a template; a pair with one of them counts as not matching. */
  readonly failures: number;
  readonly failedPairs: number;
  readonly failedImages: readonly { readonly image: string; readonly code: string }[];
  /** Mean over the folds, and their standard deviation. */
  readonly accuracy: number | null;
  readonly accuracyStd: number | null;
  readonly accuracyMethod: string;
  readonly eer: number | null;
  readonly fnmrAtFmr: Readonly<Record<EvaluatedRate, number | null>>;
  /** Of 95 %, as if pairs were independent; pairs that share people make the true ones wider. */
  readonly fnmrIntervalAtFmr: Readonly<Record<EvaluatedRate, readonly [number, number] | null>>;
  /** Fused scores, as in an attempt's `decision`. */
  readonly thresholdAtFmr: Readonly<Record<EvaluatedRate, number | null>>;
  /** The result of the configured threshold on these pairs. */
  readonly configured: {
    readonly falseMatchRate: number;
    readonly scoreThreshold: number;
    readonly falseMatches: Rate | null;
    readonly falseNonMatches: Rate | null;
  };
  /** Whose faces say how ordinary the compared ones are. */
  readonly cohort: {
    readonly kind: CohortKind;
    readonly people: number;
    /** The basis of the promised false match rate. */
    readonly restsOn: string;
  };
  /** Mean time of a worker for one photo, in milliseconds. */
  readonly msPerImage: number | null;
  readonly templateModel: string;
  /** Name and version of the recognition networks that make the scores. */
  readonly networks: readonly string[];
  /** The same at the configured threshold, by what is difficult in a pair's worse photo. */
  readonly classes: readonly ClassRates[];
};

export type EvaluatedPairs = {
  readonly evaluation: PairEvaluation;
  readonly scored: readonly EvaluatedPair[];
  /** Of photos with a usable face. */
  readonly qualities: ReadonlyMap<string, FaceQuality>;
};

export type EvaluatePairsDeps = {
  readonly engine: FaceEngine;
  /** Photos to have with the engine at once. */
  readonly atOnce: number;
  /** The packaged one by default: the calibration alone decides. */
  readonly cohort?: OpenEvaluationCohort;
  readonly onProgress?: (done: number, total: number) => void;
};

/**
 * Analyses each photo once, compares the pairs, and says how many are decided rightly at which threshold, with the
 * scores themselves. A photo without a usable face is counted, not an error.
 *
 * Rejects with `evaluation_photo_missing` when a photo is not in the folder, before any is analysed.
 *
 * See docs/decisions/0055.
 */
export async function evaluatePairs(
  deps: EvaluatePairsDeps,
  folder: string,
  pairs: readonly LabelledPair[],
): Promise<EvaluatedPairs> {
  const { engine } = deps;
  const images = [...new Set(pairs.flatMap(({ imageA, imageB }) => [imageA, imageB]))];
  refuseMissing(folder, images);
  const { templates, qualities, failedImages, times } = await analyseImages(deps, folder, images);
  const cohort = await (deps.cohort ?? packagedCohort)({ templates, pairs });
  const { thresholdRaise = 0 } = cohort;
  const scored = pairs.map((pair): EvaluatedPair => {
    const { imageA, imageB, same, fold = dealtFold(imageA, imageB) } = pair;
    const [a, b] = [templates.get(imageA), templates.get(imageB)];
    if (a === undefined || b === undefined) {
      return { pair, same, fold, score: Number.NEGATIVE_INFINITY, similarity: 0, penalty: 0 };
    }
    const penalty = cohort.penaltyOf(imageA, imageB);
    return { pair, same, fold, penalty, ...engine.compare(a, b, undefined, { penalty, thresholdRaise }) };
  });
  const sets = splitScores(scored);
  const folds = accuracyByFold(scored);
  const { falseMatchRate, scoreThreshold: calibrated, templateModel, models, restsOn } = engine.describe();
  const scoreThreshold = calibrated + thresholdRaise;
  const atEach = <T>(figure: (threshold: number) => T) =>
    Object.fromEntries(
      Object.entries(evaluatedRates).map(([name, rate]) => {
        const threshold = thresholdAt(sets, rate);
        return [name, threshold === undefined ? null : figure(threshold)];
      }),
    ) as Record<EvaluatedRate, T | null>;
  return {
    scored,
    qualities,
    evaluation: {
      pairs: pairs.length,
      genuinePairs: sets.genuine.length,
      impostorPairs: sets.impostor.length,
      images: images.length,
      failures: failedImages.length,
      failedPairs: scored.filter(({ score }) => score === Number.NEGATIVE_INFINITY).length,
      failedImages,
      accuracy: folds.length === 0 ? null : mean(folds),
      accuracyStd: folds.length === 0 ? null : deviation(folds),
      accuracyMethod: describeMethod(pairs, folds.length),
      eer: equalErrorRate(sets) ?? null,
      fnmrAtFmr: atEach((threshold) => missedAt(sets, threshold)?.share ?? null),
      fnmrIntervalAtFmr: atEach((threshold) => {
        const rate = missedAt(sets, threshold);
        return rate === undefined ? null : ([rate.low, rate.high] as const);
      }),
      thresholdAtFmr: atEach((threshold) => threshold),
      configured: {
        falseMatchRate,
        scoreThreshold,
        falseMatches: matchedAt(sets, scoreThreshold) ?? null,
        falseNonMatches: missedAt(sets, scoreThreshold) ?? null,
      },
      cohort: { kind: cohort.kind, people: cohort.people, restsOn: describeCohort(cohort, restsOn) },
      msPerImage: times.length === 0 ? null : mean(times),
      templateModel,
      networks: models
        .filter(({ role }) => role === 'embedding')
        .map(({ name, version }) => `${name} ${version}`),
      classes: ratesByClass(scored, qualities, scoreThreshold),
    },
  };
}

const cohortNames = { self: 'of these photos', deployment: 'of this deployment', photos: 'of other photos' };

/** The basis of the promised rate, in words. */
function describeCohort(
  { kind, people }: { readonly kind: CohortKind; readonly people: number },
  calibrationPhotos: string,
): string {
  const leftOut = kind === 'self' ? 2 : 0;
  if (kind === 'packaged' || people - leftOut < fewestPeople) return calibrationPhotos;
  return `${people} people ${cohortNames[kind]}`;
}

function refuseMissing(folder: string, images: readonly string[]): void {
  const missing = images.filter(
    (image) => !statSync(join(folder, image), { throwIfNoEntry: false })?.isFile(),
  );
  if (missing.length === 0) return;
  throw new EngineError('evaluation_photo_missing', {
    detail: `${missing.length} of ${images.length} are not in ${folder}: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', ...' : ''}`,
  });
}

async function analyseImages(
  { engine, atOnce, onProgress }: EvaluatePairsDeps,
  folder: string,
  images: readonly string[],
) {
  const templates = new Map<string, Uint8Array>();
  const qualities = new Map<string, FaceQuality>();
  const failedImages: { image: string; code: string }[] = [];
  const times: number[] = [];
  let [next, done] = [0, 0];
  const work = async () => {
    for (let index = next++; index < images.length; index = next++) {
      const image = images[index] as string;
      try {
        const bytes = await readFile(join(folder, image));
        inspectPhoto(bytes);
        const { template, quality, timingsMs } = await engine.analyse(bytes);
        templates.set(image, template);
        qualities.set(image, quality);
        times.push(timingsMs.decode + timingsMs.detect + timingsMs.embed + timingsMs.liveness);
      } catch (error) {
        // A photo is at fault when it is refused; an engine that is not there is no figure of the photos.
        if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
        failedImages.push({ image, code: error.code });
      }
      onProgress?.(++done, images.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  failedImages.sort((a, b) => (a.image < b.image ? -1 : 1));
  return { templates, qualities, failedImages, times };
}

/** One of ten folds, the same for the same pair every time. */
function dealtFold(imageA: string, imageB: string): string {
  const hash = createHash('sha256').update(`${imageA}\n${imageB}`).digest();
  return String(hash.readUInt16BE() % 10);
}

function describeMethod(pairs: readonly LabelledPair[], folds: number): string {
  if (folds === 0) return 'none: there are too few pairs for two folds';
  const given = pairs[0]?.fold !== undefined;
  const how = given ? `the ${folds} folds of the list` : `${folds} folds dealt by a hash of the image names`;
  return `${how}, each decided at the threshold that is best for the others`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(
    values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / Math.max(1, values.length - 1),
  );
}
