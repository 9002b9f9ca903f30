import { readFile } from 'node:fs/promises';
import { AppError } from '../../platform/errors.ts';
import { createOnnxFaceEngine } from '../create-onnx-face-engine.ts';
import type { EnginePacks, RecognitionPack } from '../engine-packs.ts';
import { findTemplate } from '../fused-templates.ts';
import type { PhotoOfPerson } from '../list-photos-of-people.ts';
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

export type EmbedPhotosOptions = {
  readonly workers?: number;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  readonly signal?: AbortSignal;
};

/** A photo with a usable face, by its embeddings of length one. */
export type EmbeddedPhoto = {
  readonly person: string;
  /** One for each model, in their order. */
  readonly vectors: readonly Float32Array[];
};

/** Nobody waits for one photo, and one that is late on a busy machine must not end a run of an hour. */
const longestAnalysisMs = 120_000;

/**
 * Embeds photos by some models of an engine with those packs; `refused` counts the photos in which no face could be
 * used.
 */
export async function embedPhotos(
  packs: EnginePacks,
  files: readonly PhotoOfPerson[],
  options: EmbedPhotosOptions,
  templateModels: readonly string[],
): Promise<{ readonly photos: readonly EmbeddedPhoto[]; readonly refused: number }> {
  const engine = createOnnxFaceEngine({
    packs,
    limits: { secondFaceRatio: Number.POSITIVE_INFINITY, searchTimeoutMs: Number.POSITIVE_INFINITY },
    timeoutMs: longestAnalysisMs,
    ...(options.workers === undefined ? {} : { workers: options.workers }),
  });
  const embedded: { readonly index: number; readonly photo: EmbeddedPhoto }[] = [];
  let done = 0;
  const waiting = files.entries();
  const work = async () => {
    for (const [index, { path, person }] of waiting) {
      options.signal?.throwIfAborted();
      try {
        const analysis = await engine.analyse(await readFile(path), { templateModels });
        const made = [analysis, ...analysis.otherTemplates];
        const vectors = templateModels.map((model) => {
          const template = findTemplate(made, model) as Uint8Array;
          return engine.searchVector(template, model).values;
        });
        embedded.push({ index, photo: { person, vectors } });
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
      }
      done += 1;
      options.onProgress?.({ done, total: files.length });
    }
  };
  try {
    await engine.ready();
    await Promise.all(Array.from({ length: options.workers ?? 4 }, work));
  } finally {
    await engine.close();
  }
  // In the order of the files, so that two runs learn the same.
  const photos = embedded.sort((a, b) => a.index - b.index).map(({ photo }) => photo);
  return { photos, refused: files.length - photos.length };
}
