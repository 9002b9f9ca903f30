import type { Orientation } from '../platform/exif-orientation.ts';
import { scaleOf, type View } from './geometry.ts';
import { openPixelKernel } from './pixel-kernel.ts';

/** A decoded picture, upright: three bytes a pixel, red, green and blue. */
export type Raster = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

/** The conversion of samples into a network's values: `value * scale + offset`, for the planes in their order. */
export type PixelScaling = {
  /** Which of red (0), green (1), blue (2) fills the first, second and third plane. */
  readonly planes: readonly [number, number, number];
  readonly scale: readonly [number, number, number];
  readonly offset: readonly [number, number, number];
};

/** Planes red, green, blue; the samples as they are. */
export const plainRgb: PixelScaling = { planes: [0, 1, 2], scale: [1, 1, 1], offset: [0, 0, 0] };

/** A copy of a photo in the kernel's memory. */
type Level = { readonly width: number; readonly height: number; readonly at: number };

const kernel = openPixelKernel();
const { drawRow, halveRow, copyRow } = kernel.functions;
/** The layout of the kernel's memory: factors and offsets of a scaling, the picture being drawn, then one photo. */
const scalingAt = 0;
const targetAt = 64;
const largestSize = 640;
const photoAt = targetAt + 3 * largestSize * largestSize * Float32Array.BYTES_PER_ELEMENT;
/** The kernel writes up to eight bytes behind what it is asked for. */
const kernelExcess = 8;
let occupant: Pyramid | undefined;

/** Width and height in pixels. */
export type PictureSize = Pick<Raster, 'width' | 'height'>;

/**
 * The picture that `fill` writes, three bytes a pixel, turned upright from its EXIF orientation. It lies in the memory
 * that a `Pyramid` of it takes it from, without a copy, when that is made at once. The latest pyramid loses its place by
 * this call. Undefined when `fill` says that it failed.
 */
export function drawPhoto(
  size: PictureSize,
  orientation: Orientation,
  fill: (pixels: Uint8Array) => boolean,
): Raster | undefined {
  occupant = undefined;
  const length = 3 * size.width * size.height;
  const at = orientation === 1 ? photoAt : photoAt + length + kernelExcess;
  kernel.reserve(at + length);
  if (!fill(kernel.bytes.subarray(at, at + length))) return undefined;
  const upright = orientation === 1 ? size : turnUpright(size, orientation, at);
  return { ...upright, pixels: kernel.bytes.subarray(photoAt, photoAt + length) };
}

/** Copies a turned picture, row by row of what it is upright, to where a photo lies. See CIPA DC-008, 4.6.5.1. */
function turnUpright({ width, height }: PictureSize, orientation: Orientation, at: number): PictureSize {
  const stride = 3 * width;
  const isSideways = orientation >= 5;
  // Along a row and from row to row of the upright picture, a step to the right, to the left, down or up in the turned one.
  const isAlongBackwards = [2, 3, 6, 7].includes(orientation);
  const isDownBackwards = [3, 4, 7, 8].includes(orientation);
  const along = (isSideways ? stride : 3) * (isAlongBackwards ? -1 : 1);
  const down = (isSideways ? 3 : stride) * (isDownBackwards ? -1 : 1);
  const upright = isSideways ? { width: height, height: width } : { width, height };
  const first =
    at +
    (isAlongBackwards ? -along * (upright.width - 1) : 0) +
    (isDownBackwards ? -down * (upright.height - 1) : 0);
  for (let row = 0; row < upright.height; row++) {
    copyRow(first + down * row, along, photoAt + 3 * upright.width * row, upright.width);
  }
  return upright;
}

/**
 * A photo and its halved copies, made only when a view needs them: sampling a view that shrinks by two or more
 * from the photo itself would pick single pixels and turn texture into noise.
 *
 * The copies lie in memory that all pyramids of a thread share, so only the latest can be used: after another was
 * made, drawing from it throws.
 */
export class Pyramid {
  readonly photo: { readonly width: number; readonly height: number };
  /** Milliseconds that copying the photo and drawing views of it have taken so far. */
  drawingMs = 0;
  readonly #levels: Level[];

