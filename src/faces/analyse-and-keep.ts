import type { FaceAnalysis } from '../engine/index.ts';
import { type ImageFiles, type ImageRecord, prepareImage } from '../images/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { BegunAnalysis } from './begin-analysis.ts';

export type AnalyseAndKeepDeps = {
  readonly store: ImageFiles;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
};

/**
 * Writes the encrypted file of a photo that is being analysed, and gives both results once both are there. When
 * either fails, or `check` throws, the file is removed. After this the file stays whatever happens: if the row that points at it is
 * never written, the sweep of stray files removes it, and no row is ever left without its file.
 */
export async function analyseAndKeep(
  deps: AnalyseAndKeepDeps,
  { photo, analysis: analysing }: BegunAnalysis,
  check: (analysis: FaceAnalysis) => void,
): Promise<{ readonly analysis: FaceAnalysis; readonly image: ImageRecord }> {
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
