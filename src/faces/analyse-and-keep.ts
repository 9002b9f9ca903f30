import type { AnalyseOptions, FaceAnalysis, FaceEngine } from '../engine/index.ts';
import { type CleanPhoto, type ImageFiles, type ImageRecord, prepareImage } from '../images/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';

export type AnalyseAndKeepDeps = {
  readonly engine: FaceEngine;
  readonly store: ImageFiles;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
};

/**
 * Analyses a photo while its encrypted file is being written, and gives both results once both are there. When
 * either fails, or `check` throws, the file is removed. After this the file stays whatever happens: if the row that points at it is
 * never written, the sweep of stray files removes it, and no row is ever left without its file.
 */
export async function analyseAndKeep(
  deps: AnalyseAndKeepDeps,
  photo: CleanPhoto,
  check: (analysis: FaceAnalysis) => void = () => {},
  options: AnalyseOptions = {},
): Promise<{ readonly analysis: FaceAnalysis; readonly image: ImageRecord }> {
  const analysing = deps.engine.analyse(photo.bytes, options);
  // Looked at below; until then a failure here is nobody's unhandled rejection.
  analysing.catch(() => {});
  const prepared = await prepareImage(deps, photo);
  try {
    const [analysis] = await Promise.all([analysing, prepared.written]);
    check(analysis);
    return { analysis, image: prepared.image };
  } catch (error) {
    await prepared.discard();
    throw error;
  }
}
