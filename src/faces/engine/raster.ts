import { scaleOf, type View } from './geometry.ts';

/** A decoded photo: 8-bit RGB, interleaved, upright. */
export type Raster = { readonly width: number; readonly height: number; readonly data: Uint8Array };

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
  const stepX = view.a * factor;
  const stepY = view.d * factor;
  const { width, height, data } = raster;
  const area = size * size;
  const [red, green, blue] = scaling.planes;
  const [scale0, scale1, scale2] = scaling.scale;
  const [offset0, offset1, offset2] = scaling.offset;
  const lastX = width - 1;
  const lastY = height - 1;
  const row = width * 3;
  for (let y = 0; y < size; y++) {
    let sourceX = (view.b * y + view.c) * factor + shift;
    let sourceY = (view.e * y + view.f) * factor + shift;
    const end = (y + 1) * size;
    for (let out = y * size; out < end; out++, sourceX += stepX, sourceY += stepY) {
      if (!(sourceX > -1 && sourceY > -1 && sourceX < width && sourceY < height)) {
        target[out] = offset0;
        target[out + area] = offset1;
        target[out + 2 * area] = offset2;
        continue;
      }
      const x = sourceX < 0 ? 0 : sourceX > lastX ? lastX : sourceX;
      const y0 = sourceY < 0 ? 0 : sourceY > lastY ? lastY : sourceY;
      const left = x | 0;
      const top = y0 | 0;
      const fx = x - left;
      const fy = y0 - top;
      const p00 = top * row + left * 3;
      const p01 = left < lastX ? p00 + 3 : p00;
      const down = top < lastY ? row : 0;
      const p10 = p00 + down;
      const p11 = p01 + down;
      const w11 = fx * fy;
      const w01 = fx - w11;
      const w10 = fy - w11;
      const w00 = 1 - fx - w10;
      target[out] =
        ((data[p00 + red] as number) * w00 +
          (data[p01 + red] as number) * w01 +
          (data[p10 + red] as number) * w10 +
          (data[p11 + red] as number) * w11) *
          scale0 +
        offset0;
      target[out + area] =
        ((data[p00 + green] as number) * w00 +
          (data[p01 + green] as number) * w01 +
          (data[p10 + green] as number) * w10 +
          (data[p11 + green] as number) * w11) *
          scale1 +
        offset1;
      target[out + 2 * area] =
        ((data[p00 + blue] as number) * w00 +
          (data[p01 + blue] as number) * w01 +
          (data[p10 + blue] as number) * w10 +
          (data[p11 + blue] as number) * w11) *
          scale2 +
        offset2;
    }
  }
}

/** Half the width and height, each pixel the mean of four; an odd last row or column is dropped. */
function halve(photo: Raster): Raster {
  const width = photo.width >> 1;
  const height = photo.height >> 1;
  const data = new Uint8Array(width * height * 3);
  const source = photo.data;
  const row = photo.width * 3;
  let out = 0;
  for (let y = 0; y < height; y++) {
    let p = 2 * y * row;
    for (let x = 0; x < width; x++, p += 6, out += 3) {
      const q = p + row;
      data[out] =
        ((source[p] as number) +
          (source[p + 3] as number) +
          (source[q] as number) +
          (source[q + 3] as number) +
          2) >>
        2;
      data[out + 1] =
        ((source[p + 1] as number) +
          (source[p + 4] as number) +
          (source[q + 1] as number) +
          (source[q + 4] as number) +
          2) >>
        2;
      data[out + 2] =
        ((source[p + 2] as number) +
          (source[p + 5] as number) +
          (source[q + 2] as number) +
          (source[q + 5] as number) +
          2) >>
        2;
    }
  }
  return { width, height, data };
}
