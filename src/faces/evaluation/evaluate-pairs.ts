import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../platform/errors.ts';
import { FaceError } from '../errors.ts';
import type { FaceEngine } from '../face-engine.ts';
import {
  accuracyByFold,
  countAtLeast,
  equalErrorRate,
  missedAt,
  type Rate,
  type ScoredPair,
  splitScores,
  thresholdAt,
  wilson,
} from './error-rates.ts';
import type { LabelledPair } from './read-labelled-pairs.ts';

/** The false match rates a report has figures for, as it names them. */
export const evaluatedRates = { '1e-2': 1e-2, '1e-3': 1e-3, '1e-4': 1e-4, '1e-5': 1e-5 } as const;
export type EvaluatedRate = keyof typeof evaluatedRates;

/** How well labelled pairs are told apart. Rates are shares from 0 to 1; null where the pairs cannot say. */
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
  /** What the configured threshold does to these pairs. */
  readonly configured: {
    readonly falseMatchRate: number;
    readonly scoreThreshold: number;
    readonly falseMatches: Rate | null;
    readonly falseNonMatches: Rate | null;
  };
  /** Mean time of a worker for one photo, in milliseconds. */
  readonly msPerImage: number | null;
  readonly templateModel: string;
};

export type EvaluatePairsDeps = {
  readonly engine: FaceEngine;
  /** Photos to have with the engine at once. */
  readonly atOnce: number;
  readonly onProgress?: (done: number, total: number) => void;
};

/**
 * Analyses each photo once, compares the pairs, and says how many are decided rightly at which threshold, with the
 * scores themselves. A photo without a usable face is counted, not an error.
 *
 * Rejects with `evaluation_photo_missing` when a photo is not in the folder, before any is analysed.
 */
export async function evaluatePairs(
  deps: EvaluatePairsDeps,
  folder: string,
  pairs: readonly LabelledPair[],
): Promise<{ readonly evaluation: PairEvaluation; readonly scored: readonly ScoredPair[] }> {
  const { engine } = deps;
  const images = [...new Set(pairs.flatMap(({ imageA, imageB }) => [imageA, imageB]))];
  refuseMissing(folder, images);
  const { templates, failedImages, times } = await analyseImages(deps, folder, images);
  const scored = pairs.map(({ imageA, imageB, same, fold }): ScoredPair => {
    const [a, b] = [templates.get(imageA), templates.get(imageB)];
    const score = a === undefined || b === undefined ? Number.NEGATIVE_INFINITY : engine.compare(a, b).score;
    return { same, score, fold: fold ?? dealtFold(imageA, imageB) };
  });
  const sets = splitScores(scored);
  const folds = accuracyByFold(scored);
  const { falseMatchRate, scoreThreshold, templateModel } = engine.describe();
  const atEach = <T>(figure: (threshold: number) => T) =>
    Object.fromEntries(
      Object.entries(evaluatedRates).map(([name, rate]) => {
        const threshold = thresholdAt(sets, rate);
        return [name, threshold === undefined ? null : figure(threshold)];
      }),
    ) as Record<EvaluatedRate, T | null>;
  const matched = countAtLeast(sets.impostor, scoreThreshold);
  return {
    scored,
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
        falseMatches: wilson(matched, sets.impostor.length) ?? null,
        falseNonMatches: missedAt(sets, scoreThreshold) ?? null,
      },
      msPerImage: times.length === 0 ? null : mean(times),
      templateModel,
    },
  };
}

function refuseMissing(folder: string, images: readonly string[]): void {
  const missing = images.filter((image) => !existsSync(join(folder, image)));
  if (missing.length === 0) return;
  throw new FaceError('evaluation_photo_missing', {
    detail: `${missing.length} of ${images.length} are not in ${folder}: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', ...' : ''}`,
  });
}

async function analyseImages(
  { engine, atOnce, onProgress }: EvaluatePairsDeps,
  folder: string,
  images: readonly string[],
) {
  const templates = new Map<string, Uint8Array>();
  const failedImages: { image: string; code: string }[] = [];
  const times: number[] = [];
  let [next, done] = [0, 0];
  const work = async () => {
    for (let index = next++; index < images.length; index = next++) {
      const image = images[index] as string;
      try {
        const { template, timingsMs } = await engine.analyse(await readFile(join(folder, image)));
        templates.set(image, template);
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
  return { templates, failedImages, times };
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
