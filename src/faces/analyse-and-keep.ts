import type { FaceAnalysis } from '../engine/index.ts';
import type { ImageRecord } from '../images/index.ts';
import type { BegunAnalysis } from './begin-analysis.ts';

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
