export type Point = { readonly x: number; readonly y: number };

/**
 * A view of a photo: where each pixel of a small picture lies in the photo,
 * `x' = a x + b y + c` and `y' = d x + e y + f`, both measured from the centre of the upper left pixel.
 */
export type View = {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
};

/** Where a point of the small picture lies in the photo. */
export function throughView(view: View, point: Point): Point {
  return { x: view.a * point.x + view.b * point.y + view.c, y: view.d * point.x + view.e * point.y + view.f };
}

/** Pixels of the photo per pixel of the small picture. */
export function scaleOf(view: View): number {
  return Math.sqrt(Math.abs(view.a * view.e - view.b * view.d));
}

/**
 * The view of a square of the photo, `side` pixels wide about `centre` and turned by `angle` radians (clockwise
 * as seen, since y points down), as a picture of `size` x `size` pixels.
 */
export function squareView(centre: Point, side: number, angle: number, size: number): View {
  const scale = side / size;
  const cos = Math.cos(angle) * scale;
  const sin = Math.sin(angle) * scale;
  const middle = (size - 1) / 2;
  return {
    a: cos,
    b: -sin,
    c: centre.x - cos * middle + sin * middle,
    d: sin,
    e: cos,
    f: centre.y - sin * middle - cos * middle,
  };
}

/** The same part of a photo as a picture of another size. */
export function resizeView(view: View, from: number, to: number): View {
  const factor = from / to;
  // Pixel centres stand half a pixel inside the picture, whatever its size.
  const shift = (factor - 1) / 2;
  return {
    a: view.a * factor,
    b: view.b * factor,
    c: view.c + (view.a + view.b) * shift,
    d: view.d * factor,
    e: view.e * factor,
    f: view.f + (view.d + view.e) * shift,
  };
}

/** The same view with left and right exchanged, for a picture `width` pixels wide. */
export function mirrorView(view: View, width: number): View {
  const last = width - 1;
  return {
    a: -view.a,
    b: view.b,
    c: view.c + view.a * last,
    d: -view.d,
    e: view.e,
    f: view.f + view.d * last,
  };
}

/**
 * The view that brings points of the photo nearest, in the least-squares sense, to their wanted places in the
 * small picture by shift, turn and scale alone (Umeyama 1991, without reflection).
 */
export function alignPoints(photo: readonly Point[], wanted: readonly Point[]): View {
  const from = centroid(wanted);
  const to = centroid(photo);
  let dot = 0;
  let cross = 0;
  let square = 0;
  for (const [index, point] of wanted.entries()) {
    const target = photo[index] as Point;
    const [x, y] = [point.x - from.x, point.y - from.y];
    const [u, v] = [target.x - to.x, target.y - to.y];
    dot += x * u + y * v;
    cross += x * v - y * u;
    square += x * x + y * y;
  }
  const [cos, sin] = [dot / square, cross / square];
  return {
    a: cos,
    b: -sin,
    c: to.x - cos * from.x + sin * from.y,
    d: sin,
    e: cos,
    f: to.y - sin * from.x - cos * from.y,
  };
}

export function centroid(points: readonly Point[]): Point {
  let [x, y] = [0, 0];
  for (const point of points) {
    x += point.x;
    y += point.y;
  }
  return { x: x / points.length, y: y / points.length };
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
