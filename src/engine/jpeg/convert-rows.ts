import { get, type Half, halves, i16, i32, int, interleave, repeat16, set } from './vector-text.ts';

/*
 * From brightness and two colours to red, green and blue as libjpeg-turbo computes them: colours of half the size are
 * enlarged by mixing three parts of the nearer with one of the farther pixel in both directions ("fancy upsampling").
 */

/** Three times the row at "near" and the row at "far", as 16-bit sums with the first and the last of them doubled. */
const sumRowText = `
(func sumRow
  (param near far count out)
  (local end last)
  (vector)
  (local.set last (i32.add (local.get out) (i32.shl (local.get count) (i32.const 1))))
  (local.set end (local.get last))
  (i32.store16 (i32.sub (local.get out) (i32.const 2)) (i32.add
    (i32.mul (i32.load8_u (local.get near)) (i32.const 3))
    (i32.load8_u (local.get far))))
  (loop
    (v128.store (local.get out) (i16x8.add
      (i16x8.mul (v128.load8x8_u (local.get near)) ${repeat16(3)})
      (v128.load8x8_u (local.get far))))
    (local.set near (i32.add (local.get near) (i32.const 8)))
    (local.set far (i32.add (local.get far) (i32.const 8)))
    (br_if 0 (i32.lt_s
      (local.tee out (i32.add (local.get out) (i32.const 16)))
      (local.get end))))
  (i32.store16 (local.get last) (i32.load (i32.sub (local.get last) (i32.const 2)))))
`;

/** Sixteen values of a colour, less 128, from the sums of `sumRow`: the lower eight to `names[0]`. */
function halfColour(from: string, names: readonly [string, string]): string[] {
  const mixed = (neighbour: number, rounding: number) =>
    i16(
      'sub',
      `(i16x8.shr_u ${i16('add', i16('add', get('sum'), `(v128.load ${address(from, neighbour)})`), repeat16(rounding))} ${int(4)})`,
      repeat16(128),
    );
  return [
    set('sum', i16('mul', `(v128.load ${get(from)})`, repeat16(3))),
    set('even', mixed(-2, 8)),
    set('odd', mixed(2, 7)),
    ...halves.map((half, index) => set(names[index] as string, interleave(get('even'), get('odd'), half, 2))),
    set(from, `(i32.add ${get(from)} ${int(16)})`),
  ];
}

const address = (from: string, offset: number) => `(i32.add ${get(from)} ${int(offset)})`;

/** The same from a byte for each pixel. */
function wholeColour(from: string, names: readonly [string, string]): string[] {
  return [
    ...names.map((name, index) =>
      set(name, i16('sub', `(v128.load8x8_u ${address(from, 8 * index)})`, repeat16(128))),
    ),
    set(from, address(from, 16)),
  ];
}

/** Eight pixels of each colour, 16 bits each, from brightness and colours. */
function convertHalf(half: Half, suffix: string): string[] {
  const [y, blue, red] = [get('light'), get(`blue${suffix}`), get(`red${suffix}`)];
  const green = halves.map((part) =>
    i32(
      'shr_s',
      i32(
        'add',
        i32('dot_i16x8_s', interleave(blue, red, part, 2), repeat16(-11277, 9367)),
        `(i32x4.splat ${int(1 << 14)})`,
      ),
      int(15),
    ),
  );
  return [
    set('light', `(i16x8.extend_${half}_i8x16_u ${get('bytes')})`),
    // The exact factors are 1.402, 0.34414, 0.71414 and 1.772: for all colours the results are the same.
    set(`g${suffix}`, i16('add', y, i16('sub', `(i16x8.narrow_i32x4_s ${green[0]} ${green[1]})`, red))),
    set(`r${suffix}`, i16('add', i16('add', y, red), i16('q15mulr_sat_s', red, repeat16(13172)))),
    set(
      `b${suffix}`,
      i16('add', i16('add', y, i16('add', blue, blue)), i16('q15mulr_sat_s', blue, repeat16(-7471))),
    ),
  ];
}

/** Sixteen bytes of the pixels from "r", "g" and "b", beginning with byte `first` of 48. */
function weave(first: number): string {
  const places = Array.from({ length: 16 }, (_, i) => first + i);
  const pair = places.map((at) => (at % 3 === 2 ? 0 : Math.floor(at / 3) + 16 * (at % 3)));
  const all = places.map((at, i) => (at % 3 === 2 ? 16 + Math.floor(at / 3) : i));
  const two = `(i8x16.shuffle ${pair.join(' ')} ${get('r')} ${get('g')})`;
  return `(i8x16.shuffle ${all.join(' ')} ${two} ${get('b')})`;
}

const convertText = (name: string, colour: typeof halfColour) => `
(func ${name}
  (param brightness blue red count out)
  (local end)
  (vector bytes light sum even odd blue0 blue1 red0 red1 r0 r1 g0 g1 b0 b1 r g b)
  (local.set end (i32.add (local.get brightness) (local.get count)))
  (loop
    (local.set bytes (v128.load (local.get brightness)))
    ${[
      ...colour('blue', ['blue0', 'blue1']),
      ...colour('red', ['red0', 'red1']),
      ...convertHalf('low', '0'),
      ...convertHalf('high', '1'),
      ...['r', 'g', 'b'].map((plane) =>
        set(plane, `(i8x16.narrow_i16x8_u ${get(`${plane}0`)} ${get(`${plane}1`)})`),
      ),
    ].join('\n')}
    (v128.store (local.get out) ${weave(0)})
    (v128.store offset=16 (local.get out) ${weave(16)})
    (v128.store offset=32 (local.get out) ${weave(32)})
    (local.set out (i32.add (local.get out) (i32.const 48)))
    (br_if 0 (i32.lt_s
      (local.tee brightness (i32.add (local.get brightness) (i32.const 16)))
      (local.get end)))))
`;

/** The loops over rows of pixels; each writes up to 47 bytes more than its pixels take. */
export const convertRowsText =
  sumRowText + convertText('convertHalfRow', halfColour) + convertText('convertWholeRow', wholeColour);
