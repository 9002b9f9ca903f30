import type { FaceComparison } from '../face-engine.ts';
import calibration from './calibration.json' with { type: 'json' };
import { embeddedValues, templateBytes } from './encode-template.ts';

/** Name and version of what makes and compares templates: a change of either half needs a new version. */
export const templateModel = calibration.templateModel;

/** The target false match rates the calibration covers. */
export const falseMatchRateRange = {
  least: Math.min(...calibration.falseMatchRates.map((row) => row.falseMatchRate)),
  greatest: Math.max(...calibration.falseMatchRates.map((row) => row.falseMatchRate)),
} as const;

/**
 * The fused score above which two photos of different people came with the given rate in the calibration set;
 * between its measured rates, interpolated over the rate's logarithm. Throws `RangeError` outside them.
 */
export function scoreThresholdFor(falseMatchRate: number): number {
  const rows = [...calibration.falseMatchRates].sort((a, b) => b.falseMatchRate - a.falseMatchRate);
  const above = rows.findLast((row) => row.falseMatchRate >= falseMatchRate);
  const below = rows.find((row) => row.falseMatchRate <= falseMatchRate);
  if (above === undefined || below === undefined) {
    const { least, greatest } = falseMatchRateRange;
    throw new RangeError(`falseMatchRate must lie between ${least} and ${greatest}`);
  }
  if (above === below) return above.score;
  const share =
    Math.log(falseMatchRate / above.falseMatchRate) / Math.log(below.falseMatchRate / above.falseMatchRate);
  return above.score + share * (below.score - above.score);
}

/** How much of what two faces share with just anybody is taken off their likeness. */
export const ordinarinessWeight = 0.5;

/**
 * How alike two templates are. The score is the weighted mean of the cosines of both embeddings, less half of what
 * the two faces have in common with the nearest faces of a cohort: faces that resemble many, which the networks
 * tell apart less well, need more likeness to match. The similarity is a logistic curve through 0.5 at the
 * threshold, as steep as the calibration set's odds.
 *
 * Throws `TypeError` for templates of another length.
 */
export function compareTemplates(
  first: Uint8Array,
  second: Uint8Array,
  scoreThreshold: number,
): FaceComparison {
  const a = floatsOf(first);
  const b = floatsOf(second);
  let likeness = 0;
  for (let i = 0; i < embeddedValues; i++) likeness += (a[i] as number) * (b[i] as number);
  const ordinariness = ((a[embeddedValues] as number) + (b[embeddedValues] as number)) / 2;
  const score = likeness - ordinarinessWeight * ordinariness;
  return { score, similarity: similarityOf(score, scoreThreshold) };
}

/**
 * A template as a vector and an offset: the product of two vectors and both offsets together are their score.
 * Throws `TypeError` for templates of another length.
 */
export function searchVectorOf(template: Uint8Array): { values: Float32Array; offset: number } {
  const values = floatsOf(template);
  const offset = (-ordinarinessWeight / 2) * (values[embeddedValues] as number);
  return { values: values.slice(0, embeddedValues), offset };
}

function similarityOf(score: number, threshold: number): number {
  return 1 / (1 + Math.exp(-calibration.logOddsPerScore * (score - threshold)));
}

/** The values in place when they are aligned, as of a copy when not. */
function floatsOf(template: Uint8Array): Float32Array {
  if (template.byteLength !== templateBytes) {
    throw new TypeError(
      `A template of ${templateModel} has ${templateBytes} bytes, not ${template.byteLength}`,
    );
  }
  const aligned = template.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0 ? template : template.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, templateBytes / Float32Array.BYTES_PER_ELEMENT);
}
