import type { LivenessReason } from './types.ts';

/** The signals of a session that its probability is estimated by. */
export type SessionSignals = {
  /** Share of the steps that were made. */
  readonly fulfilledShare: number;
  /** The mean weight of the turns, see `weighTurn`; undefined when none was made. */
  readonly shape: number | undefined;
  readonly moment: number | undefined;
  /** Of all frames to the reference frame; 0.5 where they are just taken for one person. */
  readonly likeness: number;
  /** Of the passive engine; 0.5 at the rule's threshold. */
  readonly passive: number;
};

/** The order of the model's weights. */
export const signalNames = ['fulfilledShare', 'shape', 'moment', 'likeness', 'passive'] as const;

/**
 * A logistic regression, learnt by `bench/liveness/challenge/calibrate.ts` on drawn sessions of people that its
 * reliability is not measured on (docs/decisions/0113).
 */
const model = { weights: [33.01, 1.02, 0.51, 6.37, 1.53], bias: -41.83 } as const;

/** The weight of turns counts no further than this, either way. */
const mostWeight = 4;

/** The signals as the model takes them. */
export function boundSignals({
  fulfilledShare,
  shape = -mostWeight,
  moment = -mostWeight,
  likeness,
  passive,
}: SessionSignals): Float32Array {
  const bound = (weight: number) => Math.min(mostWeight, Math.max(-mostWeight, weight));
  return Float32Array.of(fulfilledShare, bound(shape), bound(moment), likeness, passive);
}

/**
 * The share of people among sessions like this one, where people and the simulated attacks come equally often: 0 to 1.
 * The verdict bounds it: a session that passes has 0.5 at least, any other 0.49 at most.
 *
 * NOT covered: the share of attacks at the operator, injected cameras, and attacks that were not simulated.
 */
export function estimateProbability(signals: SessionSignals, reasons: readonly LivenessReason[]): number {
  const values = boundSignals(signals);
  const sum = model.weights.reduce((total, weight, i) => total + weight * values[i]!, model.bias as number);
  const estimate = 1 / (1 + Math.exp(-sum));
  if (reasons.length === 0) return Math.max(leastOfPassed, estimate);
  return Math.min(reasons.some(isOfCopies) ? mostOfCopies : mostOfFailed, estimate);
}

const [leastOfPassed, mostOfFailed, mostOfCopies] = [0.5, 0.49, 0.01] as const;

/** Frames that were seen before are no person's, whatever they show. */
function isOfCopies(reason: LivenessReason): boolean {
  return reason === 'frames_repeated' || reason === 'frames_seen_before';
}
