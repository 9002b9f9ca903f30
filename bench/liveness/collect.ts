/**
 * Describes genuine photos and simulated recaptures of them for `learn.ts`, one JSON line each.
 *
 *   node bench/liveness/collect.ts OUT.jsonl FOLDER... [--every 1] [--part 1/1] [--minifasnet FOLDER]
 *
 * Of each photo: itself, changed as photos are on their way, taken by the simulated camera, and two attacks.
 */
import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { decodePhoto } from '../../src/faces/engine/decode-photo.ts';
import { findLivenessPack } from '../../src/faces/engine/find-liveness-pack.ts';
import { createMiniFasNetAssessor } from '../../src/faces/engine/liveness/assess-with-minifasnet.ts';
import { RecaptureDescriber } from '../../src/faces/engine/liveness/describe-recapture.ts';
import type { FaceInPhoto, LivenessAssessor } from '../../src/faces/engine/liveness/liveness-assessor.ts';
import { openNetwork } from '../../src/faces/engine/onnx-network.ts';
import { openFaceFinder } from '../quality/open-parts.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { type ShownFace, simulateAttack, simulateCamera, species, strengths } from './simulate-recapture.ts';
import { varyPhoto } from './vary-photo.ts';

/** One photo as `learn.ts` reads it. */
export type CollectedSample = {
  readonly set: string;
  readonly person: string;
  /** `genuine`, or the species of the attack. */
  readonly kind: string;
  /** Of an attack its strength, of a genuine photo what was done to it. */
  readonly variant: string;
  readonly features: readonly number[];
  readonly minifasnet?: number;
};

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: 'string', default: '1' },
    part: { type: 'string', default: '1/1' },
    minifasnet: { type: 'string' },
  },
});
const [target, ...folders] = positionals;
if (target === undefined || folders.length === 0) {
  throw new Error('Usage: node bench/liveness/collect.ts OUT.jsonl FOLDER...');
}
const [part = 1, parts = 1] = flags.part.split('/').map(Number);
const find = await openFaceFinder();
const describer = new RecaptureDescriber();
const minifasnet = await openMiniFasNet();
const out = createWriteStream(target);
const missed = new Map<string, number>();

for (const folder of folders) {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.jpg')).sort();
  for (const [index, file] of files.entries()) {
    if (index % Number(flags.every) !== 0 || (index / Number(flags.every)) % parts !== part - 1) continue;
    if (index % 100 < Number(flags.every)) process.stderr.write(`${folder}: ${index} of ${files.length}\n`);
    await collect(basename(folder), file, await readFile(join(folder, file)));
  }
}
out.end();
process.stderr.write(`faces not found: ${JSON.stringify(Object.fromEntries(missed))}\n`);

async function collect(set: string, file: string, photo: Uint8Array): Promise<void> {
  const person = file.replace(/_\d+\.jpg$/, '');
  const random = createSeededRandom(file);
  const face = await add(set, person, 'genuine', 'as it is', photo);
  if (face === undefined) return;
  await add(set, person, 'genuine', 'changed', await varyPhoto(photo, random));
  const shown = await show(photo, face);
  await add(set, person, 'genuine', 'camera', await simulateCamera(shown, random));
  for (let i = 0; i < 2; i++) {
    const kind = pick(species, random);
    const strength = pick(strengths, random);
    await add(set, person, kind, strength, await simulateAttack(shown, kind, strength, random));
  }
}

/** The pixels of a photo and the face in them. */
async function show(photo: Uint8Array, { box }: FaceInPhoto): Promise<ShownFace> {
  const { raster } = await decodePhoto(photo, 100_000_000);
  return {
    raster: { ...raster, pixels: new Uint8Array(raster.pixels) },
    centreX: box.x + box.width / 2,
    centreY: box.y + box.height / 2,
    width: box.width,
  };
}

async function add(
  set: string,
  person: string,
  kind: string,
  variant: string,
  photo: Uint8Array,
): Promise<FaceInPhoto | undefined> {
  const found = await find(photo);
  if (found === undefined) {
    missed.set(kind, (missed.get(kind) ?? 0) + 1);
    return undefined;
  }
  const { centre, width, height } = found.face;
  const box = { x: centre.x - width / 2, y: centre.y - height / 2, width, height };
  const face: FaceInPhoto = { pyramid: found.pyramid, box, landmarks: found.landmarks };
  const features = Array.from(describer.describe(face), (value) => Number(value.toPrecision(6)));
  const judged = minifasnet && { minifasnet: await minifasnet.assess(face) };
  const sample: CollectedSample = { set, person, kind, variant, features, ...judged };
  out.write(`${JSON.stringify(sample)}\n`);
  return face;
}

async function openMiniFasNet(): Promise<LivenessAssessor | undefined> {
  const { pack } = findLivenessPack(flags.minifasnet);
  if (pack.kind !== 'minifasnet') return undefined;
  return createMiniFasNetAssessor(await openNetwork(pack.v2), await openNetwork(pack.v1se));
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}
