/** Side of the picture of the face with what is around it. */
export const surroundingsSize = 96;
/** How much larger than the detector's box it is. */
export const surroundingsFactor = 3.2;
const area = surroundingsSize ** 2;

/** Numbers that {@link SurroundingsDescriber} writes. */
export const surroundingsLength = 29;

/** Slopes of the lines looked for, in pixels across per pixel along: up to ten degrees. */
const slopes = [-0.18, -0.12, -0.06, 0, 0.06, 0.12, 0.18] as const;
/** Every third pixel along a side, but for its ends, is looked at. */
const lineSteps = 30;
/** How far a line of each slope lies to the side at each step. */
const lineShifts = slopes.map((slope) =>
  Int8Array.from({ length: lineSteps }, (_, step) =>
    Math.round(slope * (3 + 3 * step - surroundingsSize / 2)),
  ),
);
/** Edges along less of a line are no part of a band. */
const leastBand = 0.2;
/** Widths of the bands looked for: rims of phones, margins of paper. */
const bandWidths = [3, 5, 8, 12] as const;
/** Steps of grey from which a pixel is taken for part of an edge. */
const edgeStep = 10;

/**
 * Looks at the face with its surroundings, from afar: black and white points, colours, glare, and straight edges on
 * the sides of the face, such as paper and phones have. Keeps its pictures between calls, so one per worker.
 */
export class SurroundingsDescriber {
  readonly #grey = new Float32Array(area);
  readonly #all = new Float32Array(256);
  readonly #face = new Float32Array(256);
  readonly #across = new Int8Array(area);
  readonly #down = new Int8Array(area);

