/** Strokes of one character on a grid: 6 high from the top of a capital to the line, y downwards. */
type Glyph = { readonly width: number; readonly path: string };

const glyph = (width: number, path: string): Glyph => ({ width, path });

const bowl = 'M0 6V0H2.3Q4 0 4 1.7Q4 3.4 2.3 3.4H0';
const ring = 'M2 0Q4 0 4 3Q4 6 2 6Q0 6 0 3Q0 0 2 0Z';

const glyphs: Readonly<Record<string, Glyph>> = {
  A: glyph(4, 'M0 6L2 0L4 6M.75 4H3.25'),
  B: glyph(4, 'M0 0V6H2.3Q4 6 4 4.4Q4 2.9 2.3 2.9H0M0 0H2.1Q3.6 0 3.6 1.45Q3.6 2.9 2.1 2.9'),
  C: glyph(4, 'M4 1.2Q3.4 0 2.1 0Q0 0 0 3Q0 6 2.1 6Q3.4 6 4 4.8'),
  D: glyph(4, 'M0 0V6H1.7Q4 6 4 3Q4 0 1.7 0Z'),
  E: glyph(3.6, 'M3.6 0H0V6H3.6M0 2.9H2.9'),
  F: glyph(3.6, 'M3.6 0H0V6M0 2.9H2.9'),
  G: glyph(4, 'M3.9 1.2Q3.3 0 2.1 0Q0 0 0 3Q0 6 2.1 6Q4 6 4 4.4V3.3H2.4'),
  H: glyph(4, 'M0 0V6M4 0V6M0 2.9H4'),
  I: glyph(0.4, 'M.2 0V6'),
  J: glyph(3, 'M3 0V4.3Q3 6 1.5 6Q.2 6 0 4.7'),
  K: glyph(4, 'M0 0V6M3.8 0L0 3.7M1.4 2.4L4 6'),
  L: glyph(3.4, 'M0 0V6H3.4'),
  M: glyph(5, 'M0 6V0L2.5 4.2L5 0V6'),
  N: glyph(4, 'M0 6V0L4 6V0'),
  O: glyph(4, ring),
  P: glyph(4, bowl),
  Q: glyph(4, `${ring}M2.6 4.4L4.2 6.4`),
  R: glyph(4, `${bowl}M2 3.4L4 6`),
  S: glyph(4, 'M3.7 1Q3.2 0 2 0Q.2 0 .2 1.5Q.2 2.6 2 2.95Q4 3.3 4 4.5Q4 6 2 6Q.6 6 0 4.9'),
  T: glyph(4, 'M0 0H4M2 0V6'),
  U: glyph(4, 'M0 0V3.9Q0 6 2 6Q4 6 4 3.9V0'),
  V: glyph(4, 'M0 0L2 6L4 0'),
  W: glyph(5.6, 'M0 0L1.4 6L2.8 1.4L4.2 6L5.6 0'),
  X: glyph(4, 'M0 0L4 6M4 0L0 6'),
  Y: glyph(4, 'M0 0L2 3L4 0M2 3V6'),
  Z: glyph(4, 'M0 0H4L0 6H4'),
  0: glyph(4, ring),
  1: glyph(4, 'M.8 1.3L2.3 0V6M.8 6H3.8'),
  2: glyph(4, 'M.1 1.4Q.4 0 2 0Q3.8 0 3.8 1.6Q3.8 2.7 2.6 3.8L0 6H4'),
  3: glyph(4, 'M.2 1Q.8 0 2 0Q3.7 0 3.7 1.45Q3.7 2.9 1.7 2.9Q4 2.9 4 4.4Q4 6 2 6Q.6 6 0 4.9'),
  4: glyph(4, 'M3.1 6V0L0 4.3H4.2'),
  5: glyph(4, 'M3.7 0H.6L.3 2.8Q1 2.2 2 2.2Q4 2.2 4 4.1Q4 6 2 6Q.6 6 0 5'),
  6: glyph(4, 'M3.6 .9Q3.2 0 2.2 0Q0 0 0 3.5Q0 6 2 6Q4 6 4 4.1Q4 2.3 2.1 2.3Q.4 2.3 0 3.8'),
  7: glyph(4, 'M0 0H4L1.4 6'),
  8: glyph(
    4,
    'M2 2.8Q.4 2.8 .4 1.4Q.4 0 2 0Q3.6 0 3.6 1.4Q3.6 2.8 2 2.8Q0 2.8 0 4.4Q0 6 2 6Q4 6 4 4.4Q4 2.8 2 2.8Z',
  ),
  9: glyph(4, 'M.4 5.1Q.8 6 1.8 6Q4 6 4 2.5Q4 0 2 0Q0 0 0 1.9Q0 3.7 1.9 3.7Q3.6 3.7 4 2.2'),
  '.': glyph(0.4, 'M.2 5.9V6'),
  ',': glyph(0.6, 'M.4 5.8L0 7'),
  ':': glyph(0.4, 'M.2 2.1V2.2M.2 5.3V5.4'),
  '-': glyph(2.4, 'M0 3.3H2.4'),
  '/': glyph(3, 'M0 6.6L3 -.6'),
  '(': glyph(1.2, 'M1.2 -.6Q-.6 3 1.2 6.8'),
  ')': glyph(1.2, 'M0 -.6Q1.8 3 0 6.8'),
  '?': glyph(3.8, 'M.1 1.4Q.5 0 2 0Q3.7 0 3.7 1.6Q3.7 2.8 2 3.4V4.2M2 5.9V6'),
  ' ': glyph(1.6, ''),
};

const gap = 1.5;

/**
 * A line of text as an SVG path, in strokes of our own, so that it looks the same on a machine without fonts.
 * `x`, `y`: its lower left corner, `heightPx`: of its letters. Letters are capitals; a character that has no
 * strokes here becomes a hyphen. `weight`: thickness of the strokes, 1 being normal.
 */
export function letter(
  text: string,
  at: {
    readonly x: number;
    readonly y: number;
    readonly heightPx: number;
    readonly colour: string;
    readonly weight?: number;
  },
): string {
  const scale = at.heightPx / 6;
  let advance = 0;
  const strokes = Array.from(text.toUpperCase(), (character) => {
    const { width, path } = glyphs[character] ?? glyphs['-']!;
    const placed = path === '' ? '' : `<path transform="translate(${round(advance)} 0)" d="${path}"/>`;
    advance += width + gap;
    return placed;
  });
  const transform = `translate(${round(at.x)} ${round(at.y - at.heightPx)}) scale(${round(scale)})`;
  const stroke = `stroke="${at.colour}" stroke-width="${0.75 * (at.weight ?? 1)}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<g transform="${transform}" fill="none" ${stroke}>${strokes.join('')}</g>`;
}

/** The width that `letter` gives a text, in pixels. */
export function measureLetters(text: string, heightPx: number): number {
  const widths = Array.from(text.toUpperCase(), (character) => (glyphs[character] ?? glyphs['-']!).width);
  return (widths.reduce((sum, width) => sum + width + gap, -gap) * heightPx) / 6;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
