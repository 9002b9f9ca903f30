import type { Raster } from './raster.ts';

/** Width and height of the small grey picture that is kept of a frame, whatever the shape of the frame. */
const side = 160;
/** The middle of the face in that picture, and half its width and height. */
const header = 4;
export const stillFrameBytes = header + side * side;
/** Samples of the frame for each pixel, across and down. */
const samples = 3;

/** Places around the head: so many directions, at these distances, in half axes of the face. */
const directions = 32;
const distances = [1.15, 1.3] as const;
/** Half the side of a compared patch, in half heights of the face; in pixels no less than this. */
const [patchShare, leastPatch] = [0.12, 2] as const;
/** A patch of less variance shows nothing that could move. */
const leastVariance = 60;
/** So many patches must show something. */
const leastPatches = 10;

/** A frame as a small grey picture, with where its face is: see `measureStillness`. */
export function drawStillFrame({ width, height, pixels }: Raster, points: Float32Array): Uint8Array {
  const still = new Uint8Array(stillFrameBytes);
  const range = (offset: number, size: number) => {
    const own = points.filter((_, i) => i % 2 === offset).map((value) => (value / size) * side);
    const [least, most] = [Math.min(...own), Math.max(...own)];
    return [(least + most) / 2, (most - least) / 2].map((value) =>
      Math.min(255, Math.max(0, Math.round(value))),
    );
  };
  const [[x, wide], [y, high]] = [range(0, width), range(1, height)] as [[number, number], [number, number]];
  still.set([x, y, wide, high]);
  const [columns, rows] = [width, height].map((size) =>
    Int32Array.from({ length: side * samples }, (_, i) => ((i + 0.5) / (side * samples)) * size),
  ) as [Int32Array, Int32Array];
  const sums = new Float32Array(side * side);
  for (const [i, v] of rows.entries()) {
    const line = Math.floor(i / samples) * side;
    for (let j = 0; j < columns.length; j++) {
      const at = 3 * (v * width + columns[j]!);
      const grey = 0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!;
      sums[line + Math.floor(j / samples)]! += grey / samples ** 2;
    }
  }
  still.set(
    sums.map((grey) => Math.round(grey)),
    header,
  );
  return still;
}

/**
 * By how much the head around a face stays as it is from one frame to another, -1 to 1: the median correlation of small
 * patches around the face, hair, ears, jaw and neck, that lie where they lay or moved with the face. A head that turns
 * takes them with it; a face that is pasted on a still photo turns without them. Undefined where too little is to be
 * seen around the face.
 */
export function measureStillness(a: Uint8Array, b: Uint8Array): number | undefined {
  const [x, y, wide, high] = [a[0]!, a[1]!, a[2]!, a[3]!];
  const half = Math.max(leastPatch, Math.round(high * patchShare));
  const medians = [
    [0, 0],
    [b[0]! - x, b[1]! - y],
  ].flatMap(([across, down]) => {
    const likenesses: number[] = [];
    for (let i = 0; i < directions * distances.length; i++) {
      const angle = (2 * Math.PI * i) / directions;
      const reach = distances[Math.floor(i / directions)]!;
      const column = Math.round(x + Math.cos(angle) * wide * reach);
      const row = Math.round(y + Math.sin(angle) * high * reach);
      const likeness = bestNear(a, b, { column, row, half, across: across!, down: down! });
      if (likeness !== undefined) likenesses.push(likeness);
    }
    likenesses.sort((p, q) => p - q);
    return likenesses.length < leastPatches ? [] : [likenesses[Math.floor(likenesses.length / 2)]!];
  });
  return medians.length === 0 ? undefined : Math.max(...medians);
}

type Patch = {
  readonly column: number;
  readonly row: number;
  readonly half: number;
  readonly across: number;
  readonly down: number;
};

/** The highest correlation of a patch with those within one pixel of where it should be. */
function bestNear(
  a: Uint8Array,
  b: Uint8Array,
  { column, row, half, across, down }: Patch,
): number | undefined {
  let best: number | undefined;
  for (let i = 0; i < 9; i++) {
    const to = { column: column + across + (i % 3) - 1, row: row + down + Math.floor(i / 3) - 1 };
    const likeness = correlate(a, b, { column, row }, to, half);
    if (likeness !== undefined && (best === undefined || likeness > best)) best = likeness;
  }
  return best;
}

type Place = Pick<Patch, 'column' | 'row'>;

function correlate(a: Uint8Array, b: Uint8Array, from: Place, to: Place, half: number): number | undefined {
  const inside = (at: number) => at >= half && at < side - half;
  if (![from.column, from.row, to.column, to.row].every(inside)) return undefined;
  let [count, sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0, 0];
  for (let down = -half; down <= half; down++) {
    for (let across = -half; across <= half; across++) {
      const p = a[header + (from.row + down) * side + from.column + across]!;
      const q = b[header + (to.row + down) * side + to.column + across]!;
      count += 1;
      sumA += p;
      sumB += q;
      squaresA += p * p;
      squaresB += q * q;
      products += p * q;
    }
  }
  const varianceA = (squaresA - sumA ** 2 / count) / count;
  const varianceB = (squaresB - sumB ** 2 / count) / count;
  if (varianceA < leastVariance) return undefined;
  return (products - (sumA * sumB) / count) / count / Math.sqrt(Math.max(1, varianceA * varianceB));
}
