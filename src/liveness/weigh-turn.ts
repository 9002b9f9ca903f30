import type { Movement, StepMeasures } from './types.ts';

/** The findings about one turn that was made, relative to the reference frame. */
export type TurnFindings = Required<Pick<StepMeasures, 'residual' | 'narrowing'>> & {
  /** See `TurnedLikeness`. */
  readonly asSheet: number;
  readonly sheetNarrowing: number;
  readonly asMesh: number;
};

/** The weight of a turn, as natural logarithms of odds: above 0 for the first, below for the second. */
export type TurnWeight = {
  /** A head, or a sheet that is flat or bent. */
  readonly shape: number;
  /** One moment seen from two sides, or photos of two moments. */
  readonly moment: number;
};

/** Of a logistic regression. */
export type Model = { readonly weights: readonly number[]; readonly bias: number };

/**
 * Logistic regressions, learnt by `bench/liveness/challenge/learn-turns.ts` on drawn heads, drawn sheets and photos of
 * people that the figures are not measured on (docs/decisions/0113).
 */
const shapeModels: Readonly<Record<'side' | 'lift', Model>> = {
  side: { weights: [-93.891, -61.314, 7.7109, 153.08, 52.147], bias: 2.9294 },
  lift: { weights: [-4.3299, -19.118, -57.553, 83.307, -2.6624], bias: 79.919 },
};
const momentModel: Model = { weights: [10.078, 24.31, 27.682], bias: -30.943 };

/** No single turn says more than this, either way. */
const mostWeight = 6;

/** The features of both models, in the order of their weights. */
export function shapeFeatures({ residual, asSheet, sheetNarrowing, narrowing }: TurnFindings): Float32Array {
  return Float32Array.of(residual, asSheet, narrowing, residual * asSheet, sheetNarrowing);
}

export function momentFeatures({ asMesh, asSheet, residual }: TurnFindings): Float32Array {
  return Float32Array.of(asMesh, asSheet, residual);
}

export function weighTurn(kind: Exclude<Movement, 'center'>, findings: TurnFindings): TurnWeight {
  return {
    shape: weigh(shapeModels[kind === 'up' ? 'lift' : 'side'], shapeFeatures(findings)),
    moment: weigh(momentModel, momentFeatures(findings)),
  };
}

/** The logarithm of the odds, within what a single turn may say. */
export function weigh({ weights, bias }: Model, features: Float32Array): number {
  const sum = weights.reduce((total, weight, i) => total + weight * features[i]!, bias);
  return Math.min(mostWeight, Math.max(-mostWeight, sum));
}
