import type { AnalyseOptions, FaceAnalysis, FaceEngine } from '../engine/index.ts';
import {
  type CleanPhoto,
  type ImageFiles,
  type ImageRecord,
  inspectPhoto,
  isDataAddress,
  needsConversion,
  type PhotoConverter,
  type PhotoFetcher,
  type PhotoSender,
  type PreparedImage,
  prepareImage,
  readDataAddress,
  stripMetadata,
} from '../images/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { PhotoSource } from './types.ts';

export type BeginAnalysisDeps = ReceivePhotoDeps & {
  readonly engine: FaceEngine;
  readonly store: ImageFiles;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
};

/** A photo that is with the engine, and whose encrypted file is being written. No row stands for it yet. */
export type BegunAnalysis = {
  readonly photo: CleanPhoto;
  /** Its rejection may be looked at late, or never. */
  readonly analysis: Promise<FaceAnalysis>;
  /** The file. Its rejection may be looked at late, or never; `analyseAndKeep` or `discardBegun` ends it. */
  readonly kept: Promise<PreparedImage>;
};

/** Brings a photo in, hands it to the engine and begins to write its file. Rejects like `receivePhoto`. */
export async function beginAnalysis(
  deps: BeginAnalysisDeps,
  source: PhotoSource,
  sender: PhotoSender,
  options: AnalyseOptions = {},
): Promise<BegunAnalysis> {
  const photo = await receivePhoto(deps, source, sender);
  const { width, height } = photo.info;
  const analysis = deps.engine.analyse(photo.bytes, {
    ...options,
    sender: { ...sender, pixels: width * height },
  });
  analysis.catch(() => {});
  const kept = prepareImage(deps, photo);
  kept.catch(() => {});
  return { photo, analysis, kept };
}

/** Removes the file of a photo whose analysis nobody looks at any more. Never rejects. */
export async function discardBegun(begun: Promise<BegunAnalysis> | undefined): Promise<void> {
  try {
    const prepared = await (await begun)?.kept;
    await prepared?.discard();
  } catch {
    // A photo that was refused has no file.
  }
}

/** Engines by whose model in use alone the latest references were compared. */
const enginesOfOneModel = new WeakSet<FaceEngine>();

/** Notes which models the references of a request have. While some have others, `beginEarly` waits for them. */
export function noteModels(engine: FaceEngine, models: readonly string[]): void {
  const { templateModel } = engine.describe();
  if (models.every((model) => model === templateModel)) enginesOfOneModel.add(engine);
  else enginesOfOneModel.delete(engine);
}

/**
 * The same for a photo that may be refused for another reason before its analysis is looked at. Undefined where waiting
 * for that reason costs less: for a photo that is elsewhere or needs conversion, when no worker is idle, and while
 * references have templates of other models. So a refused request takes nobody's turn, and no network runs in vain.
 */
export function beginEarly(
  deps: BeginAnalysisDeps,
  source: PhotoSource | undefined,
  sender: PhotoSender,
  options: AnalyseOptions = {},
): Promise<BegunAnalysis> | undefined {
  if (source === undefined || !deps.engine.isReady() || !enginesOfOneModel.has(deps.engine)) return undefined;
  const { waiting, busy, workers } = deps.engine.workload();
  if (waiting > 0 || busy >= workers) return undefined;
  const photo = takePhotoAtHand(deps, source);
  if (photo === undefined) return undefined;
  const begun = beginAnalysis(deps, photo, sender, options);
  begun.catch(() => {});
  return begun;
}

/**
 * The analysis of a photo and the row for its encrypted file, once both are there. When either fails, or `check` throws,
 * the file is removed. After this the file stays whatever happens: if the row that points at it is never written, the
 * sweep of stray files removes it, and no row is ever left without its file.
 */
export async function analyseAndKeep(
  { kept, analysis: analysing }: BegunAnalysis,
  check: (analysis: FaceAnalysis) => void,
): Promise<{ readonly analysis: FaceAnalysis; readonly image: ImageRecord }> {
  const prepared = await kept;
  try {
    const [analysis] = await Promise.all([analysing, prepared.written]);
    check(analysis);
    return { analysis, image: prepared.image };
  } catch (error) {
    await prepared.discard();
    throw error;
  }
}

export type ReceivePhotoDeps = {
  readonly photos: PhotoFetcher;
  readonly converter: PhotoConverter;
  readonly limits: PhotoLimits;
};

export type PhotoLimits = { readonly maxBytes: number; readonly maxPixels: number };

/**
 * Brings a photo in: fetches or decodes its address, checks format and dimensions from the header, and drops its
 * metadata, so that nothing a stranger wrote beside the pixels reaches a decoder or the store. An AVIF becomes a
 * JPEG, in a process of its own; no other format is decoded to pixels here, and no face is looked for.
 *
 * Rejects with an `ImageError`.
 */
export async function receivePhoto(
  deps: ReceivePhotoDeps,
  source: PhotoSource,
  sender: PhotoSender,
): Promise<CleanPhoto> {
  const bytes = await loadBytes(deps, source, sender);
  const info = inspectPhoto(bytes, { maxPixels: deps.limits.maxPixels });
  return await stripMetadata(deps.converter, bytes, info, sender);
}

async function loadBytes(
  deps: ReceivePhotoDeps,
  source: PhotoSource,
  requester: PhotoSender,
): Promise<Uint8Array> {
  if (source.kind === 'bytes') return source.bytes;
  const { address } = source;
  if (isDataAddress(address)) return readDataAddress(address, deps.limits.maxBytes);
  return await deps.photos.fetchPhoto(address, { requester });
}

/**
 * The bytes of a photo that came with its request and needs no conversion: to receive it asks nobody and makes no
 * process. Undefined for any other photo, and for an address that cannot be read.
 */
function takePhotoAtHand(
  { limits }: Pick<ReceivePhotoDeps, 'limits'>,
  source: PhotoSource,
): PhotoSource | undefined {
  if (source.kind === 'address' && !isDataAddress(source.address)) return undefined;
  try {
    const bytes = source.kind === 'bytes' ? source.bytes : readDataAddress(source.address, limits.maxBytes);
    return needsConversion(bytes) ? undefined : { kind: 'bytes', bytes };
  } catch {
    return undefined;
  }
}
