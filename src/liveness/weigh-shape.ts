import type { Movement, StepMeasures } from './types.ts';

/** The findings about one turn that was made, relative to the reference frame. */
export type TurnFindings = Required<Pick<StepMeasures, 'residual' | 'narrowing'>> & {
  /** See `TurnedLikeness`. */
  readonly asSheet: number;
  readonly sheetNarrowing: number;
};

/** Of a logistic regression. */
export type Model = { readonly weights: readonly number[]; readonly bias: number };

/**
 * Logistic regressions, learnt by `bench/liveness/challenge/learn-shapes.ts` on drawn heads and drawn sheets of people
 * that the figures are not measured on (docs/decisions/0113). Nearly all turns of real clips have the highest weight.
 */
const models: Readonly<Record<'side' | 'lift', Model>> = {
  side: { weights: [-93.891, -61.314, 7.7109, 153.08, 52.147], bias: 2.9294 },
  lift: { weights: [-4.3299, -19.118, -57.553, 83.307, -2.6624], bias: 79.919 },
};

/** No single turn says more than this, either way. */
const mostWeight = 6;

/** The features of both models, in the order of their weights. */
export function shapeFeatures({ residual, asSheet, sheetNarrowing, narrowing }: TurnFindings): Float32Array {
  return Float32Array.of(residual, asSheet, narrowing, residual * asSheet, sheetNarrowing);
}

/** The weight of a turn, a natural logarithm of odds within -6 to 6: above 0 for a head, below for a flat or bent sheet. */
export function weighShape(kind: Exclude<Movement, 'center'>, findings: TurnFindings): number {
  const { weights, bias } = models[kind === 'up' ? 'lift' : 'side'];
  const features = shapeFeatures(findings);
  const sum = weights.reduce((total, weight, i) => total + weight * features[i]!, bias);
  return Math.min(mostWeight, Math.max(-mostWeight, sum));
}
