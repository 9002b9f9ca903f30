import type { ConvertedModels } from './convert/ensure-converted-models.ts';
import { EarlierEmbedder } from './earlier/embed-with-a-and-b.ts';
import { earlierFaceTemplates } from './earlier/encode-a-and-b.ts';
import { embeddedSize, FaceEmbedder } from './embed-face.ts';
import { type Embedder, PackEmbedder } from './embed-pack.ts';
import { defaultFaceTemplates } from './encode-face-template.ts';
import type { EnginePacks } from './engine-packs.ts';
import { openNetwork } from './onnx-network.ts';
import { getPackagedNetwork } from './packaged-models.ts';
import type { Idleness } from './share-run.ts';

/** The embedders of one worker, by the model of their templates. */
export type EmbedderSet = {
  /** Loads its networks when nobody has asked for it before. */
  get(templateModel: string): Promise<Embedder>;
  /** Does the part of another worker's embedding that it offers. */
  takeOver(offer: SharedArrayBuffer): Promise<void>;
};

/** The embedder of `inUse`, loaded, and those of other models, loaded when a stored template of theirs is compared with. */
export async function openEmbedders(
  models: ConvertedModels,
  packs: EnginePacks,
  inUse: string,
  idleness: Idleness,
): Promise<EmbedderSet> {
  const opened = new Map<string, Promise<Embedder>>();
  const known = [packs.recognition, ...(packs.otherRecognition ?? [])];
  const open = async (wanted: string): Promise<Embedder> => {
    const pack = known.find((one) => one?.templateModel === wanted);
    if (pack !== undefined) return new PackEmbedder(await openNetwork(pack.file, pack.input.size), pack);
    if (wanted === defaultFaceTemplates.templateModel) return await openDefault();
    if (wanted !== earlierFaceTemplates.templateModel) {
      throw new TypeError(`No network here makes templates of ${wanted}`);
    }
    return new EarlierEmbedder(
      await openNetwork(models['embedding-a']),
      await openNetwork(models['embedding-b']),
    );
  };
  let ofPackage: Promise<FaceEmbedder> | undefined;
  const openDefault = () => {
    ofPackage ??= openFaceEmbedder(idleness);
    ofPackage.catch(() => {
      ofPackage = undefined;
    });
    return ofPackage;
  };
  const get = (wanted: string) => {
    const present = opened.get(wanted) ?? open(wanted);
    opened.set(wanted, present);
    // What could not be loaded is tried again: the file may be back.
    present.catch(() => opened.delete(wanted));
    return present;
  };
  await get(inUse);
  return {
    get,
    async takeOver(offer) {
      await (await openDefault()).takeOver(offer);
    },
  };
}

async function openFaceEmbedder(idleness: Idleness): Promise<FaceEmbedder> {
  const { file } = getPackagedNetwork('recognition');
  return new FaceEmbedder(await openNetwork(file, embeddedSize), idleness);
}
