import sharp from 'sharp';

/** A picture of three bytes a pixel. */
export type Picture = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };
/** x and y in turn. */
type Points = Float32Array;
type Triangle = readonly [number, number, number];

export async function readPicture(bytes: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(bytes)
    .rotate()
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

export async function writePicture({ width, height, pixels }: Picture): Promise<Uint8Array> {
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** Both pictures over each other, `share` of the second; of the size of the first. */
export function fade(from: Picture, to: Picture, share: number): Picture {
  const pixels = Uint8Array.from(
    from.pixels,
    (value, i) => value * (1 - share) + (to.pixels[i] ?? value) * share,
  );
  return { ...from, pixels };
}

/** Triangles over points (Bowyer and Watson). */
export function triangulate(points: Points): readonly Triangle[] {
  const count = points.length / 2;
  const all = Float32Array.from([...points, -1e5, -1e5, 1e5, -1e5, 0, 1e5]);
  const xy = (i: number) => [all[2 * i]!, all[2 * i + 1]!] as const;
  let triangles: Triangle[] = [[count, count + 1, count + 2]];
  for (let point = 0; point < count; point += 1) {
    const [x, y] = xy(point);
    const edges = new Map<string, readonly [number, number]>();
    triangles = triangles.filter((triangle) => {
      if (!isInCircle(triangle.map(xy), x, y)) return true;
      for (let i = 0; i < 3; i += 1) {
        const [a, b] = [triangle[i]!, triangle[(i + 1) % 3]!];
        const key = a < b ? `${a} ${b}` : `${b} ${a}`;
        if (!edges.delete(key)) edges.set(key, [a, b]);
      }
      return false;
    });
    for (const [a, b] of edges.values()) triangles.push([a, b, point]);
  }
  return triangles.filter((triangle) => triangle.every((corner) => corner < count));
}

function isInCircle(corners: readonly (readonly [number, number])[], x: number, y: number): boolean {
  const [[ax, ay], [bx, by], [cx, cy]] = corners as [[number, number], [number, number], [number, number]];
  const [a, b, c, d, e, f] = [ax - x, ay - y, bx - x, by - y, cx - x, cy - y];
  const turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const inside =
    (a * a + b * b) * (c * f - e * d) - (c * c + d * d) * (a * f - e * b) + (e * e + f * f) * (a * d - c * b);
  return turn > 0 ? inside > 0 : inside < 0;
}

/** Draws the part of a picture between some points where other points are, on a copy of the second. */
export function warp(
  from: Picture,
  fromPoints: Points,
  onto: Picture,
  ontoPoints: Points,
  triangles: readonly Triangle[],
): { readonly picture: Picture; readonly mask: Float32Array } {
  const pixels = Uint8Array.from(onto.pixels);
  const mask = new Float32Array(onto.width * onto.height);
  for (const triangle of triangles) {
    const [p, q] = [fromPoints, ontoPoints].map((points) =>
      triangle.map((i) => [points[2 * i]!, points[2 * i + 1]!] as const),
    ) as [[number, number][], [number, number][]];
    const [[ax, ay], [bx, by], [cx, cy]] = q as [[number, number], [number, number], [number, number]];
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (area === 0) continue;
    const [top, bottom] = [
      Math.max(0, Math.floor(Math.min(ay, by, cy))),
      Math.min(onto.height - 1, Math.ceil(Math.max(ay, by, cy))),
    ];
    const [left, right] = [
      Math.max(0, Math.floor(Math.min(ax, bx, cx))),
      Math.min(onto.width - 1, Math.ceil(Math.max(ax, bx, cx))),
    ];
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) {
        const u = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area;
        const v = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area;
        if (u < -0.001 || v < -0.001 || u + v > 1.001) continue;
        const sx = p[0]![0] + u * (p[1]![0] - p[0]![0]) + v * (p[2]![0] - p[0]![0]);
        const sy = p[0]![1] + u * (p[1]![1] - p[0]![1]) + v * (p[2]![1] - p[0]![1]);
        sample(from, sx, sy, pixels, 3 * (y * onto.width + x));
        mask[y * onto.width + x] = 1;
      }
    }
  }
  return { picture: { ...onto, pixels }, mask };
}

