import type { RecognitionPack } from '../engine-packs.ts';
import type { EmbeddedPhoto } from './embed-photos.ts';
import type { PackCalibration, PackManifest } from './pack-manifest.ts';
import { ScoreHistogram } from './score-histogram.ts';
import { toRecognitionPack } from './to-engine-pack.ts';

/** The scores of all pairs of some photos. */
export type MeasuredScores = { readonly genuine: ScoreHistogram; readonly impostor: ScoreHistogram };

/** Stands in while scores are measured; nothing is decided by it. */
const unknown: PackCalibration = {
  learntOn: '',
  falseMatchRates: [
    { falseMatchRate: 0.5, score: 0 },
    { falseMatchRate: 1e-6, score: 1 },
  ],
  logOddsPerScore: 1,
};

/** A pack as its manifest in a folder describes it, before it has a table of its own. */
export function uncalibratedPack(
  directory: string,
  manifest: PackManifest & { readonly role: 'recognition' },
  { usesMirroredCopy = false } = {},
): RecognitionPack {
  return toRecognitionPack(directory, manifest, { ...unknown, usesMirroredCopy });
}

/** Compares each photo with each by one of their embeddings. */
export async function scoreAllPairs(
  photos: readonly EmbeddedPhoto[],
  which: number,
  signal?: AbortSignal,
): Promise<MeasuredScores> {
  const scores = { genuine: new ScoreHistogram(), impostor: new ScoreHistogram() };
  for (const [index, a] of photos.entries()) {
    signal?.throwIfAborted();
    for (let other = index + 1; other < photos.length; other++) {
      const b = photos[other] as EmbeddedPhoto;
      const score = productOf(a.vectors[which] as Float32Array, b.vectors[which] as Float32Array);
      scores[a.person === b.person ? 'genuine' : 'impostor'].add(score);
    }
    // Others of the process get their turn between the rows.
    if (index % 16 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return scores;
}

export function productOf(a: Float32Array, b: Float32Array): number {
  let product = 0;
  for (let i = 0; i < a.length; i++) product += (a[i] as number) * (b[i] as number);
  return product;
}