  /** Takes the picture's memory: its pixels are gone afterwards. */
  constructor({ width, height, pixels }: Raster) {
    const started = performance.now();
    if (pixels.length !== 3 * width * height) throw new RangeError('A picture has three bytes a pixel');
    this.photo = { width, height };
    this.#levels = [{ width, height, at: photoAt }];
    if (pixels.buffer !== kernel.bytes.buffer) {
      kernel.reserve(photoAt + pixels.length);
      kernel.bytes.set(pixels, photoAt);
      // Left to the garbage collector, some megabytes a photo are what makes it run, and fresh memory costs as much.
      if (pixels.buffer instanceof ArrayBuffer) pixels.buffer.transfer(0);
    }
    occupant = this;
    this.drawingMs = performance.now() - started;
  }

  /** The photo itself, to be read at once: the memory changes with the next picture. */
  read(): Raster {
    const { raster } = this.level(0);
    const { width, height, at } = raster;
    return { width, height, pixels: kernel.bytes.subarray(at, at + 3 * width * height) };
  }

  /** The photo halved `level` times, or as often as it can be. */
  level(level: number): { raster: Level; level: number } {
    if (occupant !== this) throw new Error("Another photo has taken this one's memory");
    while (this.#levels.length <= level) {
      const last = this.#levels[this.#levels.length - 1] as Level;
      if (last.width < 4 || last.height < 4) break;
      this.#levels.push(halve(last));
    }
    const reached = Math.min(level, this.#levels.length - 1);
    return { raster: this.#levels[reached] as Level, level: reached };
  }
}

/**
 * Draws a view of the photo as planar float32 values, `size` x `size` pixels a plane (640 at most), into `target`.
 * Bilinear, from the copy of the pyramid that is at most twice as fine as the view, or from the photo itself when
 * `sampling` is `unaveraged`, however much the view shrinks it; outside the photo all is black.
 */
export function drawView(
  pyramid: Pyramid,
  view: View,
  size: number,
  scaling: PixelScaling,
  target: Float32Array,
  sampling: 'averaged' | 'unaveraged' = 'averaged',
): void {
  const started = performance.now();
  if (size > largestSize) throw new RangeError(`A view is ${largestSize} pixels wide at most`);
  const wanted = sampling === 'averaged' ? Math.max(0, Math.floor(Math.log2(scaleOf(view) * 1.1))) : 0;
  const { raster, level } = pyramid.level(wanted);
  const factor = 2 ** -level;
  // Halving moves pixel centres: the first pixel of a copy lies at 0.5 of the finer one.
  const shift = (factor - 1) / 2;
  const area = size * size;
  const [red, green, blue] = [0, 1, 2].map((colour) => planeOf(scaling, colour, area)) as [
    Plane,
    Plane,
    Plane,
  ];
  const factors = [red.scale, green.scale, blue.scale, 0, red.offset, green.offset, blue.offset, 0];
  new Float32Array(kernel.bytes.buffer, scalingAt, 8).set(factors);
  const drawn = new Float32Array(kernel.bytes.buffer, targetAt, 3 * area);
  const [stepX, stepY] = [view.a * factor, view.d * factor];
  for (let row = 0; row < size; row++) {
    const x = (view.b * row + view.c) * factor + shift;
    const y = (view.e * row + view.f) * factor + shift;
    const first = row * size;
    const from = Math.max(
      firstInside(x, stepX, raster.width, size),
      firstInside(y, stepY, raster.height, size),
    );
    const to = Math.min(lastInside(x, stepX, raster.width, size), lastInside(y, stepY, raster.height, size));
    if (from >= to) {
      drawAtEdge(raster, { x, y, stepX, stepY, first, from: 0, to: size }, red, green, blue, drawn);
      continue;
    }
    // Rounding the step to 1/65536 of a pixel moves the last of 256 pixels by 1/500 of one at most.
    drawRow(
      raster.at,
      raster.width,
      Math.round((x + stepX * from) * 65536),
      Math.round((y + stepY * from) * 65536),
      Math.round(stepX * 65536),
      Math.round(stepY * 65536),
      to - from,
      targetAt + 4 * (first + from + red.start),
      targetAt + 4 * (first + from + green.start),
      targetAt + 4 * (first + from + blue.start),
      scalingAt,
    );
    if (from > 0)
      drawAtEdge(raster, { x, y, stepX, stepY, first, from: 0, to: from }, red, green, blue, drawn);
    if (to < size)
      drawAtEdge(raster, { x, y, stepX, stepY, first, from: to, to: size }, red, green, blue, drawn);
  }
  target.set(drawn);
  pyramid.drawingMs += performance.now() - started;
}

/** Pixels `from` to `to` of a row of a view: the first pixel's place in the photo, the step, where it is drawn. */
type EdgePart = {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
  readonly first: number;
  readonly from: number;
  readonly to: number;
};

/** Places at least a hundredth of a pixel inside, which fixed point needs, and not beyond what 16.16 bits hold. */
const margin = 0.01;
const longestInside = 32_000;

/** The first of `count` steps along one axis at which all that a pixel is mixed from lies in the photo. */
function firstInside(start: number, step: number, length: number, count: number): number {
  const high = Math.min(length, longestInside) - 1 - margin;
  if (Math.abs(step) < 1e-9) return start >= margin && start <= high ? 0 : count;
  return Math.max(0, Math.ceil(((step > 0 ? margin : high) - start) / step));
}

/** The step after the last of those. */
function lastInside(start: number, step: number, length: number, count: number): number {
  const high = Math.min(length, longestInside) - 1 - margin;
  if (Math.abs(step) < 1e-9) return count;
  return Math.min(count, Math.floor(((step > 0 ? high : margin) - start) / step) + 1);
}

/** The same, slower, for pixels at or beyond the edge of the photo. */
function drawAtEdge(
  { width, height, at: start }: Level,
  { x: startX, y: startY, stepX, stepY, first, from, to }: EdgePart,
  red: Plane,
  green: Plane,
  blue: Plane,
  target: Float32Array,
): void {
  const { bytes } = kernel;
  const lastX = width - 1;
  const lastY = height - 1;
  for (let i = from; i < to; i++) {
    const out = first + i;
    const sourceX = startX + stepX * i;
    const sourceY = startY + stepY * i;
    if (!(sourceX > -1 && sourceY > -1 && sourceX < width && sourceY < height)) {
      target[out + red.start] = red.offset;
      target[out + green.start] = green.offset;
      target[out + blue.start] = blue.offset;
      continue;
    }
    const x = Math.min(Math.max(sourceX, 0), lastX);
    const y = Math.min(Math.max(sourceY, 0), lastY);
    const at = Math.floor(y) * width + Math.floor(x);
    const right = x < lastX ? 1 : 0;
    const down = y < lastY ? width : 0;
    const fx = x - Math.floor(x);
    const fy = y - Math.floor(y);
    const mix = (colour: number) => {
      const channel = (index: number) => bytes[start + 3 * index + colour] as number;
      const upper = channel(at) * (1 - fx) + channel(at + right) * fx;
      const lower = channel(at + down) * (1 - fx) + channel(at + down + right) * fx;
      return 256 * (upper * (1 - fy) + lower * fy);
    };
    target[out + red.start] = mix(0) * red.scale + red.offset;
    target[out + green.start] = mix(1) * green.scale + green.offset;
    target[out + blue.start] = mix(2) * blue.scale + blue.offset;
  }
}

/** Where a colour goes, and how 256 times its value becomes what the network wants. */
type Plane = { readonly start: number; readonly scale: number; readonly offset: number };

function planeOf({ planes, scale, offset }: PixelScaling, colour: number, area: number): Plane {
  const plane = planes.indexOf(colour);
  return { start: plane * area, scale: (scale[plane] as number) / 256, offset: offset[plane] as number };
}

/** Half the width and height, each pixel the mean of four; an odd last row or column is dropped. */
function halve(last: Level): Level {
  const width = last.width >> 1;
  const height = last.height >> 1;
  const at = last.at + 3 * last.width * last.height + kernelExcess;
  kernel.reserve(at + 3 * width * height);
  for (let y = 0; y < height; y++) {
    const upper = last.at + 6 * y * last.width;
    halveRow(upper, upper + 3 * last.width, at + 3 * y * width, width);
  }
  return { width, height, at };
}
