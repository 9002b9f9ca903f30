import { readFile } from 'node:fs/promises';
import { AppError } from '../../platform/errors.ts';
import { createOnnxFaceEngine } from '../create-onnx-face-engine.ts';
import type { EnginePacks } from '../engine-packs.ts';
import type { FaceEngine } from '../face-engine.ts';
import { findTemplate } from '../fused-templates.ts';
import type { PhotoOfPerson } from '../list-photos-of-people.ts';

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

export type EmbeddedPhotos = {
  readonly photos: readonly EmbeddedPhoto[];
  /** Photos in which no face could be used. */
  readonly refused: number;
};

/** Nobody waits for one photo, and one that is late on a busy machine must not end a run of an hour. */
const longestAnalysisMs = 120_000;

/** Embeds photos by some models of an engine with those packs; by the one in use unless models are named. */
export async function embedPhotos(
  packs: EnginePacks,
  files: readonly PhotoOfPerson[],
  options: EmbedPhotosOptions,
  models?: readonly string[],
): Promise<EmbeddedPhotos> {
  const engine = createOnnxFaceEngine({
    packs,
    secondFaceRatio: Number.POSITIVE_INFINITY,
    searchTimeoutMs: Number.POSITIVE_INFINITY,
    timeoutMs: longestAnalysisMs,
    ...(options.workers === undefined ? {} : { workers: options.workers }),
  });
  try {
    await engine.ready();
    return await embedAll(engine, models ?? [engine.describe().templateModel], files, options);
  } finally {
    await engine.close();
  }
}

async function embedAll(
  engine: FaceEngine,
  templateModels: readonly string[],
  files: readonly PhotoOfPerson[],
  options: EmbedPhotosOptions,
): Promise<EmbeddedPhotos> {
  const photos: { readonly index: number; readonly photo: EmbeddedPhoto }[] = [];
  let [next, done, refused] = [0, 0, 0];
  const work = async () => {
    for (let index = next++; index < files.length; index = next++) {
      options.signal?.throwIfAborted();
      const { path, person } = files[index] as PhotoOfPerson;
      try {
        const analysis = await engine.analyse(await readFile(path), { templateModels });
        const made = [analysis, ...analysis.otherTemplates];
        const vectors = templateModels.map((model) => {
          const template = findTemplate(made, model) as Uint8Array;
          return engine.searchVector(template, model).values;
        });
        photos.push({ index, photo: { person, vectors } });
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
        refused += 1;
      }
      done += 1;
      options.onProgress?.({ done, total: files.length });
    }
  };
  await Promise.all(Array.from({ length: options.workers ?? 4 }, work));
  // In the order of the files, so that two runs learn the same.
  return { photos: photos.sort((a, b) => a.index - b.index).map(({ photo }) => photo), refused };
}
