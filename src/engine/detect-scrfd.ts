import {
  type DetectedFace,
  type Detector,
  type DetectorCertainty,
  detectorViewSize,
} from './detect-faces.ts';
import type { DetectorPack } from './engine-packs.ts';
import { resizeView, throughView, type View } from './geometry.ts';
import type { Network } from './onnx-network.ts';
import { drawView, type Pyramid } from './raster.ts';

const lowestScore = 0.3;
/** Networks of this kind are used from 0.5 on. NOT measured here; a manifest may say better. */
const usualCertainty: DetectorCertainty = { sureFrom: 0.6, doubtfulUnder: 0.5 };
/** Intersection over union from which two boxes are of one face. */
const overlapLimit = 0.4;

/** Left, top, right, bottom in input pixels, and the keypoints of both eyes. */
type Candidate = {
  readonly score: number;
  readonly box: readonly [number, number, number, number];
  readonly eyes: readonly [number, number, number, number];
};

/**
 * Finds faces with a network of SCRFD's kind (arXiv 2105.04714): at each stride, for each cell and anchor, a
 * probability, the distances of the box's four sides and the offsets of five keypoints, both in strides from the
 * cell's corner. Nine outputs for three strides: probabilities, boxes, keypoints, each from fine to coarse.
 */
export class ScrfdDetector implements Detector {
  readonly certainty: DetectorCertainty;
  readonly #network: Network;
  readonly #pack: DetectorPack;
  readonly #input: Float32Array;

  constructor(network: Network, pack: DetectorPack) {
    this.#network = network;
    this.#pack = pack;
    this.certainty = pack.certainty ?? usualCertainty;
    this.#input = new Float32Array(3 * pack.input.size ** 2);
  }

  async detect(pyramid: Pyramid, view: View): Promise<DetectedFace[]> {
    const { size, scaling } = this.#pack.input;
    const finer = resizeView(view, detectorViewSize, size);
    drawView(pyramid, finer, size, scaling, this.#input);
    const outputs = await this.#network.run(this.#input);
    const candidates = decodeScrfd(outputs, this.#network.outputNames, this.#pack);
    return suppressOverlapping(candidates).map((candidate) => toFace(candidate, finer));
  }
}

/** Throws when an output is missing or has another length than its stride gives it. */
export function decodeScrfd(
  outputs: Readonly<Record<string, Float32Array>>,
  names: readonly string[],
  { input, strides, anchorsPerCell }: Pick<DetectorPack, 'input' | 'strides' | 'anchorsPerCell'>,
): Candidate[] {
  const candidates: Candidate[] = [];
  if (names.length !== 3 * strides.length) {
    throw new Error(`The network has ${names.length} outputs, not ${3 * strides.length}`);
  }
  for (const [index, stride] of strides.entries()) {
    const cells = Math.floor(input.size / stride);
    const count = cells * cells * anchorsPerCell;
    const output = (kind: number, values: number) => {
      const name = names[kind * strides.length + index] ?? '';
      const found = outputs[name];
      if (found?.length !== count * values) {
        throw new Error(`Output ${name} has ${found?.length} values, not ${count * values}`);
      }
      return found;
    };
    const [scores, boxes, points] = [output(0, 1), output(1, 4), output(2, 10)];
    for (let i = 0; i < count; i++) {
      const score = scores[i] as number;
      if (!(score >= lowestScore)) continue;
      const cell = Math.floor(i / anchorsPerCell);
      const x = (cell % cells) * stride;
      const y = Math.floor(cell / cells) * stride;
      const at = (values: Float32Array, index: number) => (values[index] as number) * stride;
      candidates.push({
        score: Math.min(1, score),
        box: [
          x - at(boxes, 4 * i),
          y - at(boxes, 4 * i + 1),
          x + at(boxes, 4 * i + 2),
          y + at(boxes, 4 * i + 3),
        ],
        eyes: [
          x + at(points, 10 * i),
          y + at(points, 10 * i + 1),
          x + at(points, 10 * i + 2),
          y + at(points, 10 * i + 3),
        ],
      });
    }
  }
  return candidates;
}

/** The most confident of each group of overlapping candidates. */
function suppressOverlapping(candidates: Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates.sort((a, b) => b.score - a.score)) {
    if (!kept.some((other) => overlap(other.box, candidate.box) > overlapLimit)) kept.push(candidate);
  }
  return kept;
}

function overlap(a: Candidate['box'], b: Candidate['box']): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  if (width <= 0 || height <= 0) return 0;
  const area = ([left, top, right, bottom]: Candidate['box']) => (right - left) * (bottom - top);
  return (width * height) / (area(a) + area(b) - width * height);
}

function toFace({ score, box, eyes }: Candidate, view: View): DetectedFace {
  const [left, top, right, bottom] = box;
  const scale = Math.hypot(view.a, view.d);
  const place = (x: number, y: number) => throughView(view, { x, y });
  return {
    score,
    centre: place((left + right) / 2, (top + bottom) / 2),
    width: (right - left) * scale,
    height: (bottom - top) * scale,
    // The eye that stands left in the picture is the person's right one.
    rightEye: place(eyes[0], eyes[1]),
    leftEye: place(eyes[2], eyes[3]),
  };
}
