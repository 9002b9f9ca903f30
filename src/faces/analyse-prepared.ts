import type { PreparedImage } from '../images/index.ts';
import type { FaceAnalysis, FaceEngine } from './face-engine.ts';

/**
 * Analyses a photo while its file is being written, and gives the analysis once both are done. When either fails
 * the file is removed. After this the file stays whatever happens: if the row that points at it is never written,
 * the sweep of stray files removes it, and no row is ever left without its file.
 */
export async function analysePrepared(
  engine: FaceEngine,
  photo: Uint8Array,
  prepared: PreparedImage,
): Promise<FaceAnalysis> {
  const [analysis, written] = await Promise.allSettled([engine.analyse(photo), prepared.written]);
  if (analysis.status === 'fulfilled' && written.status === 'fulfilled') return analysis.value;
  await prepared.discard();
  throw analysis.status === 'rejected' ? analysis.reason : (written as PromiseRejectedResult).reason;
}
