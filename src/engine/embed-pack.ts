import { encodeFaceTemplate } from './encode-face-template.ts';
import type { RecognitionPack } from './engine-packs.ts';
import { alignPoints, mirrorView, type Point } from './geometry.ts';
import { eyeCentres, type Landmarks, landmark } from './locate-landmarks.ts';
import type { Network } from './onnx-network.ts';
import { drawView, type Pyramid } from './raster.ts';

/** Turns a face into a template, one face at a time. */
export type Embedder = {
  embed(pyramid: Pyramid, landmarks: Landmarks): Promise<Uint8Array>;
};

/** The five points that packs align by: the person's right and left eye, nose tip, right and left mouth corner. */
function fivePointsOf(landmarks: Landmarks): readonly Point[] {
  const eyes = eyeCentres(landmarks);
  return [eyes.right, eyes.left, landmark(landmarks, 4), landmark(landmarks, 61), landmark(landmarks, 291)];
}

/** Embeds by the network of a pack; keeps its input pictures between calls, so one per worker. */
export class PackEmbedder implements Embedder {
  readonly #network: Network;
  readonly #pack: RecognitionPack;
  readonly #input: Float32Array;
  readonly #mirrored: Float32Array | undefined;

  constructor(network: Network, pack: RecognitionPack) {
    this.#network = network;
    this.#pack = pack;
    this.#input = new Float32Array(3 * pack.input.size ** 2);
    this.#mirrored = pack.usesMirroredCopy ? new Float32Array(this.#input.length) : undefined;
  }

  /** The embedding, with a mirrored copy the sum of both, brought to length one, as little-endian float32. */
  async embed(pyramid: Pyramid, landmarks: Landmarks): Promise<Uint8Array> {
    const { input, points, values } = this.#pack;
    const view = alignPoints(fivePointsOf(landmarks), points);
    drawView(pyramid, view, input.size, input.scaling, this.#input);
    const mirrored = this.#mirrored;
    if (mirrored !== undefined) {
      drawView(pyramid, mirrorView(view, input.size), input.size, input.scaling, mirrored);
    }
    const embedding = await this.#run(this.#input);
    if (mirrored === undefined) return encodeFaceTemplate(embedding, values);
    const copy = await this.#run(mirrored);
    return encodeFaceTemplate(
      embedding?.map((value, index) => value + (copy?.[index] as number)),
      values,
    );
  }

  async #run(picture: Float32Array): Promise<Float32Array | undefined> {
    return Object.values(await this.#network.run(picture))[0];
  }
}
