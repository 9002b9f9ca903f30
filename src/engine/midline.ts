import { drawView, type PixelScaling, type Pyramid } from './raster.ts';

/** Points of the face mesh in the middle of a face: forehead and bridge of the nose, tip of the nose, lips and chin. */
const above = [151, 9, 8, 168, 6] as const;
const tip = [5, 4, 1] as const;
const below = [164, 0, 17, 18, 200, 199] as const;
const places = [...above, ...tip, ...below] as const;
type Place = (typeof places)[number];
const [foreheadTop, chin, centre] = [10, 152, 168] as const;

/** Pixels between the top of the forehead and the chin in the picture of the middle line. */
const faceHeight = 120;
/** The picture, and where the bridge of the nose lies in it. */
const [width, height] = [64, 152] as const;
const [centreX, centreY] = [32, 54] as const;
const header = 2 * places.length;
const midlineBytes = header + width * height;

/** Half the side of a patch that is followed. */
const half = 7;
/** Reach of the search for a patch: across and down from where the mesh expects it, and of the tip of the nose from the others. */
const [reachX, reachY, tipReach] = [14, 6, 16] as const;
/** A patch counts as found from this correlation on. */
const leastCorrelation = 0.8;
/** So many must be found above the tip of the nose, on it and below it, as far from where they belong together at most. */
const [leastAbove, leastTips, leastBelow, mostApart] = [3, 2, 3, 2] as const;

/** Luma of red, green and blue (ITU-R BT.601). */
const scaling: PixelScaling = { planes: [0, 1, 2], scale: [0.299, 0.587, 0.114], offset: [0, 0, 0] };
const planes = new Float32Array(3 * height * height);

/**
 * The middle line of a face as a small grey picture, upright and at one size, after the places of its points in it: see
 * `measureRelief`.
 */
export function drawMidline(pyramid: Pyramid, points: Float32Array): Uint8Array {
  const at = (point: number) => [points[2 * point]!, points[2 * point + 1]!] as const;
  const [[topX, topY], [chinX, chinY], [x, y]] = [at(foreheadTop), at(chin), at(centre)];
  // One pixel downwards in the picture, in pixels of the photo.
  const [downX, downY] = [(chinX - topX) / faceHeight, (chinY - topY) / faceHeight];
  const square = Math.max(1e-12, downX ** 2 + downY ** 2);
  const midline = new Uint8Array(midlineBytes);
  for (const [index, place] of places.entries()) {
    const [dx, dy] = [at(place)[0] - x, at(place)[1] - y];
    const across = centreX + (dx * downY - dy * downX) / square;
    const down = centreY + (dx * downX + dy * downY) / square;
    midline[2 * index] = Math.max(0, Math.min(width - 1, Math.round(across)));
    midline[2 * index + 1] = Math.max(0, Math.min(height - 1, Math.round(down)));
  }
  // A view is a square: of this one the columns in the middle are kept.
  const aside = (height - width) / 2;
  const [left, top] = [centreX + aside, centreY];
  const view = {
    a: downY,
    b: downX,
    c: x - left * downY - top * downX,
    d: -downX,
    e: downY,
    f: y + left * downX - top * downY,
  };
  drawView(pyramid, view, height, scaling, planes);
  for (let i = 0; i < width * height; i++) {
    const from = Math.floor(i / width) * height + aside + (i % width);
    const grey = planes[from]! + planes[height ** 2 + from]! + planes[2 * height ** 2 + from]!;
    midline[header + i] = Math.round(grey);
  }
  return midline;
}

/**
 * By how much the tip of the nose moved to the right of the picture, from one frame to another, against the straight
 * line through forehead, bridge of the nose, lips and chin, in heights of the face. A head that turns takes its nose
 * ahead of that line. On a sheet the line stays straight, however the sheet is bent about an upright axis. Small patches
 * of the pictures are followed, because the mesh puts a nose on everything. Undefined where too few are found again, and
 * where the others do not lie on a line: a face that speaks or is blurred says nothing. Throws `TypeError` for pictures
 * of another size.
 *
 * NOT verified: paper in a hand (sheets were drawn), low noses, beards, glasses. See docs/decisions/0113.
 */
