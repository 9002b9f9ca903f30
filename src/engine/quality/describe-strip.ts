/** A rectangle of the aligned face of 112 pixels, cut into cells. */
export type Strip = {
  readonly left: number;
  readonly top: number;
  /** Pixels across and down a cell. */
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
};

/** Brows to lower lids, from temple to temple. */
export const eyesStrip: Strip = { left: 20, top: 38, cell: 3, columns: 24, rows: 9 };
/** Below the nose to above the chin. */
export const mouthStrip: Strip = { left: 32, top: 76, cell: 3, columns: 16, rows: 10 };

/** Numbers that describe one strip: see {@link describeStrip}. */
export function stripLength({ columns, rows }: Strip): number {
  return 2 * columns * rows + 3;
}

const faceSize = 112;
/** Greys by which a strip differs at least, so that noise on a plain cover is not blown up to a picture. */
const leastSpread = 8;

/**
 * The look of a strip of the aligned grey face, whatever the light: the mean of each cell, and how much its
 * pixels change towards the next ones, both against the strip's own spread; then the spread itself, the strip's
 * brightness and the change in it, against the whole face.
 */
export function describeStrip(grey: Float32Array, strip: Strip, target: Float32Array): Float32Array {
  const { columns, rows } = strip;
  const cells = columns * rows;
  let [sum, squares, change] = [0, 0, 0];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const index = row * columns + column;
      measureCell(grey, strip, row, column, target, index, cells);
      const mean = target[index] as number;
      sum += mean;
      squares += mean * mean;
      change += target[cells + index] as number;
    }
  }
  const mean = sum / cells;
  const spread = Math.max(leastSpread, Math.sqrt(Math.max(0, squares / cells - mean * mean)));
  const meanChange = change / cells;
  for (let index = 0; index < cells; index++) {
    target[index] = ((target[index] as number) - mean) / spread;
    target[cells + index] = ((target[cells + index] as number) - meanChange) / spread;
  }
  const face = wholeFace(grey);
  target[2 * cells] = Math.log(spread / face.spread);
  target[2 * cells + 1] = (mean - face.mean) / face.spread;
  target[2 * cells + 2] = Math.log((meanChange + 1) / (face.change + 1));
  return target;
}

function measureCell(
  grey: Float32Array,
  { left, top, cell }: Strip,
  row: number,
  column: number,
  target: Float32Array,
  index: number,
  cells: number,
): void {
  let sum = 0;
  let change = 0;
  for (let y = top + row * cell; y < top + (row + 1) * cell; y++) {
    for (let x = left + column * cell; x < left + (column + 1) * cell; x++) {
      const at = y * faceSize + x;
      const value = grey[at] as number;
      sum += value;
      change +=
        Math.abs(value - (grey[at + 1] as number)) + Math.abs(value - (grey[at + faceSize] as number));
    }
  }
  target[index] = sum / cell ** 2;
  target[cells + index] = change / cell ** 2;
}

/** Mean, spread and change of the middle of the face, every second pixel of it. */
function wholeFace(grey: Float32Array): { mean: number; spread: number; change: number } {
  let sum = 0;
  let squares = 0;
  let change = 0;
  let count = 0;
  for (let y = 30; y < 104; y += 2) {
    for (let x = 24; x < 88; x += 2) {
      const at = y * faceSize + x;
      const value = grey[at] as number;
      sum += value;
      squares += value * value;
      change +=
        Math.abs(value - (grey[at + 1] as number)) + Math.abs(value - (grey[at + faceSize] as number));
      count++;
    }
  }
  const mean = sum / count;
  const spread = Math.sqrt(Math.max(0, squares / count - mean * mean));
  return { mean, spread: Math.max(leastSpread, spread), change: change / count };
}
