import { coefficientsAt } from './jpeg-addresses.ts';
import { get, type Half, halves, i16, i32, int, interleave, repeat16, set } from './vector-text.ts';

/*
 * The inverse cosine transform of a block of 8 x 8 coefficients as libjpeg-turbo computes it where it is most exact
 * (`jidctint`: Loeffler, Ligtenberg and Moschytz, with 13 fractional bits): the same numbers, so the same pixels.
 */

const [f0298, f0390, f0541, f0765, f0899, f1175] = [2446, 3196, 4433, 6270, 7373, 9633];
const [f1501, f1847, f1961, f2053, f2562, f3072] = [12299, 15137, 16069, 16819, 20995, 25172];

const eight = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const rows = eight.map((index) => `r${index}`);
const lows = eight.map((index) => `l${index}`);
const highs = eight.map((index) => `h${index}`);
const others = ['even0', 'even1', 'even2', 'even3', 'odd0', 'odd1', 'odd2', 'odd3', 'pair', 't0', 't1'];
const at = (names: readonly string[], index: number) => names[index] as string;
const row = (index: number) => get(at(rows, index));

/** The vectors that both texts below need. */
export const transformVectors = [...rows, ...lows, ...highs, ...others].join(' ');

/** Half of the values of one direction: from the rows into `out`. */
function halfPass(half: Half, shift: number, out: readonly string[]): string[] {
  const dot = (first: number, second: number) => i32('dot_i16x8_s', get('pair'), repeat16(first, second));
  const join = (a: string, b: string) => set('pair', interleave(a, b, half, 2));
  const plus = (name: string, value: string) => set(name, i32('add', get(name), get(value)));
  const rounded = (value: string) =>
    i32(
      'add',
      i32('shl', `(i32x4.extend_${half}_i16x8_s ${value})`, int(13)),
      `(i32x4.splat ${int(1 << (shift - 1))})`,
    );
  const results = [
    [0, 7, 'even0', 'odd3'],
    [1, 6, 'even1', 'odd2'],
    [2, 5, 'even2', 'odd1'],
    [3, 4, 'even3', 'odd0'],
  ] as const;
  return [
    join(row(2), row(6)),
    set('t0', dot(f0541 + f0765, f0541)),
    set('t1', dot(f0541, f0541 - f1847)),
    set('odd0', rounded(i16('add', row(0), row(4)))),
    set('odd1', rounded(i16('sub', row(0), row(4)))),
    set('even0', i32('add', get('odd0'), get('t0'))),
    set('even3', i32('sub', get('odd0'), get('t0'))),
    set('even1', i32('add', get('odd1'), get('t1'))),
    set('even2', i32('sub', get('odd1'), get('t1'))),
    join(i16('add', row(3), row(7)), i16('add', row(1), row(5))),
    set('t0', dot(f1175 - f1961, f1175)),
    set('t1', dot(f1175, f1175 - f0390)),
    join(row(7), row(1)),
    set('odd0', dot(f0298 - f0899, -f0899)),
    set('odd3', dot(-f0899, f1501 - f0899)),
    join(row(5), row(3)),
    set('odd1', dot(f2053 - f2562, -f2562)),
    set('odd2', dot(-f2562, f3072 - f2562)),
    plus('odd0', 't0'),
    plus('odd1', 't1'),
    plus('odd2', 't0'),
    plus('odd3', 't1'),
    ...results.flatMap(([upper, lower, even, odd]) => [
      set(at(out, upper), i32('shr_s', i32('add', get(even), get(odd)), int(shift))),
      set(at(out, lower), i32('shr_s', i32('sub', get(even), get(odd)), int(shift))),
    ]),
  ];
}

/** One direction of all: eight values in each row. */
function pass(shift: number): string[] {
  return [
    ...halfPass('low', shift, lows),
    ...halfPass('high', shift, highs),
    ...eight.map((index) =>
      set(at(rows, index), `(i16x8.narrow_i32x4_s ${get(at(lows, index))} ${get(at(highs, index))})`),
    ),
  ];
}

/** The first half of the vectors mixed with the second. As often as there are of them in powers of two: rows and columns exchanged. */
function mix(from: readonly string[], to: readonly string[], bytes: 1 | 2): string[] {
  const middle = from.length / 2;
  return from
    .slice(0, middle)
    .flatMap((name, index) =>
      halves.map((half, place) =>
        set(at(to, 2 * index + place), interleave(get(name), get(at(from, index + middle)), half, bytes)),
      ),
    );
}

/** To "out", row by row, "stride" apart, the bytes of four vectors, -128 to 127. */
function store(vectors: readonly string[]): string[] {
  return vectors.flatMap((name) => [
    set(name, `(v128.xor ${get(name)} (i8x16.splat ${int(128)}))`),
    ...[0, 1].map(
      (lane) => `(v128.store64_lane ${lane} (local.get out) ${get(name)})
        ${set('out', `(i32.add (local.get out) (local.get stride))`)}`,
    ),
  ]);
}

const [bytes, mixed] = [lows.slice(0, 4), highs.slice(0, 4)];

/** From the coefficients and the factors at "at" the pixels of a block. */
export const transformText = [
  ...eight.map((index) => {
    const [values, factors] = [coefficientsAt + 16 * index, 16 * index];
    return set(
      at(rows, index),
      i16('mul', `(v128.load offset=${values} ${int(0)})`, `(v128.load offset=${factors} (local.get at))`),
    );
  }),
  ...pass(11),
  ...mix(rows, lows, 2),
  ...mix(lows, highs, 2),
  ...mix(highs, rows, 2),
  ...pass(18),
  ...bytes.map((name, index) => set(name, `(i8x16.narrow_i16x8_s ${row(2 * index)} ${row(2 * index + 1)})`)),
  ...mix(bytes, mixed, 1),
  ...mix(mixed, bytes, 1),
  ...mix(bytes, mixed, 1),
  ...store(mixed),
].join('\n');

const only = `(i32.shr_s (i32.shl
  (i32.mul (i32.load offset=${coefficientsAt} ${int(0)}) (i32.load (local.get at)))
  ${int(16)}) ${int(16)})`;

/** The same for a block that has no coefficient but the first: all pixels alike. */
export const flatText = [
  set('r0', `(i16x8.splat (i32.shr_s (i32.add ${only} ${int(4)}) ${int(3)}))`),
  ...bytes.map((name) => set(name, `(i8x16.narrow_i16x8_s ${row(0)} ${row(0)})`)),
  ...store(bytes),
].join('\n');
