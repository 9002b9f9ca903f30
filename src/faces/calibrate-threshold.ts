import type { EvaluatedPairs, FaceEngine } from '../engine/index.ts';
import { missedAt, type Rate, splitScores, thresholdAt } from '../engine/index.ts';
import { FaceError } from './errors.ts';

/** The score threshold that holds the promised false match rate on some photos. */
export type LearnedThreshold = {
  readonly photos: number;
  readonly genuinePairs: number;
  readonly impostorPairs: number;
  readonly promised: number;
  /** In force when the photos were compared, with what was added to it before. */
  readonly scoreThreshold: number;
  /** The share of pairs of different people that match at it. */
  readonly falseMatches: Rate;
  readonly neededThreshold: number;
  /** The difference between the needed threshold and that of the calibration; 0 when the calibration is high enough. */
  readonly raise: number;
  /** The share of pairs of one person that do not match at the needed threshold; null without such pairs. */
  readonly missed: Rate | null;
};

/** Fewer false matches decide nothing: the next photo could double the rate. */
const fewestFalseMatches = 10;
/** Above it, photos of one person under two names are likelier than people so alike. */
export const largestOperatorRaise = 0.3;

/**
 * The threshold that compared pairs of an operator's photos need for the configured false match rate. The calibration's
 * own threshold is never undercut: it was learnt on more people than such photos show.
 *
 * Throws `threshold_photos_too_few` when fewer than ten pairs would decide, and `threshold_photos_implausible` when the
 * raise would exceed 0.3.
 */
export function calibrateThreshold(
  engine: FaceEngine,
  { scored, evaluation }: EvaluatedPairs,
): LearnedThreshold {
  const { falseMatchRate: promised, scoreThreshold: calibrated } = engine.describe();
  const compared = scored.filter(({ score }) => score !== Number.NEGATIVE_INFINITY);
  const sets = splitScores(compared);
  const needed = Math.ceil(fewestFalseMatches / promised);
  const neededThreshold = thresholdAt(sets, promised);
  const falseMatches = evaluation.configured.falseMatches;
  if (sets.impostor.length < needed || neededThreshold === undefined || falseMatches === null) {
    throw new FaceError('threshold_photos_too_few', {
      detail: `A false match rate of ${promised} needs ${needed} pairs of different people; the photos give ${sets.impostor.length}.`,
    });
  }
  const raise = Math.max(0, neededThreshold - calibrated);
  if (raise > largestOperatorRaise) {
    throw new FaceError('threshold_photos_implausible', {
      detail: `The threshold would rise from ${calibrated.toFixed(4)} to ${neededThreshold.toFixed(4)}.`,
    });
  }
  return {
    photos: evaluation.images - evaluation.failures,
    genuinePairs: sets.genuine.length,
    impostorPairs: sets.impostor.length,
    promised,
    scoreThreshold: evaluation.configured.scoreThreshold,
    falseMatches,
    neededThreshold,
    raise,
    missed: missedAt(sets, calibrated + raise) ?? null,
  };
}
