import type { FaceComparison, ModelDescription, SearchVector } from '../face-engine.ts';
import calibration from './calibration.json' with { type: 'json' };
import { compareTemplates, scoreThresholdFor, searchVectorOf, templateModel } from './compare-templates.ts';
import type { RecognitionPack, ScoreCalibration } from './engine-packs.ts';
import { listPackagedModels } from './packaged-models.ts';

/** What can be said of the templates of one model, without any network. */
export type Recognition = {
  readonly templateModel: string;
  readonly models: readonly ModelDescription[];
  readonly scoreThreshold: number;
  /** Throws `TypeError` for templates of another length. */
  compare(a: Uint8Array, b: Uint8Array): FaceComparison;
  /** The score that gives a similarity. */
  scoreAt(similarity: number): number;
  searchVector(template: Uint8Array): SearchVector;
};

/** The two packaged embeddings together. Throws `RangeError` for a rate that is not calibrated. */
export function createPackagedRecognition(falseMatchRate: number): Recognition {
  const scoreThreshold = scoreThresholdFor(falseMatchRate);
  return {
    templateModel,
    models: listPackagedModels()
      .filter(({ role }) => role === 'embedding')
      .map(({ role, name, version, licence }) => ({ role, name, version, licence })),
    scoreThreshold,
    compare: (a, b) => compareTemplates(a, b, scoreThreshold),
    scoreAt: (similarity) => scoreThreshold + logit(similarity) / calibration.logOddsPerScore,
    searchVector: searchVectorOf,
  };
}

/** A recognition pack, whose score is the cosine. Throws `RangeError` for a rate that its table does not cover. */
export function createPackRecognition(pack: RecognitionPack, falseMatchRate: number): Recognition {
  const scoreThreshold = thresholdAt(pack.calibration, falseMatchRate);
  const { logOddsPerScore } = pack.calibration;
  const sizeBytes = pack.values * Float32Array.BYTES_PER_ELEMENT;
  const read = (template: Uint8Array) => floatsOf(template, sizeBytes, pack.templateModel);
  return {
    templateModel: pack.templateModel,
    models: [pack.description],
    scoreThreshold,
    compare(first, second) {
      const [a, b] = [read(first), read(second)];
      let score = 0;
      for (let i = 0; i < a.length; i++) score += (a[i] as number) * (b[i] as number);
      return { score, similarity: 1 / (1 + Math.exp(-logOddsPerScore * (score - scoreThreshold))) };
    },
    scoreAt: (similarity) => scoreThreshold + logit(similarity) / logOddsPerScore,
    searchVector: (template) => ({ values: read(template).slice(), offset: 0 }),
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

/** The values in place when they are aligned, as of a copy when not. */
function floatsOf(template: Uint8Array, sizeBytes: number, model: string): Float32Array {
  if (template.byteLength !== sizeBytes) {
    throw new TypeError(`A template of ${model} has ${sizeBytes} bytes, not ${template.byteLength}`);
  }
  const aligned = template.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0 ? template : template.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, sizeBytes / Float32Array.BYTES_PER_ELEMENT);
}
