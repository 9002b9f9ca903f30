/*
 * WebAssembly text of what the loops of the JPEG decoder do with vectors.
 */

export const get = (name: string) => `(local.get ${name})`;
export const set = (name: string, value: string) => `(local.set ${name} ${value})`;
export const int = (value: number) => `(i32.const ${value})`;
export const i16 = (operation: string, a: string, b: string) => `(i16x8.${operation} ${a} ${b})`;
export const i32 = (operation: string, a: string, b: string) => `(i32x4.${operation} ${a} ${b})`;

/** The same 16-bit values again and again. */
export const repeat16 = (...values: readonly number[]) => {
  const bytes = new Uint8Array(
    Int16Array.from({ length: 8 }, (_, i) => values[i % values.length] as number).buffer,
  );
  return `(v128.const ${bytes.join(' ')})`;
};

export type Half = 'low' | 'high';
export const halves = ['low', 'high'] as const;

/** Values of so many bytes of one half of two vectors, in turn. */
export const interleave = (a: string, b: string, half: Half, bytes: 1 | 2) => {
  const start = half === 'low' ? 0 : 8;
  const lanes: number[] = [];
  for (let at = start; at < start + 8; at += bytes) {
    for (const vector of [0, 16]) for (let i = 0; i < bytes; i++) lanes.push(vector + at + i);
  }
  return `(i8x16.shuffle ${lanes.join(' ')} ${a} ${b})`;
};
