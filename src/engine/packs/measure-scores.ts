import { readFile } from 'node:fs/promises';
import { AppError } from '../../platform/errors.ts';
import { createOnnxFaceEngine } from '../create-onnx-face-engine.ts';
import type { RecognitionPack } from '../engine-packs.ts';
import type { PhotoOfPerson } from '../list-photos-of-people.ts';
import type { PackCalibration, PackManifest } from './pack-manifest.ts';
import { ScoreHistogram } from './score-histogram.ts';
import { toRecognitionPack } from './to-engine-pack.ts';

export type MeasureScoresOptions = {
  readonly dataDir: string;
  readonly workers?: number;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  readonly signal?: AbortSignal;
};

/** The scores of all pairs of some photos. */
export type MeasuredScores = {
  readonly scores: { readonly genuine: ScoreHistogram; readonly impostor: ScoreHistogram };
  readonly photos: number;
  readonly people: number;
  /** Photos in which no face could be used. */
  readonly refused: number;
};

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
): RecognitionPack {
  return toRecognitionPack(directory, manifest, unknown);
}

/** Compares each photo with each by the network of a pack, or by the default one. */
export async function measureScores(
  recognition: RecognitionPack | undefined,
  files: readonly PhotoOfPerson[],
  options: MeasureScoresOptions,
): Promise<MeasuredScores> {
  const engine = createOnnxFaceEngine({
    dataDir: options.dataDir,
    packs: { recognition },
    secondFaceRatio: Number.POSITIVE_INFINITY,
    searchTimeoutMs: Number.POSITIVE_INFINITY,
    ...(options.workers === undefined ? {} : { workers: options.workers }),
  });
  try {
    await engine.ready();
    const vectors: { person: string; values: Float32Array }[] = [];
    let [next, done, refused] = [0, 0, 0];
    const work = async () => {
      for (let index = next++; index < files.length; index = next++) {
        options.signal?.throwIfAborted();
        const { path, person } = files[index] as PhotoOfPerson;
        try {
          const { template } = await engine.analyse(await readFile(path));
          vectors.push({ person, values: engine.searchVector(template).values });
        } catch (error) {
          if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
          refused += 1;
        }
        done += 1;
        options.onProgress?.({ done, total: files.length });
      }
    };
    await Promise.all(Array.from({ length: options.workers ?? 4 }, work));
    const people = new Set(vectors.map(({ person }) => person)).size;
    return { scores: await scoreAllPairs(vectors, options.signal), photos: vectors.length, people, refused };
  } finally {
    await engine.close();
  }
}

async function scoreAllPairs(
  vectors: readonly { readonly person: string; readonly values: Float32Array }[],
  signal: AbortSignal | undefined,
): Promise<MeasuredScores['scores']> {
  const scores = { genuine: new ScoreHistogram(), impostor: new ScoreHistogram() };
  for (const [index, a] of vectors.entries()) {
    signal?.throwIfAborted();
    for (let other = index + 1; other < vectors.length; other++) {
      const b = vectors[other] as (typeof vectors)[number];
      let score = 0;
      for (let i = 0; i < a.values.length; i++) score += (a.values[i] as number) * (b.values[i] as number);
      scores[a.person === b.person ? 'genuine' : 'impostor'].add(score);
    }
    // Others of the process get their turn between the rows.
    if (index % 16 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return scores;
}
