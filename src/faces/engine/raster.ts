import { scaleOf, type View } from './geometry.ts';

/**
 * A decoded photo, upright: a pixel is one number with red in its lowest byte, then green, then blue (the bytes
 * of RGBA read little-endian). Whole pixels load once, and red and blue are summed in one multiplication.
 */
export type Raster = { readonly width: number; readonly height: number; readonly pixels: Uint32Array };

/** How samples become the values a network wants: `value * scale + offset`, for the planes in their order. */
export type PixelScaling = {
  /** Which of red (0), green (1), blue (2) fills the first, second and third plane. */
  readonly planes: readonly [number, number, number];
  readonly scale: readonly [number, number, number];
  readonly offset: readonly [number, number, number];
};

/** Planes red, green, blue; the samples as they are. */
export const plainRgb: PixelScaling = { planes: [0, 1, 2], scale: [1, 1, 1], offset: [0, 0, 0] };

/**
 * Halved copies of a photo, made only when a view needs them: sampling a view that shrinks by two or more from
 * the photo itself would pick single pixels and turn texture into noise.
 */
export class Pyramid {
  readonly #levels: Raster[];

  constructor(photo: Raster) {
    this.#levels = [photo];
  }

  get photo(): Raster {
    return this.#levels[0] as Raster;
  }

