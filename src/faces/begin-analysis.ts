import type { AnalyseOptions, FaceAnalysis, FaceEngine } from '../engine/index.ts';
import type { CleanPhoto, PhotoSender } from '../images/index.ts';
import { isAtHand, type ReceivePhotoDeps, receivePhoto } from './receive-photo.ts';
import type { PhotoSource } from './types.ts';

export type BeginAnalysisDeps = ReceivePhotoDeps & { readonly engine: FaceEngine };

/** A photo that is with the engine. Nothing of it is stored yet. */
export type BegunAnalysis = {
  readonly photo: CleanPhoto;
  /** Its rejection may be looked at late, or never. */
  readonly analysis: Promise<FaceAnalysis>;
  /** Resolves when the engine tells the fingerprint early; see `AnalyseOptions`. */
  readonly fingerprint: Promise<Uint8Array>;
};

/** Brings a photo in and hands it to the engine. Rejects like `receivePhoto`. */
export async function beginAnalysis(
  deps: BeginAnalysisDeps,
  source: PhotoSource,
  sender: PhotoSender,
  options: AnalyseOptions = {},
): Promise<BegunAnalysis> {
  const photo = await receivePhoto(deps, source, sender);
  const { promise: fingerprint, resolve: onFingerprint } = Promise.withResolvers<Uint8Array>();
  const analysis = deps.engine.analyse(photo.bytes, { ...options, onFingerprint });
  analysis.catch(() => {});
  return { photo, analysis, fingerprint };
}

/**
 * The same for a photo that may be refused for another reason before its analysis is looked at. Undefined where waiting
 * for that reason costs less: for a photo that is elsewhere or needs conversion, and when no worker is idle. So a refused
 * request takes nobody's turn.
 */
export function beginEarly(
  deps: BeginAnalysisDeps,
  source: PhotoSource | undefined,
  sender: PhotoSender,
  options: AnalyseOptions = {},
): Promise<BegunAnalysis> | undefined {
  if (source === undefined || !isAtHand(source) || !deps.engine.isReady()) return undefined;
  const { waiting, busy, workers } = deps.engine.workload();
  if (waiting > 0 || busy >= workers) return undefined;
  const begun = beginAnalysis(deps, source, sender, options);
  begun.catch(() => {});
  return begun;
}
