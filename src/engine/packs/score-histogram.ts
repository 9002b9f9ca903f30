import { PackError } from './errors.ts';
import type { PackCalibration } from './pack-manifest.ts';

const bins = 20_000;

/** Counts of scores from -1 to 1 in steps of 0.0001. */
export class ScoreHistogram {
  readonly #counts = new Float64Array(bins);
  total = 0;

  add(score: number): void {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(((score + 1) * bins) / 2)));
    this.#counts[bin] = (this.#counts[bin] as number) + 1;
    this.total += 1;
  }

  /** The lowest score, on the steps, that at most `count` of the scores reach. */
  scoreReachedBy(count: number): number {
    let above = 0;
    let bin = bins;
    while (bin > 0 && above + (this.#counts[bin - 1] as number) <= count) {
      bin -= 1;
      above += this.#counts[bin] as number;
    }
    return (bin * 2) / bins - 1;
  }

  /** The share of the scores under a score that lies on the steps. */
  shareUnder(score: number): number {
    const end = Math.round(((score + 1) * bins) / 2);
    let under = 0;
    for (let bin = 0; bin < end; bin++) under += this.#counts[bin] as number;
    return under / this.total;
  }

  /** Mean and variance. */
  moments(): { readonly mean: number; readonly variance: number } {
    let [sum, squares] = [0, 0];
    for (const [score, count] of this) {
      sum += count * score;
      squares += count * score ** 2;
    }
    const mean = sum / this.total;
    return { mean, variance: squares / this.total - mean ** 2 };
  }

  *[Symbol.iterator](): Generator<[score: number, count: number]> {
    for (const [bin, count] of this.#counts.entries()) {
      if (count > 0) yield [((bin + 0.5) * 2) / bins - 1, count];
    }
  }
}

/** The distance between the scores of both kinds of pairs, in their common standard deviation. */
export function separationOf(scores: {
  readonly genuine: ScoreHistogram;
  readonly impostor: ScoreHistogram;
}): number {
  const [genuine, impostor] = [scores.genuine.moments(), scores.impostor.moments()];
  return (genuine.mean - impostor.mean) / Math.sqrt((genuine.variance + impostor.variance) / 2);
}

const rates = [1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6];
/** Fewer pairs above a score say nothing of its rate. */
const fewestFalseMatches = 10;
const fewestGenuine = 20;

/** The calibration table of measured scores. Throws `pack_calibration_too_small`. */
export function calibrationOf(
  scores: { readonly genuine: ScoreHistogram; readonly impostor: ScoreHistogram },
  photos: number,
): PackCalibration {
  const { genuine, impostor } = scores;
  const falseMatchRates = rates
    .filter((rate) => rate * impostor.total >= fewestFalseMatches)
    .map((falseMatchRate) => ({
      falseMatchRate,
      score: Number(impostor.scoreReachedBy(falseMatchRate * impostor.total).toFixed(4)),
    }));
  if (falseMatchRates.length < 3 || genuine.total < fewestGenuine) {
    throw new PackError('pack_calibration_too_small', {
      detail: `${impostor.total} pairs of different people and ${genuine.total} of the same are not enough.`,
    });
  }
  return {
    learntOn: `${photos} photos, ${genuine.total} pairs of the same person, ${impostor.total} of different people`,
    falseMatchRates,
    logOddsPerScore: Math.max(1, Number(slopeOf(genuine, impostor).toFixed(2))),
  };
}

/** Slope of the logistic regression of "same person" on the score, both classes weighing the same. */
function slopeOf(genuine: ScoreHistogram, impostor: ScoreHistogram): number {
  const classes = [
    { label: 1, total: genuine.total, counts: [...genuine] },
    { label: 0, total: impostor.total, counts: [...impostor] },
  ];
  let [slope, bias] = [10, -2];
  for (let round = 0; round < 50; round++) {
    // A small pull towards zero, so that classes without overlap have a slope too.
    let [g0, g1, h00, h01, h11] = [0, -1e-5 * slope, 1e-9, 0, 1e-5];
    for (const { label, total, counts } of classes) {
      for (const [score, count] of counts) {
        const p = 1 / (1 + Math.exp(-(slope * score + bias)));
        const weight = count / total;
        g0 += weight * (label - p);
        g1 += weight * (label - p) * score;
        const h = weight * p * (1 - p);
        h00 += h;
        h01 += h * score;
        h11 += h * score * score;
      }
    }
    const determinant = h00 * h11 - h01 * h01;
    if (!(determinant > 0)) break;
    const step = (h00 * g1 - h01 * g0) / determinant;
    slope += step;
    bias += (h11 * g0 - h01 * g1) / determinant;
    if (Math.abs(step) < 1e-6) break;
  }
  return slope;
}