export function measureRelief(a: Uint8Array, b: Uint8Array): number | undefined {
  if (a.length !== midlineBytes || b.length !== midlineBytes) {
    throw new TypeError(`A middle line has ${midlineBytes} bytes`);
  }
  const follow = (points: readonly Place[], reach: number, from?: number) =>
    points.flatMap((point) => followPatch(a, b, places.indexOf(point), reach, from) ?? []);
  const upper = follow(above, reachX);
  if (upper.length < leastAbove) return undefined;
  const usual = median(upper.map(({ moved }) => moved));
  const lower = follow(below, reachX, usual);
  const tips = follow(tip, tipReach, usual);
  if (lower.length < leastBelow || tips.length < leastTips) return undefined;
  // The line through both by its median slope (Theil and Sen).
  const slope = median(
    upper.flatMap((p) => lower.map((q) => (q.moved - p.moved) / Math.max(1, q.down - p.down))),
  );
  const others = [...upper, ...lower];
  const start = median(others.map(({ moved, down }) => moved - slope * down));
  const ahead = ({ moved, down }: Followed) => moved - start - slope * down;
  if (others.some((one) => Math.abs(ahead(one)) > mostApart)) return undefined;
  const relief = tips.map(ahead);
  return Math.max(...relief) - Math.min(...relief) > mostApart ? undefined : median(relief) / faceHeight;
}

type Followed = { readonly down: number; readonly moved: number };

/**
 * Where the patch around a point of one picture lies in the other, around where the mesh has the point, or that far
 * `from` where it was. Undefined when nothing is like it, or the likest place is at the end of the reach.
 */
function followPatch(
  a: Uint8Array,
  b: Uint8Array,
  index: number,
  reach: number,
  from?: number,
): Followed | undefined {
  const [column, down] = [a[2 * index]!, a[2 * index + 1]!];
  const patch = readPatch(a, column, down);
  const aimX = from === undefined ? b[2 * index]! : Math.round(column + from);
  const aimY = b[2 * index + 1]!;
  if (patch === undefined) return undefined;
  const likeness = (x: number, y: number) => correlate(patch, b, aimX + x, aimY + y);
  let best = { x: 0, y: 0, value: -1 };
  const look = (x: number, y: number) => {
    const value = likeness(x, y);
    if (value > best.value) best = { x, y, value };
  };
  // Every second place first: a patch that fits is like its neighbours, too.
  for (let y = -reachY; y <= reachY; y += 2) for (let x = -reach; x <= reach; x += 2) look(x, y);
  const { x, y } = best;
  for (let i = 0; i < 9; i++) if (i !== 4) look(x + (i % 3) - 1, y + Math.floor(i / 3) - 1);
  if (best.value < leastCorrelation || Math.abs(best.x) >= reach) return undefined;
  // The top of the parabola through the likest place and its neighbours.
  const [left, right] = [likeness(best.x - 1, best.y), likeness(best.x + 1, best.y)];
  const bend = left + right - 2 * best.value;
  const beside = bend < 0 ? Math.max(-0.5, Math.min(0.5, (left - right) / (2 * bend))) : 0;
  return { down, moved: aimX + best.x + beside - column };
}

const area = (2 * half + 1) ** 2;

/** The values of a patch about their mean, at length 1. Undefined for one that is not whole, or shows nothing. */
function readPatch(picture: Uint8Array, column: number, row: number): Float32Array | undefined {
  if (column < half || column >= width - half || row < half || row >= height - half) return undefined;
  const patch = new Float32Array(area);
  for (let i = 0; i < area; i++) {
    const [x, y] = [(i % (2 * half + 1)) - half, Math.floor(i / (2 * half + 1)) - half];
    const value = picture[header + (row + y) * width + column + x]!;
    // Black is what lies beyond the photo: its edge would be followed, not the face.
    if (value === 0) return undefined;
    patch[i] = value;
  }
  const mean = patch.reduce((sum, value) => sum + value, 0) / area;
  const length = Math.sqrt(patch.reduce((sum, value) => sum + (value - mean) ** 2, 0));
  return length === 0 ? undefined : patch.map((value) => (value - mean) / length);
}

/** -1 where the other patch is not whole. */
function correlate(patch: Float32Array, picture: Uint8Array, column: number, row: number): number {
  if (column < half || column >= width - half || row < half || row >= height - half) return -1;
  let [sum, squares, products] = [0, 0, 0];
  let i = 0;
  for (let y = -half; y <= half; y++) {
    const line = header + (row + y) * width + column;
    for (let x = -half; x <= half; x++) {
      const value = picture[line + x]!;
      sum += value;
      squares += value * value;
      products += value * patch[i++]!;
    }
  }
  return products / Math.sqrt(Math.max(1, squares - (sum * sum) / area));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
