import { alignPoints, type Point, type View } from './geometry.ts';
import { eyeCentres, type Landmarks, landmark } from './locate-landmarks.ts';
import type { Network } from './onnx-network.ts';
import { drawView, type PixelScaling, type Pyramid } from './raster.ts';

/** Values of the two embeddings in a template, in this order. */
export const templateLayout = { a: 128, b: 1024 } as const;
export const templateBytes = (templateLayout.a + templateLayout.b) * Float32Array.BYTES_PER_ELEMENT;

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
/** How much larger than in the common five-point template the face stands. */
const zoomB = 0.9;
/** Red and blue exchanged and the ImageNet means in Caffe's order, as the network was trained. */
const scalingB: PixelScaling = {
  planes: [2, 1, 0],
  scale: [1, 1, 1],
  offset: [-103.939, -116.779, -123.68],
};

/** Eyes, nose tip and mouth corners in the 112-pixel picture that face networks are commonly aligned to. */
const fivePoints: readonly Point[] = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
];

/** The view in which the face stands as in the common five-point template, `size` pixels wide. */
export function alignedView(landmarks: Landmarks, size: number, zoom = 1): View {
  const eyes = eyeCentres(landmarks);
  const photo = [
    eyes.right,
    eyes.left,
    landmark(landmarks, 4),
    landmark(landmarks, 61),
    landmark(landmarks, 291),
  ];
  const middle = (size - 1) / 2;
  const scale = (size / 112) * zoom;
  const wanted = fivePoints.map(({ x, y }) => ({
    x: (x - 55.5) * scale + middle,
    y: (y - 55.5) * scale + middle,
  }));
  return alignPoints(photo, wanted);
}

/** Turns a face into a template; keeps its input pictures between calls, so one per worker. */
export class FaceEmbedder {
  readonly #networkA: Network;
  readonly #networkB: Network;
  readonly #inputA = new Float32Array(3 * sizeA * sizeA);
  readonly #inputB = new Float32Array(3 * sizeB * sizeB);

  constructor(networkA: Network, networkB: Network) {
    this.#networkA = networkA;
    this.#networkB = networkB;
  }

  /**
   * The template: embedding A as it comes, since its distance is Euclidean, then embedding B with length one,
   * since its likeness is the cosine; little-endian float32.
   */
  async embed(pyramid: Pyramid, landmarks: Landmarks): Promise<Uint8Array> {
    const viewA = alignPoints(
      pointsA.map((index) => landmark(landmarks, index)),
      templateA,
    );
    const viewB = alignedView(landmarks, sizeB, zoomB);
    const a = await this.#run(this.#networkA, this.#inputA, pyramid, viewA, sizeA, scalingA);
    const b = await this.#run(this.#networkB, this.#inputB, pyramid, viewB, sizeB, scalingB);
    return encodeTemplate(a, b);
  }

  async #run(
    network: Network,
    input: Float32Array,
    pyramid: Pyramid,
    view: View,
    size: number,
    scaling: PixelScaling,
  ): Promise<Float32Array> {
    drawView(pyramid, view, size, scaling, input);
    const { embedding } = await network.run(input);
    if (embedding === undefined) throw new Error('The embedding network lacks its output');
    return embedding;
  }
}

function encodeTemplate(a: Float32Array, b: Float32Array): Uint8Array {
  let square = 0;
  for (const value of b) square += value * value;
  const factor = 1 / Math.sqrt(square || 1);
  const template = new DataView(new ArrayBuffer(templateBytes));
  let offset = 0;
  for (const value of a) {
    template.setFloat32(offset, value, true);
    offset += 4;
  }
  for (const value of b) {
    template.setFloat32(offset, value * factor, true);
    offset += 4;
  }
  return new Uint8Array(template.buffer);
}