  /** The photo halved `level` times, or as often as it can be. */
  level(level: number): { raster: Raster; level: number } {
    while (this.#levels.length <= level) {
      const last = this.#levels[this.#levels.length - 1] as Raster;
      if (last.width < 4 || last.height < 4) break;
      this.#levels.push(halve(last));
    }
    const reached = Math.min(level, this.#levels.length - 1);
    return { raster: this.#levels[reached] as Raster, level: reached };
  }
}

/** A photo that views are drawn from without averaging, however much they shrink it. */
export class UnaveragedPhoto extends Pyramid {
  override level(): { raster: Raster; level: number } {
    return { raster: this.photo, level: 0 };
  }
}

/**
 * Draws a view of the photo as planar float32 values, `size` x `size` pixels a plane, into `target`. Bilinear,
 * from the copy of the pyramid that is at most twice as fine as the view; outside the photo all is black.
 */
export function drawView(
  pyramid: Pyramid,
  view: View,
  size: number,
  scaling: PixelScaling,
  target: Float32Array,
): void {
  const wanted = Math.max(0, Math.floor(Math.log2(scaleOf(view) * 1.1)));
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
  for (let y = 0; y < size; y++) {
    const row: Row = {
      x: (view.b * y + view.c) * factor + shift,
      y: (view.e * y + view.f) * factor + shift,
      stepX: view.a * factor,
      stepY: view.d * factor,
      first: y * size,
      count: size,
    };
    const [from, to] = insidePart(row, raster);
    drawAtEdge(raster, partOf(row, 0, from), red, green, blue, target);
    drawInside(raster, partOf(row, from, to), red, green, blue, target);
    drawAtEdge(raster, partOf(row, to, size), red, green, blue, target);
  }
}

/** One row of a view: its first pixel's place in the photo, the step to the next, and where it is drawn. */
type Row = {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
  readonly first: number;
  readonly count: number;
};

function partOf(row: Row, from: number, to: number): Row {
  const { x, y, stepX, stepY, first } = row;
  return { x: x + stepX * from, y: y + stepY * from, stepX, stepY, first: first + from, count: to - from };
}

/** Which pixels of a row lie in the photo with all they are mixed from; none of a photo too large for 16.16 bits. */
function insidePart(row: Row, { width, height }: Raster): readonly [from: number, to: number] {
  if (Math.max(width, height) >= 32_000) return [0, 0];
  const [fromX, toX] = insideSteps(row.x, row.stepX, width, row.count);
  const [fromY, toY] = insideSteps(row.y, row.stepY, height, row.count);
  const from = Math.max(fromX, fromY);
  return [from, Math.max(from, Math.min(toX, toY))];
}

/** The steps along one axis that stay at least a hundredth of a pixel inside, which fixed point needs. */
function insideSteps(start: number, step: number, length: number, count: number): readonly [number, number] {
  const [low, high] = [0.01, length - 1.01];
  if (Math.abs(step) < 1e-9) return start >= low && start <= high ? [0, count] : [0, 0];
  const [a, b] = [(low - start) / step, (high - start) / step];
  const from = Math.ceil(Math.min(a, b));
  const to = Math.floor(Math.max(a, b)) + 1;
  return [Math.min(count, Math.max(0, from)), Math.min(count, Math.max(0, to))];
}

function drawInside(
  raster: Raster,
  row: Row,
  red: Plane,
  green: Plane,
  blue: Plane,
  target: Float32Array,
): void {
  const { width, pixels } = raster;
  const { start: redStart, scale: redScale, offset: redOffset } = red;
  const { start: greenStart, scale: greenScale, offset: greenOffset } = green;
  const { start: blueStart, scale: blueScale, offset: blueOffset } = blue;
  // Places in 1/65536 of a pixel; rounding the step moves the last of 256 pixels by 1/500 at most.
  let x = Math.round(row.x * 65536) | 0;
  let y = Math.round(row.y * 65536) | 0;
  const stepX = Math.round(row.stepX * 65536) | 0;
  const stepY = Math.round(row.stepY * 65536) | 0;
  const end = row.first + row.count;
  for (let out = row.first; out < end; out++, x = (x + stepX) | 0, y = (y + stepY) | 0) {
    const fx = (x >> 8) & 255;
    const fy = (y >> 8) & 255;
    const w11 = Math.imul(fx, fy) >> 8;
    const w01 = (fx - w11) | 0;
    const w10 = (fy - w11) | 0;
    const w00 = (256 - fx - w10) | 0;
    const at = (Math.imul(y >> 16, width) + (x >> 16)) | 0;
    const p00 = (pixels[at] as number) | 0;
    const p01 = (pixels[at + 1] as number) | 0;
    const p10 = (pixels[at + width] as number) | 0;
    const p11 = (pixels[at + width + 1] as number) | 0;
    const upper = (Math.imul(p00 & 0xff00ff, w00) + Math.imul(p01 & 0xff00ff, w01)) | 0;
    const lower = (Math.imul(p10 & 0xff00ff, w10) + Math.imul(p11 & 0xff00ff, w11)) | 0;
    const redBlue = (upper + lower) | 0;
    const upperGreen = (Math.imul((p00 >> 8) & 255, w00) + Math.imul((p01 >> 8) & 255, w01)) | 0;
    const lowerGreen = (Math.imul((p10 >> 8) & 255, w10) + Math.imul((p11 >> 8) & 255, w11)) | 0;
    target[out + redStart] = (redBlue & 0xffff) * redScale + redOffset;
    target[out + greenStart] = ((upperGreen + lowerGreen) | 0) * greenScale + greenOffset;
    target[out + blueStart] = (redBlue >>> 16) * blueScale + blueOffset;
  }
}

/** The same, slower, for pixels at or beyond the edge of the photo. */
function drawAtEdge(
  { width, height, pixels }: Raster,
  row: Row,
  red: Plane,
  green: Plane,
  blue: Plane,
  target: Float32Array,
): void {
  const lastX = width - 1;
  const lastY = height - 1;
  for (let i = 0; i < row.count; i++) {
    const out = row.first + i;
    const sourceX = row.x + row.stepX * i;
    const sourceY = row.y + row.stepY * i;
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
    const mix = (shift: number) => {
      const channel = (index: number) => ((pixels[index] as number) >>> shift) & 255;
      const upper = channel(at) * (1 - fx) + channel(at + right) * fx;
      const lower = channel(at + down) * (1 - fx) + channel(at + down + right) * fx;
      return 256 * (upper * (1 - fy) + lower * fy);
    };
    target[out + red.start] = mix(0) * red.scale + red.offset;
    target[out + green.start] = mix(8) * green.scale + green.offset;
    target[out + blue.start] = mix(16) * blue.scale + blue.offset;
  }
}

/** Where a colour goes, and how 256 times its value becomes what the network wants. */
type Plane = { readonly start: number; readonly scale: number; readonly offset: number };

function planeOf({ planes, scale, offset }: PixelScaling, colour: number, area: number): Plane {
  const plane = planes.indexOf(colour);
  return { start: plane * area, scale: (scale[plane] as number) / 256, offset: offset[plane] as number };
}

/** Half the width and height, each pixel the mean of four; an odd last row or column is dropped. */
function halve(photo: Raster): Raster {
  const width = photo.width >> 1;
  const height = photo.height >> 1;
  const pixels = new Uint32Array(width * height);
  const source = photo.pixels;
  let out = 0;
  for (let y = 0; y < height; y++) {
    let p = 2 * y * photo.width;
    for (let x = 0; x < width; x++, p += 2, out++) {
      const a = source[p] as number;
      const b = source[p + 1] as number;
      const c = source[p + photo.width] as number;
      const d = source[p + photo.width + 1] as number;
      const redBlue = ((a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff) + 0x20002) >>> 2;
      const green = ((a & 0xff00) + (b & 0xff00) + (c & 0xff00) + (d & 0xff00) + 0x200) >>> 2;
      pixels[out] = (redBlue & 0xff00ff) | (green & 0xff00);
    }
  }
  return { width, height, pixels };
}
