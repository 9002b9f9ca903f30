import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOnnxFaceEngine } from '../../src/engine/create-onnx-face-engine.ts';
import { EngineError } from '../../src/engine/errors.ts';
import type { FaceAnalysis, FaceEngine } from '../../src/engine/face-engine.ts';
import { defaultFaceTemplates } from '../../src/engine/face-template.ts';

/** One photo of a set, with the person its file name says it shows. */
export type SetPhoto = { readonly file: string; readonly person: string; readonly analysis: FaceAnalysis };

export type FaceSet = {
  readonly photos: readonly SetPhoto[];
  /** What judged their liveness. */
  readonly livenessEngine: string;
  /** Files without a usable face, and the code that says why. */
  readonly refused: readonly { readonly file: string; readonly code: string }[];
};

export type ReadFaceSetOptions = {
  /** Folder of the pack that judges liveness. */
  readonly modelsDir?: string | undefined;
  /** As photos that are compared, not as reference photos. */
  readonly isReceived?: boolean;
};

/**
 * Analyses every JPEG of a folder whose names are the person, an underscore, a number and `.jpg`. The most prominent
 * face counts, however small or blurred it is.
 */
export async function readFaceSet(
  folder: string,
  { modelsDir, isReceived = false }: ReadFaceSetOptions = {},
): Promise<FaceSet> {
  const engine = createOnnxFaceEngine({
    workers: 1,
    limits: {
      secondFaceRatio: Number.POSITIVE_INFINITY,
      minEyeDistancePx: 0,
      minSharpness: 0,
      searchTimeoutMs: Number.POSITIVE_INFINITY,
    },
    timeoutMs: 120_000,
    ...(modelsDir !== undefined && { modelsDir }),
  });
  try {
    return await analyseAll(engine, folder, isReceived);
  } finally {
    await engine.close();
  }
}

async function analyseAll(engine: FaceEngine, folder: string, isReceived: boolean): Promise<FaceSet> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.jpg')).sort();
  const photos: SetPhoto[] = [];
  const refused: { file: string; code: string }[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < files.length; index = next++) {
      const file = files[index] as string;
      if (index % 250 === 0) process.stderr.write(`${index} of ${files.length} photos\n`);
      try {
        const analysis = await engine.analyse(await readFile(join(folder, file)), { isReceived });
        photos.push({ file, person: file.replace(/_?\d*\.jpg$/, ''), analysis });
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        refused.push({ file, code: error.code });
      }
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  photos.sort((a, b) => (a.file < b.file ? -1 : 1));
  return { photos, refused, livenessEngine: engine.describe().livenessEngine };
}

/** The values of a photo's template, whose products are the scores. */
export function valuesOf({ analysis: { template } }: SetPhoto): Float32Array {
  return new Float32Array(template.slice().buffer, 0, defaultFaceTemplates.embeddedValues);
}

export function dotOf(a: Float32Array, b: Float32Array): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  for (let i = 0; i < a.length; i += 4) {
    s0 += (a[i] as number) * (b[i] as number);
    s1 += (a[i + 1] as number) * (b[i + 1] as number);
    s2 += (a[i + 2] as number) * (b[i + 2] as number);
    s3 += (a[i + 3] as number) * (b[i + 3] as number);
  }
  return s0 + s1 + s2 + s3;
}

/** The score that the given share of the sorted scores lies at or above. */
export function scoreAtRate(sorted: Float64Array, rate: number): number {
  const above = Math.max(1, Math.round(sorted.length * rate));
  return sorted[sorted.length - above] as number;
}

/** The share of sorted scores at or above a threshold. */
export function rateAtScore(sorted: Float64Array, threshold: number): number {
  const first = sorted.findIndex((score) => score >= threshold);
  return first < 0 ? 0 : (sorted.length - first) / sorted.length;
}