function sample(
  { width, height, pixels }: Picture,
  x: number,
  y: number,
  target: Uint8Array,
  at: number,
): void {
  const [cx, cy] = [Math.min(width - 1.001, Math.max(0, x)), Math.min(height - 1.001, Math.max(0, y))];
  const [column, row] = [Math.floor(cx), Math.floor(cy)];
  const [across, down] = [cx - column, cy - row];
  for (let c = 0; c < 3; c += 1) {
    const i = 3 * (row * width + column) + c;
    const above = pixels[i]! * (1 - across) + pixels[i + 3]! * across;
    const below = pixels[i + 3 * width]! * (1 - across) + pixels[i + 3 * width + 3]! * across;
    target[at + c] = above * (1 - down) + below * down;
  }
}

/** Both photos moved to points between theirs and faded, surroundings too. */
export function morph(
  from: Picture,
  fromPoints: Points,
  to: Picture,
  toPoints: Points,
  share: number,
): Picture {
  const [a, b] = [withFrame(fromPoints, from), withFrame(toPoints, to)];
  const middle = a.map((value, i) => value * (1 - share) + b[i]! * share);
  const triangles = triangulate(middle);
  const blank = { ...from, pixels: new Uint8Array(from.pixels.length) };
  const first = warp(from, a, blank, middle, triangles).picture;
  const second = warp(to, b, blank, middle, triangles).picture;
  return fade(first, second, share);
}

/** The points of a face and eight on the frame of its picture. */
function withFrame(points: Points, { width, height }: Picture): Points {
  const [w, h] = [width - 1, height - 1];
  return Float32Array.from([...points, 0, 0, w / 2, 0, w, 0, w, h / 2, w, h, w / 2, h, 0, h, 0, h / 2]);
}

/** A face drawn over another one, point by point, its edge blurred and its mean colour made that of what it covers. */
export function paste(from: Picture, fromPoints: Points, onto: Picture, ontoPoints: Points): Picture {
  const { picture, mask } = warp(from, fromPoints, onto, ontoPoints, triangulate(ontoPoints));
  const height = extent(ontoPoints);
  const soft = blur(
    erode(mask, onto, Math.round(height * 0.03)),
    onto,
    Math.max(1, Math.round(height * 0.03)),
  );
  const shift = [0, 1, 2].map((c) => {
    let [sum, count] = [0, 0];
    for (let i = 0; i < mask.length; i += 1) {
      if (mask[i] === 0) continue;
      sum += onto.pixels[3 * i + c]! - picture.pixels[3 * i + c]!;
      count += 1;
    }
    return sum / Math.max(1, count);
  });
  const pixels = Uint8Array.from(onto.pixels, (value, i) => {
    const share = soft[Math.floor(i / 3)]!;
    const own = Math.min(255, Math.max(0, picture.pixels[i]! + shift[i % 3]!));
    return value * (1 - share) + own * share;
  });
  return { ...onto, pixels };
}

function extent(points: Points): number {
  const ys = points.filter((_, i) => i % 2 === 1);
  return Math.max(...ys) - Math.min(...ys);
}

function erode(mask: Float32Array, { width, height }: Picture, reach: number): Float32Array {
  return blur(mask, { width, height }, reach).map((value) => (value > 0.999 ? 1 : 0));
}

/** A box of `reach` pixels to each side, across and then down. */
function blur(
  values: Float32Array,
  { width, height }: Pick<Picture, 'width' | 'height'>,
  reach: number,
): Float32Array {
  const pass = (source: Float32Array, stride: number, length: number, starts: readonly number[]) => {
    const out = new Float32Array(source.length);
    for (const start of starts) {
      let sum = 0;
      const at = (i: number) => source[start + stride * Math.min(length - 1, Math.max(0, i))]!;
      for (let i = -reach; i <= reach; i += 1) sum += at(i);
      for (let i = 0; i < length; i += 1) {
        out[start + stride * i] = sum / (2 * reach + 1);
        sum += at(i + reach + 1) - at(i - reach);
      }
    }
    return out;
  };
  const rows = Array.from({ length: height }, (_, y) => y * width);
  const columns = Array.from({ length: width }, (_, x) => x);
  return pass(pass(values, 1, width, rows), width, height, columns);
}

/** Points moved to the middle and the height of others. */
export function placeOver(at: Float32Array, points: Float32Array): Float32Array {
  const [to, from] = [at, points].map((of) => {
    const xs = of.filter((_, i) => i % 2 === 0);
    const ys = of.filter((_, i) => i % 2 === 1);
    const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
    return { middle: [mean(xs), mean(ys)], height: Math.max(...ys) - Math.min(...ys) };
  }) as [{ middle: number[]; height: number }, { middle: number[]; height: number }];
  return points.map(
    (value, i) => (value - from.middle[i % 2]!) * (to.height / from.height) + to.middle[i % 2]!,
  );
}
