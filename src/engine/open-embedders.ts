import type { EnginePacks, RecognitionPack } from './engine-packs.ts';
import { defaultFaceTemplates, encodeFaceTemplate } from './face-template.ts';
import { partModelsOf } from './fused-templates.ts';
import { alignPoints, mirrorView, type Point } from './geometry.ts';
import { alignedView, eyeCentres, type Landmarks, landmark } from './locate-landmarks.ts';
import { type Network, openNetwork } from './onnx-network.ts';
import { getPackagedNetwork } from './packaged-networks.ts';
import { drawView, type PixelScaling, type Pyramid } from './raster.ts';

/** Turns a face into a template, one face at a time. */
export type Embedder = {
  embed(pyramid: Pyramid, landmarks: Landmarks): Promise<Uint8Array>;
};

/** The embedders of one worker, by the model of the templates that one network makes. */
export type EmbedderSet = {
  /** Loads its networks when nobody has asked for it before. */
  get(templateModel: string): Promise<Embedder>;
};

/** The embedder of `inUse`, loaded, and those of other models, loaded when a stored template of theirs is compared with. */
export async function openEmbedders(packs: EnginePacks, inUse: string): Promise<EmbedderSet> {
  const opened = new Map<string, Promise<Embedder>>();
  const known = [packs.recognition, packs.beside?.pack, ...(packs.otherRecognition ?? [])];
  const networks = new Map<string, Promise<Network>>();
  /** Loaded once, however many packs feed it in ways of their own. */
  const openPackNetwork = ({ file, input }: RecognitionPack) => {
    const name = `${file.sha256} ${input.size}`;
    const network = networks.get(name) ?? openNetwork(file, input.size);
    networks.set(name, network);
    network.catch(() => networks.delete(name));
    return network;
  };
  const open = async (wanted: string): Promise<Embedder> => {
    const pack = known.find((one) => one?.templateModel === wanted);
    if (pack !== undefined) return new PackEmbedder(await openPackNetwork(pack), pack);
    if (wanted !== defaultFaceTemplates.templateModel) {
      throw new TypeError(`No network here makes templates of ${wanted}`);
    }
    return new FaceEmbedder(await openNetwork(getPackagedNetwork('recognition').file, embeddedSize));
  };
  const get = (wanted: string) => {
    const present = opened.get(wanted) ?? open(wanted);
    opened.set(wanted, present);
    // What could not be loaded is tried again: the file may be back.
    present.catch(() => opened.delete(wanted));
    return present;
  };
  for (const single of partModelsOf(inUse)) await get(single);
  return { get };
}

/** Side of the picture that the default network takes. */
const embeddedSize = 112;

/** Blue, green and red, each `(value - 127) / 128`. With red first it is far less accurate. */
const scaling: PixelScaling = {
  planes: [2, 1, 0],
  scale: [1 / 128, 1 / 128, 1 / 128],
  offset: [-127 / 128, -127 / 128, -127 / 128],
};

/** Makes templates by the default network; keeps its input picture between calls, so one per worker. */
class FaceEmbedder implements Embedder {
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

/** The five points that packs align by: the person's right and left eye, nose tip, right and left mouth corner. */
function fivePointsOf(landmarks: Landmarks): readonly Point[] {
  const eyes = eyeCentres(landmarks);
  return [eyes.right, eyes.left, landmark(landmarks, 4), landmark(landmarks, 61), landmark(landmarks, 291)];
}

/** Embeds by the network of a pack; keeps its input pictures between calls, so one per worker. */
class PackEmbedder implements Embedder {
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
