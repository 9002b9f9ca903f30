import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Static } from 'typebox';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { holdLockFile } from '../../platform/data-folder/index.ts';
import { PackError } from './errors.ts';
import {
  CalibrationSchema,
  manifestFileName,
  type PackCalibration,
  type PackManifest,
  packId,
  packRoles,
  parseCalibration,
  parseManifest,
} from './pack-manifest.ts';

/** Where packs are kept when `MODELS_DIR` says nothing. */
export function packsDirectoryOf(dataDir: string, modelsDir: string | undefined): string {
  return modelsDir ?? join(dataDir, 'models', 'packs');
}

/** A pack in the folder of packs, its files not yet looked at. */
export type InstalledPack = {
  /** Name and version, as in `sface@2021dec`. */
  readonly id: string;
  readonly directory: string;
  readonly manifest: PackManifest;
  /** The table learnt here, or else the one the manifest brings. */
  readonly calibration: PackCalibration | undefined;
  /** The table learnt here for the pack and the default network together. */
  readonly fusion: FusionTable | undefined;
};

const calibrationFileName = 'calibration.json';
const fusionFileName = 'fusion.json';
const choiceFileName = 'in-use.json';

/** Every pack of the folder, by name and version. A folder whose manifest cannot be used is told of and left out. */
export async function listInstalledPacks(
  directory: string,
  onProblem: (problem: string) => void = () => {},
): Promise<InstalledPack[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const packs: InstalledPack[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    try {
      const pack = await readPack(join(directory, entry.name));
      if (pack !== undefined) packs.push(pack);
    } catch (error) {
      onProblem(`${entry.name} is left out: ${error instanceof Error ? error.message : 'unreadable'}`);
    }
  }
  return packs.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The pack in a folder; undefined when it holds no manifest. */
async function readPack(directory: string): Promise<InstalledPack | undefined> {
  const text = await readFile(join(directory, manifestFileName), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const manifest = parseManifest(text);
  const read = async (name: string) => {
    const content = await readFile(join(directory, name), 'utf8').catch(() => undefined);
    return content === undefined ? undefined : (JSON.parse(content) as unknown);
  };
  const calibration = manifest.role === 'recognition' ? manifest.calibration : undefined;
  return {
    id: packId(manifest),
    directory,
    manifest,
    calibration: parseCalibration(await read(calibrationFileName)) ?? calibration,
    fusion: parseFusionTable(await read(fusionFileName)),
  };
}

/** Reads the manifest of a folder that is to become a pack. Rejects with `pack_manifest_invalid`. */
export async function readManifest(directory: string): Promise<PackManifest> {
  const text = await readFile(join(directory, manifestFileName), 'utf8').catch((cause: unknown) => {
    throw new PackError('pack_manifest_invalid', { detail: `There is no ${manifestFileName}.`, cause });
  });
  return parseManifest(text);
}

/** An installed pack by `name` or `name@version`; of several versions the one in use, else the last by name. */
export async function getInstalledPack(directory: string, name: string): Promise<InstalledPack> {
  const packs = await listInstalledPacks(directory);
  const exact = packs.find((pack) => pack.id === name);
  if (exact !== undefined) return exact;
  const versions = packs.filter((pack) => pack.manifest.name === name);
  const inUse = Object.values(await readChoice(directory));
  const found = versions.find(({ id }) => inUse.includes(id)) ?? versions.at(-1);
  if (found === undefined) throw new PackError('pack_not_found', { detail: `${name} is not installed.` });
  return found;
}

/** Keeps the learnt tables beside the pack they were learnt with; the manifest stays as it is. */
export async function saveCalibration(
  pack: InstalledPack,
  calibration: PackCalibration,
  fusion: FusionTable | undefined,
): Promise<void> {
  await replaceFile(join(pack.directory, calibrationFileName), calibration);
  if (fusion === undefined) await rm(join(pack.directory, fusionFileName), { force: true });
  else await replaceFile(join(pack.directory, fusionFileName), fusion);
}

/**
 * Which pack each role uses, by id; a role without one uses the packaged networks. `besideDefault` is a recognition
 * pack that is used together with the default network.
 */
export type PackChoice = Partial<Record<PackManifest['role'] | 'besideDefault', string>>;

const choices = [...packRoles, 'besideDefault'] as const;

/** The recorded choice; empty for a folder without a record. Rejects with `pack_choice_unreadable`. */
export async function readChoice(directory: string): Promise<PackChoice> {
  const text = await readFile(join(directory, choiceFileName), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '{}';
      throw new PackError('pack_choice_unreadable', { cause: error });
    },
  );
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    return Object.fromEntries(
      choices.map((role) => [role, value[role]]).filter(([, id]) => typeof id === 'string'),
    );
  } catch (cause) {
    throw new PackError('pack_choice_unreadable', { cause });
  }
}

export async function writeChoice(directory: string, choice: PackChoice): Promise<void> {
  await replaceFile(join(directory, choiceFileName), choice);
}

/** Waits for the right to change the choice, or what it may name, until it is disposed of. */
export async function lockChoice(directory: string): Promise<Disposable> {
  await mkdir(directory, { recursive: true });
  for (;;) {
    const lock = holdLockFile(join(directory, `.${choiceFileName}.lock`));
    if (lock !== undefined) return lock;
    await delay(10);
  }
}

/** Whole or not at all. */
async function replaceFile(path: string, value: object): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(value, null, 2)}\n`);
  await rename(fresh, path);
}

/** Rejects with `pack_file_changed` naming the file. */
export async function verifyFiles(directory: string, manifest: PackManifest): Promise<void> {
  for (const { name, sha256 } of manifest.files) {
    const hash = await hashFile(join(directory, name)).catch((cause: unknown) => {
      throw new PackError('pack_file_changed', { detail: `${name} cannot be read.`, cause });
    });
    if (hash !== sha256) {
      throw new PackError('pack_file_changed', { detail: `${name} has the SHA-256 ${hash}, not ${sha256}.` });
    }
  }
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

const Closed = { additionalProperties: false } as const;
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Shares = Type.Object({ default: Share, pack: Share }, Closed);
/** Mean, least and most of several splits of the people. */
const Spread = Type.Object({ mean: Type.Number(), least: Type.Number(), most: Type.Number() }, Closed);

const FusionTableSchema = Type.Object(
  {
    /** The models of the templates that it was learnt with. */
    defaultModel: Type.String(),
    packModel: Type.String(),
    /** Of each score, divided by the deviation of the scores of different people; the sum is one. */
    weights: Shares,
    /** Of each cosine in the fused score; the sum is one. */
    shares: Shares,
    calibration: CalibrationSchema,
    /** The outcome of each promised rate on people that neither weights nor threshold were learnt on. */
    leftOut: Type.Array(
      Type.Object(
        {
          falseMatchRate: Type.Number(),
          /** The rate that these people had. */
          had: Spread,
          /** Shares of pairs of one person that did not match: by both networks, and by each alone. */
          missed: Spread,
          missedByDefault: Spread,
          missedByPack: Spread,
        },
        Closed,
      ),
    ),
  },
  Closed,
);

/** The scores of a pack and of the default network together: learnt beside the pack's own table. */
export type FusionTable = Static<typeof FusionTableSchema>;

/** The table in a JSON value; undefined when it is none. */
function parseFusionTable(value: unknown): FusionTable | undefined {
  return Value.Check(FusionTableSchema, value) ? value : undefined;
}
