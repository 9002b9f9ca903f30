import { alignedView } from './aligned-view.ts';
import { fingerprintSize, fingerprintZoom } from './draw-fingerprint.ts';
import type { View } from './geometry.ts';
import type { Bands } from './open-bands.ts';

/** A face as the mesh has it in its fingerprint. */
export type MeshedFace = {
  /** x and y of each point in turn, in pixels of the fingerprint. */
  readonly points: Float32Array;
  readonly bands: Bands;
};

/** Half axes of the ellipse that is looked at, in pixels of a fingerprint, and the distance between two places. */
const [halfWidth, halfHeight, apart] = [20, 24, 2];
/** A place follows the points near it: the nearer the more, and none beyond `mostFar`. In pixels. */
const [near, mostFar] = [2.5, 7.75];
/** Of points in one line. */
const damping = 0.3;
/** Where the surface is seen much smaller than before, it is turned away. */
const leastArea = 0.35;
const leastPlaces = 120;

/** The points of the mesh where the fingerprint shows them. */
export function meshInFingerprint(points: Float32Array): Float32Array {
  const view = alignedView({ points }, fingerprintSize, fingerprintZoom);
  const determinant = view.a * view.e - view.b * view.d;
  return points.map((_, i) => backThrough(view, points, i - (i % 2), determinant)[i % 2] as number);
}

function backThrough({ a, b, c, d, e, f }: View, points: Float32Array, at: number, determinant: number) {
  const [x, y] = [(points[at] as number) - c, (points[at + 1] as number) - f];
  return [(e * x - b * y) / determinant, (a * y - d * x) / determinant];
}

/**
 * The correlation of two pictures of a face where the second is the first, moved as its mesh moved: -1 to 1. High for
 * one moment from two sides; lower for pictures of two moments, whose light and expression differ. 0 when both show too
 * little of the same.
 */
export function followMesh(from: MeshedFace, to: MeshedFace): number {
  const middle = (fingerprintSize - 1) / 2;
  let [count, sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0, 0];
  for (let y = Math.ceil(middle - halfHeight); y < middle + halfHeight; y += apart) {
    for (let x = Math.ceil(middle - halfWidth); x < middle + halfWidth; x += apart) {
      if (((x - middle) / halfWidth) ** 2 + ((y - middle) / halfHeight) ** 2 >= 1) continue;
      const i = y * fingerprintSize + x;
      const place = placeOf(from.points, to.points, x, y);
      if (place === undefined || from.bands.mask[i] === 0) continue;
      const q = valueAt(to.bands, place.x, place.y);
      if (q === undefined) continue;
      const p = from.bands.band[i] as number;
      count++;
      sumA += p;
      sumB += q;
      squaresA += p * p;
      squaresB += q * q;
      products += p * q;
    }
  }
  if (count < leastPlaces) return 0;
  const varianceA = squaresA - sumA ** 2 / count;
  const varianceB = squaresB - sumB ** 2 / count;
  return (products - (sumA * sumB) / count) / Math.sqrt(Math.max(1e-9, varianceA * varianceB));
}

/** Where a place of the first picture went, by the affine map of the points about it; undefined where it is not seen. */
function placeOf(from: Float32Array, to: Float32Array, x: number, y: number) {
  let [sum, mx, my, mu, mv] = [0, 0, 0, 0, 0];
  let [xx, xy, yy, xu, yu, xv, yv] = [0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < from.length; i += 2) {
    const dx = (from[i] as number) - x;
    const dy = (from[i + 1] as number) - y;
    const square = dx * dx + dy * dy;
    if (square > mostFar * mostFar) continue;
    const weight = Math.exp(-square / (2 * near * near));
    const u = to[i] as number;
    const v = to[i + 1] as number;
    sum += weight;
    mx += weight * dx;
    my += weight * dy;
    mu += weight * u;
    mv += weight * v;
    xx += weight * dx * dx;
    xy += weight * dx * dy;
    yy += weight * dy * dy;
    xu += weight * dx * u;
    yu += weight * dy * u;
    xv += weight * dx * v;
    yv += weight * dy * v;
  }
  if (sum < 1) return undefined;
  const [ax, ay, au, av] = [mx / sum, my / sum, mu / sum, mv / sum];
  const [cxx, cxy, cyy] = [xx / sum - ax * ax + damping, xy / sum - ax * ay, yy / sum - ay * ay + damping];
  const [cxu, cyu] = [xu / sum - ax * au, yu / sum - ay * au];
  const [cxv, cyv] = [xv / sum - ax * av, yv / sum - ay * av];
  const determinant = cxx * cyy - cxy * cxy;
  const [a, b] = [(cxu * cyy - cyu * cxy) / determinant, (cyu * cxx - cxu * cxy) / determinant];
  const [c, d] = [(cxv * cyy - cyv * cxy) / determinant, (cyv * cxx - cxv * cxy) / determinant];
  if (a * d - b * c < leastArea) return undefined;
  return { x: au - a * ax - b * ay, y: av - c * ax - d * ay };
}

function valueAt({ size, band, mask }: Bands, x: number, y: number): number | undefined {
  if (!(x >= 0 && y >= 0 && x < size - 1 && y < size - 1)) return undefined;
  const at = Math.floor(y) * size + Math.floor(x);
  if (mask[at] === 0) return undefined;
  const [fx, fy] = [x % 1, y % 1];
  const upper = (band[at] as number) * (1 - fx) + (band[at + 1] as number) * fx;
  const lower = (band[at + size] as number) * (1 - fx) + (band[at + size + 1] as number) * fx;
  return upper * (1 - fy) + lower * fy;
}
