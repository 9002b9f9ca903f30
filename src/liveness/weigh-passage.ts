import type { TurnedFace } from '../engine/index.ts';
import { measureTurn, type SeenFace, type TurnGeometry, turnBetween } from './measure-turn.ts';
import type { Movement } from './types.ts';
import { type Model, weigh } from './weigh-turn.ts';

/** A frame on the way from the reference frame to the pose of a turn. */
export type Passage = {
  /** Of the whole turn, by its angle: 0 to 1. */
  readonly share: number;
  readonly face: SeenFace;
};

/** The turn that a frame is on the way of. */
export type WholeTurn = TurnGeometry & {
  readonly kind: Exclude<Movement, 'center'>;
  readonly face: SeenFace;
  /** See `TurnedLikeness`. */
  readonly asMesh: number;
};

/** A frame counts as on the way between these shares of the turn. */
const [leastShare, mostShare] = [0.2, 0.85] as const;

/** Of the frames of a step, the one that lies nearest to the middle of the turn; undefined when none is on the way. */
export function findPassage(
  reference: SeenFace,
  { kind, face: pose }: Pick<WholeTurn, 'kind' | 'face'>,
  frames: readonly SeenFace[],
): Passage | undefined {
  const along = (face: SeenFace) => turnBetween(reference, face)[kind === 'up' ? 'pitch' : 'yaw'];
  const whole = along(pose);
  return frames
    .map((face) => ({ face, share: along(face) / whole }))
    .filter(({ share }) => share > leastShare && share < mostShare)
    .sort((a, b) => Math.abs(a.share - 0.5) - Math.abs(b.share - 0.5))[0];
}

/**
 * Logistic regressions, learnt by `bench/liveness/challenge/learn-passages.ts` on drawn heads and on photos that are
 * swapped, of people that the figures are not measured on. See docs/decisions/0113.
 */
const models: Readonly<Record<'side' | 'lift', Model>> = {
  side: { weights: [16.701, -19.825, -8.4568, 0.3356, 28.018, 10.929, -39.96, -49.221], bias: 60.054 },
  lift: { weights: [-10.815, 1.8145, -14.18, 7.1513, 30.019, 34.439, 25.585, 106.38], bias: -186.39 },
};

/**
 * The features of both models, in the order of their weights: how far the frame is on its way, by its angle and by the
 * depth that it shows from either end; and how much its pixels are those of the frames at both ends.
 */
export function passageFeatures(
  reference: SeenFace,
  turn: WholeTurn,
  { share, face }: Passage,
  follow: (from: TurnedFace, to: TurnedFace) => number,
): Float32Array {
  const [first, second] = [measureTurn(reference, face), measureTurn(face, turn.face)];
  const whole = Math.max(turn.residual, 0.01);
  return Float32Array.of(
    share,
    first.residual / whole,
    second.residual / whole,
    turn.asMesh,
    follow(reference, face),
    follow(face, turn.face),
    first.narrowing,
    second.narrowing,
  );
}

/** Natural logarithm of odds: above 0 for a head on its way, below for pictures that are swapped. */
export function weighPassage(kind: WholeTurn['kind'], features: Float32Array): number {
  return weigh(models[kind === 'up' ? 'lift' : 'side'], features);
}
