import type { FaceObservation } from '../engine/index.ts';

/** The part of an observation that the judgement needs. */
export type SeenFace = Pick<
  FaceObservation,
  'points' | 'template' | 'box' | 'fingerprint' | 'surroundings' | 'midline' | 'colours'
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

/** Points as x and y in turn. */
type Points = Float32Array | Float64Array;

/**
 * The residual of the best homography from one set of points to the other: a root mean square in units of the mean
 * distance of the points from their centre. The points of a flat object follow a homography in every position; those of
 * a head do not. Uses the direct linear transform on centred and scaled points. Throws `TypeError` for sets of different
 * length.
 */
export function homographyResidual(from: Points, to: Points): number {
  const [a, b] = normaliseBoth(from, to);
  const h = smallestEigenvector(normalMatrix(a, b));
  let sum = 0;
  for (let i = 0; i < a.length; i += 2) {
    const [x, y] = [a[i] as number, a[i + 1] as number];
    const w = h[6]! * x + h[7]! * y + h[8]!;
    const dx = (h[0]! * x + h[1]! * y + h[2]!) / w - b[i]!;
    const dy = (h[3]! * x + h[4]! * y + h[5]!) / w - b[i + 1]!;
    sum += dx * dx + dy * dy;
  }
  return Math.sqrt((2 * sum) / a.length);
}

function normaliseBoth(from: Points, to: Points): [Float64Array, Float64Array] {
  if (from.length !== to.length) throw new TypeError('Both sets must have the same points');
  return [normalise(from), normalise(to)];
}

/** About the origin, with a mean distance of 1 from it. */
function normalise(points: Points): Float64Array {
  const count = points.length / 2;
  let [x, y] = [0, 0];
  for (let i = 0; i < points.length; i += 2) {
    x += points[i]! / count;
    y += points[i + 1]! / count;
  }
  let radius = 0;
  for (let i = 0; i < points.length; i += 2) radius += Math.hypot(points[i]! - x, points[i + 1]! - y) / count;
  return Float64Array.from(points, (value, i) => (value - (i % 2 === 0 ? x : y)) / (radius || 1));
}

const size = 9;

/** The sum of the outer products of the two equations that each pair of points gives. */
function normalMatrix(a: Float64Array, b: Float64Array): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < a.length; i += 2) {
    const [x, y, u, v] = [a[i]!, a[i + 1]!, b[i]!, b[i + 1]!];
    for (const row of [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, -u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, -v],
    ]) {
      for (let r = 0; r < size; r++) {
        for (let c = 0; c < size; c++) matrix[r * size + c]! += row[r]! * row[c]!;
      }
    }
  }
  return matrix;
}

/** Of a symmetric matrix, by Jacobi's rotations: exact enough within a few sweeps at this size. */
function smallestEigenvector(matrix: Float64Array): Float64Array {
  const vectors = new Float64Array(size * size);
  for (let i = 0; i < size; i++) vectors[i * size + i] = 1;
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        off += matrix[p * size + q]! ** 2;
        rotate(matrix, vectors, p, q);
      }
    }
    if (off < 1e-22) break;
  }
  let least = 0;
  for (let i = 1; i < size; i++) if (matrix[i * size + i]! < matrix[least * size + least]!) least = i;
  return Float64Array.from({ length: size }, (_, row) => vectors[row * size + least]!);
}

function rotate(matrix: Float64Array, vectors: Float64Array, p: number, q: number): void {
  const value = matrix[p * size + q]!;
  if (Math.abs(value) < 1e-300) return;
  const theta = (matrix[q * size + q]! - matrix[p * size + p]!) / (2 * value);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cos = 1 / Math.sqrt(t * t + 1);
  const sin = t * cos;
  for (let k = 0; k < size; k++) {
    const [kp, kq] = [matrix[k * size + p]!, matrix[k * size + q]!];
    matrix[k * size + p] = cos * kp - sin * kq;
    matrix[k * size + q] = sin * kp + cos * kq;
  }
  for (let k = 0; k < size; k++) {
    const [pk, qk] = [matrix[p * size + k]!, matrix[q * size + k]!];
    matrix[p * size + k] = cos * pk - sin * qk;
    matrix[q * size + k] = sin * pk + cos * qk;
    const [vp, vq] = [vectors[k * size + p]!, vectors[k * size + q]!];
    vectors[k * size + p] = cos * vp - sin * vq;
    vectors[k * size + q] = sin * vp + cos * vq;
  }
}
