import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listPackagedModels, type PackagedModel, type PackagedModelFile } from '../packaged-models.ts';
import { convertGraphModel, type GraphModelNode } from './convert-graph-model.ts';
import { decodeWeights, type WeightEntry } from './decode-weights.ts';

/** Changes whenever the converter would write different files from the same weights. */
const converterVersion = 6;

const staleAfterMs = 60 * 60 * 1000;

/** Where a network lies and what its bytes must hash to. */
export type ModelFile = { readonly path: string; readonly sha256: string };

export type ConvertedModels = Readonly<Record<PackagedModelFile, ModelFile>>;

/** Networks that were converted when an image was built. Missing in a checkout. */
const preparedRoot = fileURLToPath(new URL('../../../converted-models', import.meta.url));

/**
 * The packaged networks as ONNX files: those of the image, or those under `<dataDir>/models/converted`; see
 * `convertModelsInto`.
 */
export async function ensureConvertedModels(dataDir: string): Promise<ConvertedModels> {
  return await convertModelsInto(join(dataDir, 'models', 'converted'), preparedRoot);
}

/**
 * The packaged networks as ONNX files under `<root>/<key>/`, converted on the first call and checked against their
 * recorded hashes on every other one. An intact folder of that key under `prepared` is used directly. The key covers
 * the bytes of the weights and the version of the converter, so an updated package is converted again. A damaged
 * folder is replaced.
 *
 * Safe when several processes start at once: each writes to a folder of its own and renames it into place; who comes
 * second uses what the first has written. Takes a few seconds of computing the first time.
 */
export async function convertModelsInto(root: string, prepared?: string): Promise<ConvertedModels> {
  const models = listPackagedModels();
  const sources = await Promise.all(
    models.map((model) => Promise.all(model.sources.map((path) => readFile(path)))),
  );
  const key = keyOf(models, sources);
  const folder = join(root, key);
  const present =
    (prepared === undefined ? undefined : await readConverted(join(prepared, key), models)) ??
    (await readConverted(folder, models));
  if (present !== undefined) return present;

  await mkdir(root, { recursive: true });
  await removeStale(root);
  const fresh = join(root, `.new-${randomUUID()}`);
  await mkdir(fresh);
  try {
    const hashes: Record<string, string> = {};
    for (const [index, model] of models.entries()) {
      const [manifest, weights] = sources[index] as [Buffer, Buffer];
      const bytes = convertPackagedModel(model, manifest, weights);
      hashes[model.file] = sha256(bytes);
      await writeFile(join(fresh, `${model.file}.onnx`), bytes);
    }
    await writeFile(join(fresh, 'manifest.json'), JSON.stringify({ sha256: hashes }, null, 2));
    return await moveIntoPlace(fresh, folder, models);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function moveIntoPlace(
  fresh: string,
  folder: string,
  models: readonly PackagedModel[],
): Promise<ConvertedModels> {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      await rename(fresh, folder);
    } catch (error) {
      if (!isOccupied(error)) throw error;
    }
    const converted = await readConverted(folder, models);
    if (converted !== undefined) return converted;
    const damaged = join(folder, '..', `.damaged-${randomUUID()}`);
    await rename(folder, damaged).catch(() => undefined);
    await rm(damaged, { recursive: true, force: true });
  }
  throw new Error(`The converted models in ${folder} cannot be replaced`);
}

/** The models of a complete, undamaged folder; undefined for every other folder. */
async function readConverted(
  folder: string,
  models: readonly PackagedModel[],
): Promise<ConvertedModels | undefined> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    const hashes = (manifest as { sha256: Record<string, string> }).sha256;
    const entries = await Promise.all(
      models.map(async ({ file }) => {
        const path = join(folder, `${file}.onnx`);
        const recorded = hashes[file];
        if (recorded === undefined || sha256(await readFile(path)) !== recorded) throw new Error('damaged');
        return [file, { path, sha256: recorded }] as const;
      }),
    );
    return Object.fromEntries(entries) as ConvertedModels;
  } catch {
    return undefined;
  }
}

/** Removes what a killed process left behind, long after it can still be at work. */
async function removeStale(root: string): Promise<void> {
  const names = (await readdir(root)).filter((name) => name.startsWith('.'));
  for (const path of names.map((name) => join(root, name))) {
    const info = await stat(path).catch(() => undefined);
    if (info !== undefined && Date.now() - info.mtimeMs > staleAfterMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

function keyOf(models: readonly PackagedModel[], sources: readonly Uint8Array[][]): string {
  const hash = createHash('sha256').update(`converter ${converterVersion}\n`);
  for (const [index, model] of models.entries()) {
    hash.update(`${model.file} ${model.pictureSize ?? ''} ${JSON.stringify(model.outputs)}\n`);
    for (const source of sources[index] ?? []) hash.update(sha256(source));
  }
  return hash.digest('hex');
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function isOccupied(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'EPERM';
}

type WeightGroup = { readonly weights: readonly WeightEntry[] };

type GraphModelFile = {
  readonly modelTopology: { readonly node: readonly GraphModelNode[] };
  readonly weightsManifest: readonly WeightGroup[];
};

/** The ONNX file of a packaged network, from the contents of its two source files. */
function convertPackagedModel(model: PackagedModel, manifest: Uint8Array, weights: Uint8Array): Uint8Array {
  const parsed: unknown = JSON.parse(Buffer.from(manifest).toString('utf8'));
  const { modelTopology, weightsManifest } = parsed as GraphModelFile;
  const decoded = decodeWeights(entriesOf(weightsManifest), weights);
  return convertGraphModel(model.name, modelTopology.node, decoded, model.outputs, model.pictureSize);
}

function entriesOf(groups: readonly WeightGroup[]): WeightEntry[] {
  return groups.flatMap((group) => group.weights);
}
