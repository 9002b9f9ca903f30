import type { FaceColours, LinearColour } from './face-engine.ts';
import type { Point } from './geometry.ts';
import { boundsOf } from './locate-landmarks.ts';
import type { Raster } from './raster.ts';

/** Points of the mesh on skin that faces the camera: forehead, cheeks, chin. */
const skinPoints = [151, 9, 108, 337, 67, 297, 50, 280, 101, 330, 205, 425, 36, 266, 199, 175];
/** Radius of what is read around each, in widths of the face. */
const skinReach = 0.035;
/** Where the surroundings begin and end, from the middle of the face, in its widths; above the chin only. */
const around = { from: 0.95, to: 1.25 };
/** Values of a pixel that say nothing: too dark, or cut off. */
const [darkest, brightest] = [6, 249];
/** Least share of the pixels of a region that must say something. */
const leastShare = 0.3;

const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/**
 * The mean light that the skin of a face and its surroundings send to the camera. Raster that are nearly black or cut
 * off do not count. Undefined for a face of which too little is left; `around` where there is too little beside it.
 */
export function measureColours(photo: Raster, points: Float32Array): FaceColours | undefined {
  const { x, y, width, height } = boundsOf({ points });
  const face = meanOf(photo, listSkin(points, width * skinReach));
  if (face === undefined) return undefined;
  const beside = meanOf(photo, listSurroundings(photo, { x: x + width / 2, y: y + height / 2 }, width));
  return { face, ...(beside === undefined ? {} : { around: beside }) };
}

function* listSkin(points: Float32Array, reach: number): Generator<Point> {
  const stride = Math.max(1, reach / 4);
  for (const index of skinPoints) {
    const [x, y] = [points[2 * index]!, points[2 * index + 1]!];
    for (let dy = -reach; dy <= reach; dy += stride) {
      for (let dx = -reach; dx <= reach; dx += stride) yield { x: x + dx, y: y + dy };
    }
  }
}

/** Both sides of the head: above it is hair, under it clothes, which the light of a screen reaches. */
function* listSurroundings(photo: Raster, centre: Point, width: number): Generator<Point> {
  const stride = Math.max(1, width / 40);
  for (let dy = -width; dy <= width * 0.4; dy += stride) {
    const y = centre.y + dy;
    if (y < 0 || y >= photo.height) continue;
    for (let dx = around.from * width; dx <= around.to * width; dx += stride) {
      yield { x: centre.x - dx, y };
      yield { x: centre.x + dx, y };
    }
  }
}

function meanOf({ width, height, pixels }: Raster, places: Iterable<Point>): LinearColour | undefined {
  let [red, green, blue, used, all] = [0, 0, 0, 0, 0];
  for (const { x, y } of places) {
    const [column, row] = [Math.round(x), Math.round(y)];
    all += 1;
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const at = 3 * (row * width + column);
    const [r, g, b] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
    if (Math.min(r, g, b) < darkest || Math.max(r, g, b) > brightest) continue;
    red += linear[r]!;
    green += linear[g]!;
    blue += linear[b]!;
    used += 1;
  }
  if (used < 20 || used < all * leastShare) return undefined;
  return { red: red / used, green: green / used, blue: blue / used };
}
