import type { DetectedFace } from './detect-faces.ts';
import {
  alignPoints,
  centroid,
  type Point,
  scaleOf,
  squareView,
  throughView,
  type View,
} from './geometry.ts';
import type { Network } from './onnx-network.ts';
import { drawView, type PixelScaling, type Pyramid, plainRgb } from './raster.ts';

/** The 468 points of the face mesh in pixels of the photo, and whether the network believes it sees a face. */
export type Landmarks = {
  /** x and y of each point in turn. */
  readonly points: Float32Array;
  /** Distance behind the middle of the head of each point, towards the back, in the same unit as x and y. */
  readonly depths: Float32Array;
  /** 0 to 1. */
  readonly faceFlag: number;
};

/** The number of times that the network looks at a face to find its points. */
export type Looks = 1 | 2;

const inputSize = 192;
const pointCount = 468;
const cropFactor = 1.5;
/**
 * The average way from the crop that the detector places to the one that the points place: the shift down the face, in
 * sides of the crop, and the factor of its size. Learnt on 2,150 press photos; see docs/decisions/0197.
 */
const averageMove = { down: -0.024, size: 1.07 } as const;
/** Least belief in a face for which one look is enough: of 1,635 press photos two had less, one of them misplaced. */
const sureFlag = 0.9995;
const scaling: PixelScaling = { ...plainRgb, scale: [1 / 255, 1 / 255, 1 / 255] };

/** Finds the points of a detected face; keeps its input picture between calls, so one per worker. */
export class LandmarkLocator {
  readonly #network: Network;
  readonly #input = new Float32Array(3 * inputSize * inputSize);

  constructor(network: Network) {
    this.#network = network;
  }

  /**
   * The face's points. With two looks they are found on a crop placed by the detector, then on one placed by the points
   * themselves, which the network was trained on and answers more exactly (docs/decisions/0197). With one look they are
   * found on a crop placed as the points would place it on average, unless the network doubts that it sees a face.
   */
  async locate(pyramid: Pyramid, face: DetectedFace, looks: Looks = 2): Promise<Landmarks> {
    const angle = angleBetween(face.rightEye, face.leftEye);
    const side = Math.max(face.width, face.height) * cropFactor;
    if (looks === 1) {
      const { down, size } = averageMove;
      const centre = {
        x: face.centre.x - Math.sin(angle) * down * side,
        y: face.centre.y + Math.cos(angle) * down * side,
      };
      const found = await this.#locateIn(pyramid, squareView(centre, side * size, angle, inputSize));
      if (found.faceFlag >= sureFlag) return found;
    }
    const rough = await this.#locateIn(pyramid, squareView(face.centre, side, angle, inputSize));
    if (rough.faceFlag < 0.1) return rough;
    return this.#locateIn(pyramid, viewAround(rough));
  }

  async #locateIn(pyramid: Pyramid, view: View): Promise<Landmarks> {
    drawView(pyramid, view, inputSize, scaling, this.#input);
    const { mesh, flag } = await this.#network.run(this.#input);
    if (mesh === undefined || flag === undefined) throw new Error('The landmark network lacks an output');
    const points = new Float32Array(2 * pointCount);
    const depths = new Float32Array(pointCount);
    const scale = scaleOf(view);
    for (let i = 0; i < pointCount; i++) {
      const point = throughView(view, {
        x: (mesh[3 * i] as number) - 0.5,
        y: (mesh[3 * i + 1] as number) - 0.5,
      });
      points[2 * i] = point.x;
      points[2 * i + 1] = point.y;
      depths[i] = (mesh[3 * i + 2] as number) * scale;
    }
    return { points, depths, faceFlag: flag[0] ?? 0 };
  }
}

/** One point of the mesh; the numbering is MediaPipe's canonical face model. */
export function landmark(landmarks: Pick<Landmarks, 'points'>, index: number): Point {
  return { x: landmarks.points[2 * index] as number, y: landmarks.points[2 * index + 1] as number };
}

/** Centres of the person's right and left eye: the middle of both corners and both lids. */
export function eyeCentres(landmarks: Pick<Landmarks, 'points'>): { right: Point; left: Point } {
  const middle = (indices: readonly number[]) => centroid(indices.map((index) => landmark(landmarks, index)));
  return { right: middle([33, 133, 159, 145]), left: middle([362, 263, 386, 374]) };
}

export function angleBetween(right: Point, left: Point): number {
  return Math.atan2(left.y - right.y, left.x - right.x);
}

function viewAround(landmarks: Landmarks): View {
  const eyes = eyeCentres(landmarks);
  const angle = angleBetween(eyes.right, eyes.left);
  const box = boundsOf(landmarks, angle);
  const [u, v] = [box.x + box.width / 2, box.y + box.height / 2];
  const centre = {
    x: u * Math.cos(angle) - v * Math.sin(angle),
    y: u * Math.sin(angle) + v * Math.cos(angle),
  };
  return squareView(centre, Math.max(box.width, box.height) * cropFactor, angle, inputSize);
}

/** The box around all points, upright or in a frame turned by `angle` about the photo's origin. */
export function boundsOf(
  { points }: Pick<Landmarks, 'points'>,
  angle = 0,
): { x: number; y: number; width: number; height: number } {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (let i = 0; i < points.length; i += 2) {
    const x = points[i] as number;
    const y = points[i + 1] as number;
    const u = x * cos + y * sin;
    const v = y * cos - x * sin;
    if (u < left) left = u;
    if (u > right) right = u;
    if (v < top) top = v;
    if (v > bottom) bottom = v;
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * Eyes, nose tip and mouth corners, the right one of the person first, in the 112-pixel picture that face networks are
 * commonly aligned to.
 */
export const fivePoints: readonly Point[] = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
];

/** The view in which the face stands as in the common five-point template, `size` pixels wide. */
export function alignedView(landmarks: Pick<Landmarks, 'points'>, size: number, zoom = 1): View {
  const middle = (size - 1) / 2;
  const scale = (size / 112) * zoom;
  const wanted = fivePoints.map(({ x, y }) => ({
    x: (x - 55.5) * scale + middle,
    y: (y - 55.5) * scale + middle,
  }));
  return viewAlignedTo(landmarks, wanted);
}

/** The view in which the five points of the face stand nearest to their wanted places, in the order of `fivePoints`. */
export function viewAlignedTo(landmarks: Pick<Landmarks, 'points'>, wanted: readonly Point[]): View {
  const eyes = eyeCentres(landmarks);
  const others = [4, 61, 291].map((index) => landmark(landmarks, index));
  return alignPoints([eyes.right, eyes.left, ...others], wanted);
}
