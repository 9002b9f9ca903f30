import { alignedView } from './aligned-view.ts';
import type { Embedder } from './embed-pack.ts';
import { defaultFaceTemplates, encodeFaceTemplate } from './encode-face-template.ts';
import type { Landmarks } from './locate-landmarks.ts';
import type { Network } from './onnx-network.ts';
import { drawView, type PixelScaling, type Pyramid } from './raster.ts';

/** Side of the picture that the default network takes. */
export const embeddedSize = 112;
/** Blue, green and red, each `(value - 127) / 128`. With red first it is far less accurate. */
const scaling: PixelScaling = {
  planes: [2, 1, 0],
  scale: [1 / 128, 1 / 128, 1 / 128],
  offset: [-127 / 128, -127 / 128, -127 / 128],
};

/** Makes templates by the default network; keeps its input picture between calls, so one per worker. */
export class FaceEmbedder implements Embedder {
  readonly #network: Network;
  readonly #input = new Float32Array(3 * embeddedSize ** 2);

  constructor(network: Network) {
    this.#network = network;
  }

  async embed(pyramid: Pyramid, landmarks: Landmarks): Promise<Uint8Array> {
    drawView(pyramid, alignedView(landmarks, embeddedSize), embeddedSize, scaling, this.#input);
    const [values] = Object.values(await this.#network.run(this.#input));
    return encodeFaceTemplate(values, defaultFaceTemplates.embeddedValues);
  }
}
