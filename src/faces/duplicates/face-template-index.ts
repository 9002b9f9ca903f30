import type { SearchVector } from '../../engine/index.ts';
import { FaceIdTable } from './face-id-table.ts';
import { Rotation } from './rotation.ts';
import { openScanKernel } from './scan-kernel.ts';

/** A face whose score may reach the threshold. */
export type Candidate = { readonly id: Uint8Array; readonly upperBound: number };

/** Templates kept whole until there are enough to know where their middle lies. */
const wholeUntil = 256;
const slotsOfSegment = 2 ** 17;
/** Values in 16 bytes of a code. */
const valuesOfChunk = 64;
/** Step of a code in standard deviations: the least error for values spread as a bell over 16 steps. */
const stepFactor = 0.335;
/** For rounding of float32 sums, in a score of about one. */
const roundingSlack = 1e-4;

/**
 * The templates of one model with half a byte for each value, searched completely. Stored bounds of the rounding error
 * guarantee that the search misses no template above the threshold. `search` may return too many, never too few.
 *
 * With m the middle of the templates, x . q = (x - m) . (q - m) + x . m + q . m - m . m; and with x' what the code of
 * x - m stands for, (x - m) . (q - m) is at most x' . (q - m) + |x - m - x'| |q - m|.
 */
export class FaceTemplateIndex {
  readonly #length: number;
  readonly #strideBytes: number;
  readonly #rotation: Rotation;
  readonly #scratch: Float32Array;
  readonly #ids = new FaceIdTable();
  readonly #segments: Segment[] = [];
  #whole: SearchVector[] = [];
  #middle: Float32Array | undefined;

  constructor(length: number) {
    this.#length = length;
    this.#strideBytes = (Math.ceil(length / valuesOfChunk) * valuesOfChunk) / 4;
    this.#rotation = new Rotation(length);
    this.#scratch = new Float32Array(length);
  }

  get size(): number {
    return this.#ids.size;
  }

