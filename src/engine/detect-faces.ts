import { type Point, resizeView, squareView, throughView, type View } from './geometry.ts';
import type { Network } from './onnx-network.ts';
import { drawView, type PixelScaling, type Pyramid, plainRgb } from './raster.ts';

/** A face as the detector sees it, in pixels of the searched photo. */
export type DetectedFace = {
  /** Detector's confidence, 0 to 1. */
  readonly score: number;
  readonly centre: Point;
  /** Width and height of the box along the view's own axes. */
  readonly width: number;
  readonly height: number;
  readonly rightEye: Point;
  readonly leftEye: Point;
};

/** Finds faces in square views of a photo. */
/** From which score a detector is sure of a face, and under which it may have seen one that lies on its side. */
export type DetectorCertainty = { readonly sureFrom: number; readonly doubtfulUnder: number };

export type Detector = {
  readonly certainty: DetectorCertainty;
  /** The faces within a view of `detectorViewSize` pixels, most confident first, each of them once. */
  detect(pyramid: Pyramid, view: View): Promise<DetectedFace[]>;
};

/** Side in pixels of the views that detectors are handed, whatever size their networks take. */
export const detectorViewSize = 256;
const scaling: PixelScaling = { ...plainRgb, scale: [1 / 127.5, 1 / 127.5, 1 / 127.5], offset: [-1, -1, -1] };
const lowestScore = 0.3;
const overlapLimit = 0.3;
const valuesPerBox = 16;

/** Anchor centres in input pixels: stride 16 with two a cell, then stride 32 with six. */
const anchorLayers = [
  { scores: 'scores16', boxes: 'boxes16', stride: 16, perCell: 2 },
  { scores: 'scores32', boxes: 'boxes32', stride: 32, perCell: 6 },
] as const;

/** Finds faces with BlazeFace; keeps its input picture between calls, so one per worker. */
export class FaceDetector implements Detector {
  readonly certainty = { sureFrom: 0.86, doubtfulUnder: 0.76 };
  /** Side in pixels of the pictures its network takes. */
  readonly size: number;
  readonly #network: Network;
  readonly #input: Float32Array;
  readonly #leastScore: number;

  /** `leastScore`: confidence under which nothing is answered. */
  constructor(network: Network, { leastScore = lowestScore } = {}) {
    this.#network = network;
    this.#leastScore = leastScore;
    this.size = network.inputShape[1];
    this.#input = new Float32Array(3 * this.size * this.size);
  }

  /** The faces within a square view of the photo, most confident first, each of them once. */
  async detect(pyramid: Pyramid, view: View): Promise<DetectedFace[]> {
    const drawn = resizeView(view, detectorViewSize, this.size);
    drawView(pyramid, drawn, this.size, scaling, this.#input);
    const outputs = await this.#network.run(this.#input);
    const candidates: Candidate[] = [];
    for (const layer of anchorLayers) {
      const [scores, boxes] = [outputs[layer.scores], outputs[layer.boxes]];
      if (scores === undefined || boxes === undefined) throw new Error('The detector lacks an output');
      collect(
        scores,
        boxes,
        { ...layer, cells: this.size / layer.stride, least: this.#leastScore },
        candidates,
      );
    }
    return mergeOverlapping(candidates).map((candidate) => toFace(candidate, drawn));
  }
}

/** The view of the whole photo, centred in the detector's square and enlarged by `zoom`, turned by `angle`. */
export function wholeView(pyramid: Pyramid, zoom = 1, angle = 0): View {
  const { width, height } = pyramid.photo;
  const centre = { x: (width - 1) / 2, y: (height - 1) / 2 };
  return squareView(centre, Math.max(width, height) / zoom, angle, detectorViewSize);
}

/** The view of a square part of the photo, turned by `angle`. */
export function partView(centre: Point, side: number, angle = 0): View {
  return squareView(centre, side, angle, detectorViewSize);
}

/** Centre, size and the six keypoints in input pixels. */
type Candidate = { readonly score: number; readonly values: Float64Array };

function collect(
  scores: Float32Array,
  boxes: Float32Array,
  { stride, perCell, cells, least }: { stride: number; perCell: number; cells: number; least: number },
  candidates: Candidate[],
): void {
  for (let i = 0; i < scores.length; i++) {
    const score = 1 / (1 + Math.exp(-(scores[i] as number)));
    if (score < least) continue;
    const cell = Math.floor(i / perCell);
    const anchorX = ((cell % cells) + 0.5) * stride;
    const anchorY = (Math.floor(cell / cells) + 0.5) * stride;
    const values = Float64Array.from(boxes.subarray(i * valuesPerBox, (i + 1) * valuesPerBox));
    for (let k = 0; k < valuesPerBox; k++) {
      if (k === 2 || k === 3) continue;
      values[k] = (values[k] as number) + (k % 2 === 0 ? anchorX : anchorY);
    }
    candidates.push({ score, values });
  }
}

/**
 * One candidate for each group of overlapping ones, its place the mean of the group weighted by confidence:
 * steadier than the most confident alone, as in the BlazeFace paper (arXiv 1907.05047, section 3.4).
 */
function mergeOverlapping(candidates: Candidate[]): Candidate[] {
  const rest = candidates.sort((a, b) => b.score - a.score);
  const merged: Candidate[] = [];
  while (rest.length > 0) {
    const best = rest[0] as Candidate;
    const group = rest.filter((other) => overlap(best.values, other.values) > overlapLimit || other === best);
    const values = new Float64Array(valuesPerBox);
    let total = 0;
    for (const member of group) {
      total += member.score;
      for (let k = 0; k < valuesPerBox; k++)
        values[k] = (values[k] as number) + (member.values[k] as number) * member.score;
    }
    for (let k = 0; k < valuesPerBox; k++) values[k] = (values[k] as number) / total;
    merged.push({ score: best.score, values });
    for (const member of group) rest.splice(rest.indexOf(member), 1);
  }
  return merged;
}

/** Intersection over union. */
function overlap(a: Float64Array, b: Float64Array): number {
  const [ax = 0, ay = 0, aw = 0, ah = 0] = a;
  const [bx = 0, by = 0, bw = 0, bh = 0] = b;
  const width = Math.min(ax + aw / 2, bx + bw / 2) - Math.max(ax - aw / 2, bx - bw / 2);
  const height = Math.min(ay + ah / 2, by + bh / 2) - Math.max(ay - ah / 2, by - bh / 2);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (aw * ah + bw * bh - width * height);
}

function toFace(candidate: Candidate, view: View): DetectedFace {
  const [x = 0, y = 0, width = 0, height = 0, rightX = 0, rightY = 0, leftX = 0, leftY = 0] =
    candidate.values;
  const scale = Math.hypot(view.a, view.d);
  // The detector counts from the corner of the first pixel, a view from its centre.
  const place = (px: number, py: number) => throughView(view, { x: px - 0.5, y: py - 0.5 });
  return {
    score: candidate.score,
    centre: place(x, y),
    width: width * scale,
    height: height * scale,
    rightEye: place(rightX, rightY),
    leftEye: place(leftX, leftY),
  };
}
