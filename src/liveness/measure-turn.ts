import type { FaceObservation } from '../engine/index.ts';
import { homographyResidual, type Points } from './fit-homography.ts';

/** The part of an observation that the judgement needs. */
export type SeenFace = Pick<
  FaceObservation,
  'points' | 'template' | 'box' | 'fingerprint' | 'surroundings' | 'colours'
> & {
  readonly quality: Pick<
    FaceObservation['quality'],
    'yawDegrees' | 'pitchDegrees' | 'sharpness' | 'brightness' | 'eyesVisibility' | 'mouthVisibility'
  >;
  readonly liveness: Pick<FaceObservation['liveness'], 'probability'>;
};

/** The turn of a head between two frames, degrees: positive to the person's own left, and up. */
export type Turn = { readonly yaw: number; readonly pitch: number };

/** The findings about the thing that turned, by the points of two frames. */
export type TurnGeometry = {
  /** See `homographyResidual`. */
  readonly residual: number;
  /**
   * The width of the face by its height, as a share of what it was. A sheet that is turned to a side gets narrow (below
   * 1), one that is tilted gets low (above 1); a head shows its side instead.
   */
  readonly narrowing: number;
};

export function turnBetween(from: SeenFace, to: SeenFace): Turn {
  return {
    yaw: to.quality.yawDegrees - from.quality.yawDegrees,
    pitch: to.quality.pitchDegrees - from.quality.pitchDegrees,
  };
}

export function measureTurn(from: Pick<SeenFace, 'points'>, to: Pick<SeenFace, 'points'>): TurnGeometry {
  return {
    residual: homographyResidual(from.points, to.points),
    narrowing: widthByHeight(to.points) / widthByHeight(from.points),
  };
}

const [foreheadTop, chin] = [10, 152] as const;

/** Of all points, along the line from forehead to chin and across it: a head that is held askew measures the same. */
function widthByHeight(points: Points): number {
  const [dx, dy] = [
    points[2 * chin]! - points[2 * foreheadTop]!,
    points[2 * chin + 1]! - points[2 * foreheadTop + 1]!,
  ];
  const length = Math.hypot(dx, dy) || 1;
  const [u, v] = [dx / length, dy / length];
  let [top, bottom, left, right] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i]!, points[i + 1]!];
    const [down, across] = [x * u + y * v, x * v - y * u];
    [top, bottom] = [Math.min(top, down), Math.max(bottom, down)];
    [left, right] = [Math.min(left, across), Math.max(right, across)];
  }
  return (right - left) / (bottom - top || 1);
}