  /** Describes planes of red, green and blue, from 0 to 255, into `target` from `start` on. */
  describe(planes: Float32Array, target: Float32Array, start: number): void {
    let at = start;
    const write = (value: number) => {
      target[at++] = value;
    };
    const grey = this.#measureGrey(planes);
    for (const share of [0.01, 0.05, 0.5, 0.95, 0.99]) write(quantile(this.#all, area, share) / 255);
    for (const share of [0.02, 0.5, 0.98]) write(quantile(this.#face, facePixels.length, share) / 255);
    const colour = measureColour(planes);
    write(colour.saturation);
    write(colour.saturationSpread);
    write(colour.redness);
    write(colour.blueness);
    write(colour.isColoured);
    write(colour.glare);
    write(Math.log1p(100 * colour.clipped));
    this.#markEdges(grey);
    const sides = (['left', 'right', 'top', 'bottom'] as const).map((side) => this.#searchSide(side));
    for (const kind of ['line', 'band'] as const) {
      const [left = 0, right = 0, top = 0, bottom = 0] = sides.map((side) => side[kind]);
      const sorted = [left, right, top, bottom].sort((a, b) => b - a);
      for (const strength of kind === 'line' ? sorted : sorted.slice(0, 2)) write(strength);
      write(Math.min(left, right));
      write(Math.min(top, bottom));
    }
    const rim = measureRim(grey);
    write(rim.mean / 255);
    write(rim.spread / 64);
    write(rim.darkShare);
    write(rim.brightShare);
  }

  /** At each pixel, whether grey rises (1) or falls (-1) to the right, and downwards. */
  #markEdges(grey: Float32Array): void {
    const [across, down] = [this.#across, this.#down];
    for (let i = surroundingsSize; i < area - surroundingsSize; i++) {
      const right = (grey[i + 1] as number) - (grey[i - 1] as number);
      const below = (grey[i + surroundingsSize] as number) - (grey[i - surroundingsSize] as number);
      across[i] = right > edgeStep ? 1 : right < -edgeStep ? -1 : 0;
      down[i] = below > edgeStep ? 1 : below < -edgeStep ? -1 : 0;
    }
  }

  /**
   * The most edge-like straight line on one side of the face, by the share of it that is an edge in the same
   * direction, and the most band-like pair of lines, by the share along which both are edges, in opposite
   * directions. Lines run along the whole side; a person's own outline is not straight for so long.
   */
  #searchSide(side: 'left' | 'right' | 'top' | 'bottom'): { readonly line: number; readonly band: number } {
    const isUpright = side === 'left' || side === 'right';
    const edges = isUpright ? this.#across : this.#down;
    const [across, along] = isUpright ? [1, surroundingsSize] : [surroundingsSize, 1];
    const near = Math.round(surroundingsSize * (0.5 - 0.5 / surroundingsFactor));
    const isFirst = side === 'left' || side === 'top';
    const [from, to] = isFirst ? [2, near] : [surroundingsSize - near, surroundingsSize - 2];
    let [line, band] = [0, 0];
    for (const shifts of lineShifts) {
      for (let offset = from; offset < to; offset++) {
        let [rises, falls, length] = [0, 0, 0];
        for (let step = 0; step < lineSteps; step++) {
          const place = offset + (shifts[step] as number);
          if (place < 2 || place >= surroundingsSize - 2) continue;
          length++;
          const edge = edges[place * across + (3 + 3 * step) * along] as number;
          if (edge > 0) rises++;
          else if (edge < 0) falls++;
        }
        if (length < 22) continue;
        line = Math.max(line, rises / length, falls / length);
        for (const [edge, count] of [
          [1, rises],
          [-1, falls],
        ] as const) {
          if (count / length > Math.max(leastBand, band)) {
            band = Math.max(band, countPartners(edges, edge, shifts, offset, across, along) / length);
          }
        }
      }
    }
    return { line, band };
  }

  #measureGrey(planes: Float32Array): Float32Array {
    const [all, face, grey] = [this.#all.fill(0), this.#face.fill(0), this.#grey];
    for (let i = 0; i < area; i++) {
      const value = 0.299 * at(planes, i) + 0.587 * at(planes, i + area) + 0.114 * at(planes, i + 2 * area);
      grey[i] = value;
      const bin = Math.min(255, Math.max(0, Math.round(value)));
      all[bin] = (all[bin] as number) + 1;
    }
    for (const i of facePixels) {
      const bin = Math.min(255, Math.max(0, Math.round(grey[i] as number)));
      face[bin] = (face[bin] as number) + 1;
    }
    return grey;
  }
}

/** Pixels of the middle, where the face is. */
const facePixels = Uint16Array.from(
  Array.from({ length: area }, (_, i) => i).filter((i) => {
    const [x, y] = [i % surroundingsSize, Math.floor(i / surroundingsSize)];
    const middle = (surroundingsSize - 1) / 2;
    return Math.hypot(x - middle, y - middle) < surroundingsSize / surroundingsFactor / 2;
  }),
);

function measureColour(planes: Float32Array) {
  let [saturation, squares, redness, blueness, glare, clipped] = [0, 0, 0, 0, 0, 0];
  for (const i of facePixels) {
    const [red, green, blue] = [at(planes, i), at(planes, i + area), at(planes, i + 2 * area)];
    const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    const value = (most - least) / (most + 8);
    saturation += value;
    squares += value * value;
    redness += (red - green) / (most + 8);
    blueness += (blue - green) / (most + 8);
    if (least > 225) glare++;
    if (most > 252) clipped++;
  }
  const count = facePixels.length;
  const mean = saturation / count;
  return {
    saturation: mean,
    saturationSpread: Math.sqrt(Math.max(0, squares / count - mean * mean)),
    redness: redness / count,
    blueness: blueness / count,
    isColoured: Math.min(1, mean * 10),
    glare: Math.log1p((100 * glare) / count),
    clipped: clipped / count,
  };
}

/** How much of an edge has the opposite one at its side, at the best of the widths of a band. */
function countPartners(
  edges: Int8Array,
  edge: 1 | -1,
  shifts: Int8Array,
  offset: number,
  across: number,
  along: number,
): number {
  let most = 0;
  for (const width of bandWidths) {
    let count = 0;
    for (let step = 0; step < lineSteps; step++) {
      const place = offset + (shifts[step] as number);
      if (place < 2 || place + width >= surroundingsSize - 2) continue;
      const at = place * across + (3 + 3 * step) * along;
      if (edges[at] === edge && edges[at + width * across] === -edge) count++;
    }
    most = Math.max(most, count);
  }
  return most;
}

/** The outermost part of the picture, where a background or the rim of a screen would be. */
function measureRim(grey: Float32Array) {
  let [sum, squares, dark, bright, count] = [0, 0, 0, 0, 0];
  for (let y = 0; y < surroundingsSize; y++) {
    for (let x = 0; x < surroundingsSize; x++) {
      if (Math.min(x, y, surroundingsSize - 1 - x, surroundingsSize - 1 - y) >= 7) continue;
      const value = grey[y * surroundingsSize + x] as number;
      sum += value;
      squares += value * value;
      if (value < 30) dark++;
      if (value > 225) bright++;
      count++;
    }
  }
  const mean = sum / count;
  return {
    mean,
    spread: Math.sqrt(Math.max(0, squares / count - mean * mean)),
    darkShare: dark / count,
    brightShare: bright / count,
  };
}

function quantile(histogram: Float32Array, count: number, share: number): number {
  let seen = 0;
  for (let value = 0; value < 256; value++) {
    seen += histogram[value] as number;
    if (seen > share * count) return value;
  }
  return 255;
}

function at(values: Float32Array, index: number): number {
  return values[index] as number;
}