  /** Adds a template, in the place of an earlier one of the same face. */
  put(id: Uint8Array, vector: SearchVector): void {
    if (vector.values.length !== this.#length) throw new TypeError('A template of another length');
    const slot = this.#ids.find(id) ?? this.#ids.add(id);
    if (this.#middle === undefined) {
      this.#whole[slot] = vector;
      if (this.#whole.length >= wholeUntil) this.#encodeAll();
    } else this.#encode(slot, vector, this.#middle);
  }

  remove(id: Uint8Array): boolean {
    const removed = this.#ids.remove(id);
    if (removed === undefined) return false;
    const { slot, last } = removed;
    if (this.#middle === undefined) {
      const moved = this.#whole.pop() as SearchVector;
      if (slot !== last) this.#whole[slot] = moved;
    } else if (slot !== last) this.#move(last, slot);
    return true;
  }

  /** Every face whose score with the vector may reach `minScore`, the likeliest first. */
  search(vector: SearchVector, minScore: number): Candidate[] {
    if (vector.values.length !== this.#length) throw new TypeError('A query of another length');
    const found: Candidate[] = [];
    if (this.#middle === undefined) {
      for (const [slot, other] of this.#whole.entries()) {
        const upperBound = dot(vector.values, other.values) + vector.offset + other.offset + roundingSlack;
        if (upperBound >= minScore) found.push({ id: this.#ids.idAt(slot).slice(), upperBound });
      }
    } else {
      const query = this.#toQuery(vector, this.#middle);
      for (const [index, segment] of this.#segments.entries()) {
        const first = index * slotsOfSegment;
        const count = Math.min(slotsOfSegment, this.size - first);
        if (count <= 0) break;
        segment.search(query, count, minScore, (slot, upperBound) => {
          found.push({ id: this.#ids.idAt(first + slot).slice(), upperBound });
        });
      }
    }
    return found.sort((a, b) => b.upperBound - a.upperBound);
  }

  #encodeAll(): void {
    const middle = new Float32Array(this.#length);
    for (const { values } of this.#whole) {
      for (let i = 0; i < middle.length; i++) {
        middle[i] = (middle[i] as number) + (values[i] as number) / this.#whole.length;
      }
    }
    this.#middle = middle;
    for (const [slot, vector] of this.#whole.entries()) this.#encode(slot, vector, middle);
    this.#whole = [];
  }

  #encode(slot: number, { values, offset }: SearchVector, middle: Float32Array): void {
    const rotated = this.#aroundMiddle(values, middle);
    const deviation = lengthOf(rotated) / Math.sqrt(this.#length) || 1;
    const step = stepFactor * deviation;
    const coarse = new Uint8Array(this.#strideBytes);
    const fine = new Uint8Array(this.#strideBytes);
    let [coarseError, fineError, square] = [0, 0, 0];
    for (let i = 0; i < this.#length; i++) {
      const value = rotated[i] as number;
      const level = Math.min(15, Math.max(0, Math.floor(value / step + 8)));
      const high = level >> 2;
      const far = value - step * (4 * high - 6);
      const stands = step * (level - 7.5);
      coarseError += far * far;
      fineError += (value - stands) * (value - stands);
      square += stands * stands;
      // 64 values in 16 bytes: the first 16 of them in the lowest bits, and so on.
      const at = (i >> 6) * 16 + (i & 15);
      const shift = (i & 48) >> 3;
      coarse[at] = (coarse[at] as number) | (high << shift);
      fine[at] = (fine[at] as number) | ((level & 3) << shift);
    }
    this.#segmentOf(slot).write(slot % slotsOfSegment, coarse, fine, {
      step,
      offset: offset + dot(values, middle),
      coarseError: Math.sqrt(coarseError),
      fineError: Math.sqrt(fineError),
      // Of both what they stand for is hardly longer than the vector.
      length: Math.max(Math.sqrt(square), lengthOf(rotated) + Math.sqrt(coarseError)),
    });
  }

  /** Until the next call. */
  #aroundMiddle(values: Float32Array, middle: Float32Array): Float32Array {
    const rotated = this.#scratch;
    for (let i = 0; i < rotated.length; i++) rotated[i] = (values[i] as number) - (middle[i] as number);
    this.#rotation.apply(rotated);
    return rotated;
  }

  #toQuery({ values, offset }: SearchVector, middle: Float32Array): Query {
    const rotated = this.#aroundMiddle(values, middle);
    const largest = rotated.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const unit = largest / 127 || 1;
    const bytes = new Int8Array(4 * this.#strideBytes);
    let [sum, error] = [0, 0];
    for (let i = 0; i < rotated.length; i++) {
      const byte = Math.round((rotated[i] as number) / unit);
      bytes[i] = byte;
      sum += byte;
      error += ((rotated[i] as number) - byte * unit) ** 2;
    }
    return {
      bytes,
      unit,
      sum,
      length: lengthOf(rotated),
      error: Math.sqrt(error),
      offset: offset + dot(values, middle) - dot(middle, middle),
    };
  }

  #segmentOf(slot: number): Segment {
    const index = Math.floor(slot / slotsOfSegment);
    const present = this.#segments[index];
    if (present !== undefined) return present;
    const created = new Segment(this.#strideBytes);
    this.#segments[index] = created;
    return created;
  }

  #move(from: number, to: number): void {
    const { coarse, fine, figures } = this.#segmentOf(from).read(from % slotsOfSegment);
    this.#segmentOf(to).write(to % slotsOfSegment, coarse, fine, figures);
  }
}

/** The figures of a code beside its bits: its step, the addend of its products, its error and its length. */
type Figures = {
  readonly step: number;
  readonly offset: number;
  readonly coarseError: number;
  readonly fineError: number;
  readonly length: number;
};
const figureCount = 5;

type Query = {
  readonly bytes: Int8Array;
  readonly unit: number;
  readonly sum: number;
  readonly length: number;
  readonly error: number;
  readonly offset: number;
};

/** Products are read out in runs that stay in the processor's cache. */
const runLength = 8192;

/**
 * The codes of some slots, in memories of their own: the whole never has to be copied to grow. The upper two bits of
 * all values lie apart from the lower two, which are looked at only where the upper ones leave it open.
 */
class Segment {
  readonly #coarse: Plane;
  readonly #fine: Plane;
  #figures = new Float32Array(figureCount * 1024);

  constructor(strideBytes: number) {
    this.#coarse = new Plane(strideBytes);
    this.#fine = new Plane(strideBytes);
  }

  write(slot: number, coarse: Uint8Array, fine: Uint8Array, figures: Figures): void {
    this.#coarse.write(slot, coarse);
    this.#fine.write(slot, fine);
    if (figureCount * slot >= this.#figures.length) {
      const larger = new Float32Array(2 * this.#figures.length);
      larger.set(this.#figures);
      this.#figures = larger;
    }
    const { step, offset, coarseError, fineError, length } = figures;
    this.#figures.set([step, offset, coarseError, fineError, length], figureCount * slot);
  }

  read(slot: number): { coarse: Uint8Array; fine: Uint8Array; figures: Figures } {
    const at = figureCount * slot;
    const [step, offset, coarseError, fineError, length] = this.#figures.subarray(at, at + figureCount);
    return {
      coarse: this.#coarse.read(slot),
      fine: this.#fine.read(slot),
      figures: { step, offset, coarseError, fineError, length } as Figures,
    };
  }

  search(query: Query, count: number, minScore: number, found: (slot: number, bound: number) => void): void {
    const figures = this.#figures;
    const wanted = minScore - query.offset - roundingSlack;
    const middle = 7.5 * query.sum;
    this.#coarse.ask(query);
    this.#fine.ask(query);
    for (let start = 0; start < count; start += runLength) {
      const run = Math.min(runLength, count - start);
      const products = this.#coarse.scan(start, run);
      for (let i = 0; i < run; i++) {
        const at = figureCount * (start + i);
        const unit = query.unit * (figures[at] as number);
        const rest = (figures[at + 1] as number) + query.error * (figures[at + 4] as number);
        const high = 4 * (products[i] as number) - middle;
        // In place of the lower bits their middle, 1.5.
        const coarse = unit * (high + 1.5 * query.sum) + rest + query.length * (figures[at + 2] as number);
        if (coarse < wanted) continue;
        const low = this.#fine.scan(start + i, 1)[0] as number;
        const bound = unit * (high + low) + rest + query.length * (figures[at + 3] as number);
        if (bound >= wanted) found(start + i, bound + query.offset + roundingSlack);
      }
    }
  }
}

/** Two bits of each value of some codes, with room for a query and for the products of a run. */
class Plane {
  readonly #kernel = openScanKernel();
  readonly #strideBytes: number;
  readonly #queryAt = 4 * runLength;
  readonly #codesAt: number;

  constructor(strideBytes: number) {
    this.#strideBytes = strideBytes;
    this.#codesAt = this.#queryAt + 4 * strideBytes;
  }

  write(slot: number, code: Uint8Array): void {
    const at = this.#codesAt + slot * this.#strideBytes;
    this.#kernel.reserve(at + this.#strideBytes);
    this.#kernel.bytes.set(code, at);
  }

  read(slot: number): Uint8Array {
    const at = this.#codesAt + slot * this.#strideBytes;
    return this.#kernel.bytes.slice(at, at + this.#strideBytes);
  }

  ask({ bytes }: Query): void {
    this.#kernel.bytes.set(new Uint8Array(bytes.buffer), this.#queryAt);
  }

  /** The products of a run of codes, until the next call. */
  scan(first: number, count: number): Int32Array {
    const codes = this.#codesAt + first * this.#strideBytes;
    this.#kernel.functions.scan(codes, this.#strideBytes, count, this.#queryAt, 0);
    return new Int32Array(this.#kernel.bytes.buffer, 0, count);
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

function lengthOf(values: Float32Array): number {
  return Math.sqrt(dot(values, values));
}
