import calibration from './calibration.json' with { type: 'json' };
import type { CohortScale } from './cohort/deployment-cohort.ts';
import expectedLikeness from './cohort/expected-likeness.json' with { type: 'json' };
import type { EnginePacks, FusedPack, RecognitionPack, ScoreCalibration } from './engine-packs.ts';
import type { ComparisonAdjustment, FaceComparison, ModelDescription, SearchVector } from './face-engine.ts';
import {
  combineFaceTemplates,
  defaultFaceTemplates,
  type FaceTemplateScoring,
  scoreFaceTemplates,
  searchVectorOf,
} from './face-template.ts';
import { fusedModelOf } from './fused-templates.ts';
import { getPackagedNetwork, hasPackagedNetworks } from './packaged-networks.ts';

/** The facts about the templates of one model that need no network. */
export type Recognition = {
  readonly templateModel: string;
  readonly models: readonly ModelDescription[];
  readonly scoreThreshold: number;
  /** The photos that the threshold was learnt on, in two words. */
  readonly restsOn: string;
  /** Throws `TypeError` for templates of another length. */
  compare(a: Uint8Array, b: Uint8Array, adjustment?: ComparisonAdjustment): FaceComparison;
  /** The mean likeness of press photos to the nearest of so many others. Undefined where nobody has measured it. */
  readonly expectedLikeness?: CohortScale['expected'];
  scoreAt(similarity: number): number;
  searchVector(template: Uint8Array): SearchVector;
  /** One template from several of one person; undefined for a model whose templates cannot be combined. */
  combine(templates: readonly Uint8Array[]): Uint8Array | undefined;
};

/** The recognition in use, then those of templates that may still be stored. */
export function listRecognitions(packs: EnginePacks, falseMatchRate: number): Recognition[] {
  const fromPacks = [packs.recognition, packs.beside?.pack, ...(packs.otherRecognition ?? [])]
    .filter((pack) => pack !== undefined)
    .map((pack) => createPackRecognition(pack, falseMatchRate));
  const isThere = packs.recognition === undefined || hasPackagedNetworks();
  const ofPackage = isThere ? [createDefaultRecognition(falseMatchRate)] : [];
  if (packs.recognition !== undefined) return [...fromPacks, ...ofPackage];
  const fused = packs.beside === undefined ? [] : [createFusedRecognition(packs.beside, falseMatchRate)];
  return [...fused, ...ofPackage, ...fromPacks];
}

/** The recognition of a model, by default of the one in use. Throws `TypeError` for a model that is not among them. */
export function getRecognition(
  recognitions: readonly Recognition[],
  templateModel = recognitions[0]?.templateModel,
): Recognition {
  const found = recognitions.find((one) => one.templateModel === templateModel);
  if (found === undefined) throw new TypeError(`Templates of ${templateModel} cannot be used here`);
  return found;
}

/** The recognition network of the npm package. Throws `RangeError` for a rate that is not calibrated. */
export function createDefaultRecognition(falseMatchRate: number): Recognition {
  const models = [getPackagedNetwork('recognition').description];
  if (expectedLikeness.templateModel !== defaultFaceTemplates.templateModel) {
    throw new TypeError('The table of likenesses belongs to another model');
  }
  const learnt = { ...calibration, expectedLikeness: expectedLikeness.rows };
  return createRecognition(
    { ...defaultFaceTemplates, models, calibration: learnt, restsOn: 'press photos' },
    falseMatchRate,
  );
}

/** A recognition pack, whose score is the cosine. Throws `RangeError` for a rate that its table does not cover. */
export function createPackRecognition(pack: RecognitionPack, falseMatchRate: number): Recognition {
  const { templateModel, values: embeddedValues, calibration, description } = pack;
  return createRecognition(
    { templateModel, embeddedValues, models: [description], calibration, restsOn: calibrationPhotos },
    falseMatchRate,
  );
}

/** The default network and a pack together. The score is the mean of both cosines by their shares. Throws as above. */
function createFusedRecognition(
  { pack, shares, calibration }: FusedPack,
  falseMatchRate: number,
): Recognition {
  const { embeddedValues } = defaultFaceTemplates;
  return createRecognition(
    {
      templateModel: fusedModelOf(pack.templateModel),
      embeddedValues: embeddedValues + pack.values,
      parts: [
        { values: embeddedValues, share: shares.default },
        { values: pack.values, share: shares.pack },
      ],
      models: [getPackagedNetwork('recognition').description, pack.description],
      calibration,
      restsOn: calibrationPhotos,
    },
    falseMatchRate,
  );
}

const calibrationPhotos = 'calibration photos';

/**
 * The similarity is a logistic curve of the score through 0.5 at the threshold, as steep as the odds of the photos
 * that the calibration was learnt on.
 */
function createRecognition(
  parts: FaceTemplateScoring & {
    readonly models: readonly ModelDescription[];
    readonly calibration: ScoreCalibration;
    readonly restsOn: string;
  },
  falseMatchRate: number,
): Recognition {
  const { templateModel, models, calibration, restsOn } = parts;
  const { logOddsPerScore, expectedLikeness: expected } = calibration;
  const scoreThreshold = thresholdAt(calibration, falseMatchRate);
  return {
    templateModel,
    models,
    scoreThreshold,
    restsOn,
    ...(expected === undefined ? {} : { expectedLikeness: expected }),
    compare(a, b, { penalty = 0, thresholdRaise = 0 } = {}) {
      if (!(penalty >= 0 && thresholdRaise >= 0)) throw new RangeError('An adjustment makes matches harder');
      const score = scoreFaceTemplates(a, b, parts) - penalty;
      const above = score - scoreThreshold - thresholdRaise;
      return { score, similarity: 1 / (1 + Math.exp(-logOddsPerScore * above)) };
    },
    scoreAt: (similarity) => scoreThreshold + logit(similarity) / logOddsPerScore,
    searchVector: (template) => searchVectorOf(template, parts),
    combine: (templates) => combineFaceTemplates(templates, parts),
  };
}

/** Between the rates of the table, interpolated over the rate's logarithm. Throws `RangeError` outside them. */
export function thresholdAt({ falseMatchRates }: ScoreCalibration, falseMatchRate: number): number {
  const rows = falseMatchRates.toSorted((a, b) => b.falseMatchRate - a.falseMatchRate);
  const above = rows.findLast((row) => row.falseMatchRate >= falseMatchRate);
  const below = rows.find((row) => row.falseMatchRate <= falseMatchRate);
  if (above === undefined || below === undefined) {
    const rates = `${rows.at(-1)?.falseMatchRate} and ${rows[0]?.falseMatchRate}`;
    throw new RangeError(`falseMatchRate must lie between ${rates}`);
  }
  if (above === below) return above.score;
  const share =
    Math.log(falseMatchRate / above.falseMatchRate) / Math.log(below.falseMatchRate / above.falseMatchRate);
  return above.score + share * (below.score - above.score);
}

function logit(share: number): number {
  return Math.log(share / (1 - share));
}
