import { compileWasm, WasmKernel } from '../platform/assemble-wasm.ts';

/**
 * The loops over pixels that an analysis spends its time in, in WebAssembly with 128-bit vectors. A pixel is three
 * bytes: red, green, blue. They read up to four bytes behind what they were asked for.
 */
const text = `
;; A row of a view, by bilinear interpolation, from the raster that lies at "pixels" and is "width" wide. x, y and
;; the steps are in 1/65536 of a pixel; all four neighbours of every place lie in the raster. Colours go to three
;; addresses as float32: 256 times their value, times the vector at "scaling", plus the vector behind that one.
(func drawRow
  (param pixels width x y stepX stepY count red green blue scaling)
  (local stride at fx fy w11 w10 end)
  (vector scale offset sum)
  (local.set stride (i32.mul (local.get width) (i32.const 3)))
  (local.set scale (v128.load (local.get scaling)))
  (local.set offset (v128.load offset=16 (local.get scaling)))
  (local.set end (i32.add (local.get red) (i32.shl (local.get count) (i32.const 2))))
  (loop
    (local.set fx (i32.and (i32.shr_s (local.get x) (i32.const 8)) (i32.const 255)))
    (local.set fy (i32.and (i32.shr_s (local.get y) (i32.const 8)) (i32.const 255)))
    (local.set w11 (i32.shr_s (i32.mul (local.get fx) (local.get fy)) (i32.const 8)))
    (local.set w10 (i32.sub (local.get fy) (local.get w11)))
    (local.set at (i32.add (local.get pixels) (i32.add
      (i32.mul (i32.shr_s (local.get y) (i32.const 16)) (local.get stride))
      (i32.mul (i32.shr_s (local.get x) (i32.const 16)) (i32.const 3)))))
    ;; Each colour of the left pixel beside that of the right one; both times their weights, and the pair summed.
    (local.set sum (i32x4.add
      (i32x4.dot_i16x8_s
        (i8x16.swizzle
          (v128.load64_zero (local.get at))
          (v128.const 0 16 3 16 1 16 4 16 2 16 5 16 16 16 16 16))
        (i32x4.splat (i32.or
          (i32.sub (i32.sub (i32.const 256) (local.get fx)) (local.get w10))
          (i32.shl (i32.sub (local.get fx) (local.get w11)) (i32.const 16)))))
      (i32x4.dot_i16x8_s
        (i8x16.swizzle
          (v128.load64_zero (i32.add (local.get at) (local.get stride)))
          (v128.const 0 16 3 16 1 16 4 16 2 16 5 16 16 16 16 16))
        (i32x4.splat (i32.or (local.get w10) (i32.shl (local.get w11) (i32.const 16)))))))
    (local.set sum (f32x4.add
      (f32x4.mul (f32x4.convert_i32x4_s (local.get sum)) (local.get scale))
      (local.get offset)))
    (v128.store32_lane 0 (local.get red) (local.get sum))
    (v128.store32_lane 1 (local.get green) (local.get sum))
    (v128.store32_lane 2 (local.get blue) (local.get sum))
    (local.set x (i32.add (local.get x) (local.get stepX)))
    (local.set y (i32.add (local.get y) (local.get stepY)))
    (local.set green (i32.add (local.get green) (i32.const 4)))
    (local.set blue (i32.add (local.get blue) (i32.const 4)))
    (br_if 0 (i32.lt_s
      (local.tee red (i32.add (local.get red) (i32.const 4)))
      (local.get end)))))

;; A row of a raster half as wide and high: "count" pixels at "out", each the rounded mean of four, two of the row
;; at "upper" and two of the row at "lower". Two at a time, so an odd count writes one more.
(func halveRow
  (param upper lower out count)
  (local end)
  (vector above below)
  (local.set end (i32.add (local.get out) (i32.mul (local.get count) (i32.const 3))))
  (loop
    (local.set above (v128.load (local.get upper)))
    (local.set below (v128.load (local.get lower)))
    ;; Of four pixels in a row, the first and third as 16-bit values, and the second and fourth.
    (v128.store64_lane 0 (local.get out) (i8x16.narrow_i16x8_u
      (local.tee above (i16x8.shr_u
        (i16x8.add
          (i16x8.add
            (i16x8.add
              (i8x16.swizzle (local.get above) (v128.const 0 16 1 16 2 16 6 16 7 16 8 16 16 16 16 16))
              (i8x16.swizzle (local.get above) (v128.const 3 16 4 16 5 16 9 16 10 16 11 16 16 16 16 16)))
            (i16x8.add
              (i8x16.swizzle (local.get below) (v128.const 0 16 1 16 2 16 6 16 7 16 8 16 16 16 16 16))
              (i8x16.swizzle (local.get below) (v128.const 3 16 4 16 5 16 9 16 10 16 11 16 16 16 16 16))))
          (v128.const 2 0 2 0 2 0 2 0 2 0 2 0 2 0 2 0))
        (i32.const 2)))
      (local.get above)))
    (local.set upper (i32.add (local.get upper) (i32.const 12)))
    (local.set lower (i32.add (local.get lower) (i32.const 12)))
    (br_if 0 (i32.lt_s
      (local.tee out (i32.add (local.get out) (i32.const 6)))
      (local.get end)))))

;; A row of "count" pixels at "out", copied from "from" and from there on in steps of "step" bytes. Four bytes at a time:
;; one more is written behind the last.
(func copyRow
  (param from step out count)
  (local end)
  (vector)
  (local.set end (i32.add (local.get out) (i32.mul (local.get count) (i32.const 3))))
  (loop
    (i32.store (local.get out) (i32.load (local.get from)))
    (local.set from (i32.add (local.get from) (local.get step)))
    (br_if 0 (i32.lt_s
      (local.tee out (i32.add (local.get out) (i32.const 3)))
      (local.get end)))))
`;

type PixelLoops = {
  /**
   * Draws a row of at least one pixel of a view of the raster at an address. Every place must have its four neighbours
   * in the raster: this is not checked, and what lies beside it would be drawn. `x` and `y` are the first pixel's place
   * and the steps lead to the next, in 1/65536 of a pixel. `red`, `green` and `blue` are the addresses to write to;
   * `scaling` that of eight float32: factors for 256 times the value of each, a spare one, and what is added, likewise.
   */
  drawRow(
    raster: number,
    width: number,
    x: number,
    y: number,
    stepX: number,
    stepY: number,
    count: number,
    red: number,
    green: number,
    blue: number,
    scaling: number,
  ): void;
  /** The rounded means of `count` times two by two pixels, at least one; up to five bytes more are written. */
  halveRow(upper: number, lower: number, out: number, count: number): void;
  /** `count` pixels, at least one, from an address on in steps of that many bytes; one byte more is written. */
  copyRow(from: number, step: number, out: number, count: number): void;
};

/** The compiled loops, and the memory they work in. */
export function openPixelKernel(): WasmKernel<PixelLoops> {
  return new WasmKernel(compileWasm(text));
}
