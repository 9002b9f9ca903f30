import { alignedView } from '../aligned-view.ts';
import type { Embedder } from '../embed-pack.ts';
import { alignPoints, mirrorView, type Point } from '../geometry.ts';
import { type ImpostorCohort, loadImpostorCohort } from '../impostor-cohort.ts';
import { type Landmarks, landmark } from '../locate-landmarks.ts';
import type { Network } from '../onnx-network.ts';
import { drawView, type PixelScaling, type Pyramid } from '../raster.ts';
import { cohortFile, encodeAAndB } from './encode-a-and-b.ts';

const sizeA = 150;
/** Mesh points and their places in dlib's face chip (`get_face_chip_details`, 5 points), 0.25 padding. */
const pointsA = [263, 362, 33, 133, 2] as const;
const templateA: readonly Point[] = [
  { x: 0.8595674595992, y: 0.2134981538014 },
  { x: 0.6460604764104, y: 0.2289674387677 },
  { x: 0.1205750620789, y: 0.2137274526848 },
  { x: 0.3340850613712, y: 0.2290642403242 },
  { x: 0.4901123135679, y: 0.6277975316475 },
].map(({ x, y }) => ({ x: ((0.25 + x) / 1.5) * sizeA, y: ((0.25 + y) / 1.5) * sizeA }));
const scalingA: PixelScaling = {
  planes: [0, 1, 2],
  scale: [1 / 256, 1 / 256, 1 / 256],
  offset: [-122.782 / 256, -117.001 / 256, -104.298 / 256],
};

const sizeB = 224;
/** The size of the face, in parts of its size in the common five-point template. */
const zoomB = 0.9;
/** Red and blue exchanged and the ImageNet means in Caffe's order, as the network was trained. */
const scalingB: PixelScaling = {
  planes: [2, 1, 0],
  scale: [1, 1, 1],
  offset: [-103.939, -116.779, -123.68],
};

/** Makes templates of the earlier model; keeps its input pictures between calls, so one per worker. */
export class EarlierEmbedder implements Embedder {
  readonly #networkA: Network;
  readonly #networkB: Network;
  readonly #cohort: ImpostorCohort;
  readonly #inputA = new Float32Array(2 * 3 * sizeA * sizeA);
  readonly #inputB = new Float32Array(3 * sizeB * sizeB);

  /** `networkA` takes two pictures at once. */
  constructor(networkA: Network, networkB: Network, cohort = loadImpostorCohort(cohortFile)) {
    this.#networkA = networkA;
    this.#networkB = networkB;
    this.#cohort = cohort;
  }

  /** The template, from embedding A of the face and of its mirrored copy together, and embedding B of the face. */
  begin(pyramid: Pyramid, landmarks: Landmarks): () => Promise<Uint8Array> {
    drawView(pyramid, alignedView(landmarks, sizeB, zoomB), sizeB, scalingB, this.#inputB);
    return async () => {
      const a = await this.#embedA(pyramid, landmarks);
      return encodeAAndB(a, await embeddingOf(this.#networkB, this.#inputB), this.#cohort);
    };
  }

  async #embedA(pyramid: Pyramid, landmarks: Landmarks): Promise<Float32Array> {
    const viewA = alignPoints(
      pointsA.map((index) => landmark(landmarks, index)),
      templateA,
    );
    const half = 3 * sizeA * sizeA;
    drawView(pyramid, viewA, sizeA, scalingA, this.#inputA.subarray(0, half));
    drawView(pyramid, mirrorView(viewA, sizeA), sizeA, scalingA, this.#inputA.subarray(half));
    const both = await embeddingOf(this.#networkA, this.#inputA);
    const a = both.subarray(0, both.length / 2);
    for (let i = 0; i < a.length; i++) a[i] = (a[i] as number) + (both[a.length + i] as number);
    return a;
  }
}

async function embeddingOf(network: Network, input: Float32Array): Promise<Float32Array> {
  const { embedding } = await network.run(input);
  if (embedding === undefined) throw new Error('The embedding network lacks its output');
  return embedding;
}
