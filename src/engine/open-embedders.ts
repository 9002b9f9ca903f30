import type { EnginePacks, PackInput, RecognitionPack } from './engine-packs.ts';
import { defaultFaceTemplates, encodeFaceTemplate } from './face-template.ts';
import { partModelsOf } from './fused-templates.ts';
import { mirrorView } from './geometry.ts';
import { alignedView, type Landmarks, viewAlignedTo } from './locate-landmarks.ts';
import { type Network, openNetwork } from './onnx-network.ts';
import { getPackagedNetwork } from './packaged-networks.ts';
import { drawView, type Pyramid } from './raster.ts';

/** The embedders of one worker, by the model of the templates that one network makes. */
export type EmbedderSet = {
  /** Loads its networks when nobody has asked for it before. Rejects with `NetworkGoneError` where it cannot. */
  get(templateModel: string): Promise<Embedder>;
};

/** A network that was there at the start could not be loaded later: its pack was removed or altered. */
export class NetworkGoneError extends Error {
  override readonly name = 'NetworkGoneError';
  readonly templateModel: string;

  constructor(templateModel: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : 'it cannot be loaded', { cause });
    this.templateModel = templateModel;
  }
}

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
    if (pack !== undefined) return new Embedder(await openPackNetwork(pack), pack);
    if (wanted !== defaultFaceTemplates.templateModel) {
      throw new TypeError(`No network here makes templates of ${wanted}`);
    }
    const network = await openNetwork(getPackagedNetwork('recognition').file, packagedInput.size);
    return new Embedder(network, { input: packagedInput, values: defaultFaceTemplates.embeddedValues });
  };
  const get = (wanted: string) => {
    const present = opened.get(wanted) ?? open(wanted);
    opened.set(wanted, present);
    // What could not be loaded is tried again: the file may be back.
    present.catch(() => opened.delete(wanted));
    return present;
  };
  for (const single of partModelsOf(inUse)) await get(single);
  return {
    get: (wanted) =>
      get(wanted).catch((error: unknown) => {
        throw new NetworkGoneError(wanted, error);
      }),
  };
}

/**
 * The input of the default network: blue, green and red, each `(value - 127) / 128`. With red first it is far less
 * accurate.
 */
const packagedInput: PackInput = {
  size: 112,
  scaling: {
    planes: [2, 1, 0],
    scale: [1 / 128, 1 / 128, 1 / 128],
    offset: [-127 / 128, -127 / 128, -127 / 128],
  },
};

type EmbeddedAs = Pick<RecognitionPack, 'input' | 'values'> &
  Partial<Pick<RecognitionPack, 'points' | 'usesMirroredCopy'>>;

/** Turns a face into a template, one face at a time; keeps its input pictures between calls, so one per worker. */
class Embedder {
  readonly #network: Network;
  readonly #pack: EmbeddedAs;
  readonly #input: Float32Array;
  readonly #mirrored: Float32Array | undefined;

  /** Without `points`, the face is aligned as the default network wants it. */
  constructor(network: Network, pack: EmbeddedAs) {
    this.#network = network;
    this.#pack = pack;
    this.#input = new Float32Array(3 * pack.input.size ** 2);
    this.#mirrored = pack.usesMirroredCopy ? new Float32Array(this.#input.length) : undefined;
  }

  /** The embedding, with a mirrored copy the sum of both, brought to length one, as little-endian float32. */
  async embed(pyramid: Pyramid, landmarks: Landmarks): Promise<Uint8Array> {
    const { input, points, values } = this.#pack;
    const view = points ? viewAlignedTo(landmarks, points) : alignedView(landmarks, input.size);
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
