import type { AnalyseOptions, FaceAnalysis } from '../engine/index.ts';
import {
  type CleanPhoto,
  inspectPhoto,
  isDataAddress,
  type PhotoSender,
  prepareImage,
  readDataAddress,
  stripMetadata,
} from '../images/index.ts';
import type { FaceDeps } from './face-deps.ts';
import type { PhotoSource } from './types.ts';

type ReceivePhotoDeps = Pick<FaceDeps, 'photos' | 'converter' | 'limits'>;

/**
 * Brings a photo in, analyses it and writes its encrypted file meanwhile; gives the row for that. When either fails, or
 * `check` throws, the file is removed. After this the file stays until `discard`: if the row that points at it is never
 * written, the sweep of stray files removes it, and no row is ever left without its file. Rejects like `receivePhoto` and
 * `FaceEngine.analyse`.
 */
export async function analyseAndKeep(
  deps: ReceivePhotoDeps & Pick<FaceDeps, 'engine' | 'store' | 'cipher' | 'clock'>,
  source: PhotoSource,
  {
    check,
    sender,
    ...options
  }: Omit<AnalyseOptions, 'sender'> & {
    readonly sender: PhotoSender;
    readonly check: (analysis: FaceAnalysis) => void;
  },
) {
  const photo = await receivePhoto(deps, source, sender);
  const { bytes, info } = photo;
  const pixels = info.width * info.height;
  const analysing = deps.engine.analyse(bytes, { ...options, sender: { ...sender, pixels } });
  analysing.catch(() => {});
  const { image, written, discard } = await prepareImage(deps, photo);
  try {
    const [analysis] = await Promise.all([analysing, written]);
    check(analysis);
    return { bytes, analysis, image, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

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
  const { maxBytes, maxPixels } = deps.limits;
  const load = async (address: string) =>
    isDataAddress(address)
      ? readDataAddress(address, maxBytes)
      : await deps.photos.fetchPhoto(address, { requester: sender });
  const bytes = source.kind === 'bytes' ? source.bytes : await load(source.address);
  return await stripMetadata(deps.converter, bytes, inspectPhoto(bytes, { maxPixels }), sender);
}
