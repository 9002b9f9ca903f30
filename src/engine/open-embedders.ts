import type { ConvertedModels } from './convert/ensure-converted-models.ts';
import { EarlierEmbedder } from './earlier/embed-with-a-and-b.ts';
import { earlierFaceTemplates } from './earlier/encode-a-and-b.ts';
import { embeddedSize, FaceEmbedder } from './embed-face.ts';
import { type Embedder, PackEmbedder } from './embed-pack.ts';
import { defaultFaceTemplates, eightBitFaceTemplates } from './encode-face-template.ts';
import type { EnginePacks, RecognitionPack } from './engine-packs.ts';
import { partModelsOf } from './fused-templates.ts';
import { type Network, openNetwork } from './onnx-network.ts';
import { getPackagedNetwork, type NetworkForm } from './packaged-models.ts';
import type { SharedRuns } from './share-run.ts';

/** The embedders of one worker, by the model of the templates that one network, or the earlier two, make. */
export type EmbedderSet = {
  /** Loads its networks when nobody has asked for it before. */
  get(templateModel: string): Promise<Embedder>;
};

/** The embedder of `inUse`, loaded, and those of other models, loaded when a stored template of theirs is compared with. */
export async function openEmbedders(
  models: ConvertedModels,
  packs: EnginePacks,
  inUse: string,
  runs: SharedRuns,
): Promise<EmbedderSet> {
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
    if (wanted === defaultFaceTemplates.templateModel) return await openDefault(wanted, 'float32', runs);
    if (wanted === eightBitFaceTemplates.templateModel) return await openDefault(wanted, 'eight-bits', runs);
    if (wanted !== earlierFaceTemplates.templateModel) {
      throw new TypeError(`No network here makes templates of ${wanted}`);
    }
    return new EarlierEmbedder(
      await openNetwork(models['embedding-a']),
      await openNetwork(models['embedding-b']),
    );
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

async function openDefault(
  templateModel: string,
  form: NetworkForm,
  runs: SharedRuns,
): Promise<FaceEmbedder> {
  const { file } = getPackagedNetwork('recognition', form);
  return new FaceEmbedder(await openNetwork(file, embeddedSize), templateModel, runs);
}
