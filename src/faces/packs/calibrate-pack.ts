import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { AppError } from '../../platform/errors.ts';
import { createOnnxFaceEngine } from '../engine/index.ts';
import { PackError } from './errors.ts';
import type { PackCalibration } from './pack-manifest.ts';
import { getInstalledPack, saveCalibration } from './packs-folder.ts';
import { calibrationOf, ScoreHistogram } from './score-histogram.ts';
import { toRecognitionPack } from './to-engine-pack.ts';

export type CalibratePackOptions = {
  readonly directory: string;
  readonly dataDir: string;
  /** A folder for each person, or files named by the person, an underscore and a number. */
  readonly images: string;
  readonly workers?: number;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  readonly signal?: AbortSignal;
};

export type CalibratedPack = {
  readonly id: string;
  readonly photos: number;
  readonly people: number;
  /** Photos in which no face could be used. */
  readonly refused: number;
  readonly calibration: PackCalibration;
};

/** Nobody has to be scored against more than that many others. */
const mostPhotos = 10_000;
/** Stands in while scores are measured; nothing is decided by it. */
const unknown: PackCalibration = {
  learntOn: '',
  falseMatchRates: [
    { falseMatchRate: 0.5, score: 0 },
    { falseMatchRate: 1e-6, score: 1 },
  ],
  logOddsPerScore: 1,
};

/**
 * Learns the calibration table of an installed recognition pack from photos of many people, all pairs of them, and
 * keeps it beside the pack. A rate stands in the table only when at least ten pairs of different people reached its
 * score. The photos should show the people the service is for.
 *
 * Rejects with `pack_not_found` and `pack_calibration_too_small`.
 */
export async function calibratePack(name: string, options: CalibratePackOptions): Promise<CalibratedPack> {
  const pack = await getInstalledPack(options.directory, name);
  const { manifest } = pack;
  if (manifest.role !== 'recognition') {
    throw new PackError('pack_not_found', { detail: `${pack.id} is no recognition pack.` });
  }
  const recognition = toRecognitionPack(pack.directory, manifest, unknown);
  const engine = createOnnxFaceEngine({
    dataDir: options.dataDir,
    packs: { recognition },
    secondFaceRatio: Number.POSITIVE_INFINITY,
    searchTimeoutMs: Number.POSITIVE_INFINITY,
    ...(options.workers === undefined ? {} : { workers: options.workers }),
  });
  try {
    await engine.ready();
    const files = (await listPhotos(options.images)).slice(0, mostPhotos);
    const vectors: { person: string; values: Float32Array }[] = [];
    let [next, done, refused] = [0, 0, 0];
    const work = async () => {
      for (let index = next++; index < files.length; index = next++) {
        options.signal?.throwIfAborted();
        const { path, person } = files[index] as (typeof files)[number];
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
    const calibration = calibrationOf(await scoreAllPairs(vectors, options.signal), vectors.length);
    await saveCalibration(pack, calibration);
    const people = new Set(vectors.map(({ person }) => person)).size;
    return { id: pack.id, photos: vectors.length, people, refused, calibration };
  } finally {
    await engine.close();
  }
}

async function listPhotos(images: string): Promise<{ path: string; person: string }[]> {
  const entries = await readdir(images, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new PackError('pack_calibration_too_small', { detail: 'The folder cannot be read.', cause });
  });
  return entries
    .filter((entry) => entry.isFile() && /\.(jpe?g|png|webp|avif)$/i.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const [folder, ...rest] = relative(images, path).split(sep);
      const inFolder = rest.length > 0 ? folder : undefined;
      return { path, person: inFolder ?? entry.name.replace(/_?\d*\.[^.]+$/, '') };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function scoreAllPairs(
  vectors: readonly { readonly person: string; readonly values: Float32Array }[],
  signal: AbortSignal | undefined,
): Promise<{ readonly genuine: ScoreHistogram; readonly impostor: ScoreHistogram }> {
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
