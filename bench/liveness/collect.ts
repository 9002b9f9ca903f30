/**
 * Judges genuine photos, tight crops and simulated recaptures of them for `report.ts`, one JSON line each.
 *
 *   node bench/liveness/collect.ts OUT.jsonl FOLDER... [--every 1] [--part 1/1] [--minifasnet FOLDER]
 *     [--received]
 *
 * Of each photo: itself, cut to the face in two ways, changed as photos are on their way, taken by the simulated camera,
 * two attacks, and one of them cut out and surrounded by its blurred edges. With `--received` they are seen as photos of an authentication are.
 */
import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { decodePhoto } from '../../src/engine/decode-photo.ts';
import {
  type FaceInPhoto,
  faceAlone,
  faceInPhoto,
  openPackAssessor,
  openPackagedAssessor,
} from '../../src/engine/liveness/open-assessor.ts';
import { eyeCentres } from '../../src/engine/locate-landmarks.ts';
import { findLivenessPack } from '../../src/engine/packs/find-liveness-pack.ts';
import { openFaceFinder } from '../quality/open-parts.ts';
import { createSeededRandom } from '../seeded-random.ts';
import {
  cutOut,
  type ShownFace,
  simulateAttack,
  simulateCamera,
  species,
  strengths,
} from './simulate-recapture.ts';
import { varyPhoto } from './vary-photo.ts';

/** One photo as `report.ts` reads it. */
export type CollectedSample = {
  readonly set: string;
  readonly file: string;
  /** `genuine`, or the species of the attack. */
  readonly kind: string;
  /** Of an attack its strength, of a genuine photo what was done to it. */
  readonly variant: string;
  /** Sides of the photo that the networks can look at about the face, in widths of its box. */
  readonly reach: number;
  /** Probabilities of the default network and of MiniFASNet, and of the default network for the face alone. */
  readonly package: number;
  readonly minifasnet?: number;
  readonly faceAlone: number;
};

/** Sides of what is left of a photo that was cut to the face, in widths of its box. */
const cuts = { 'cut to the head': 1.8, 'cut to the face': 1.25 } as const;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: 'string', default: '1' },
    part: { type: 'string', default: '1/1' },
    minifasnet: { type: 'string' },
    received: { type: 'boolean', default: false },
  },
});
const [target, ...folders] = positionals;
if (target === undefined || folders.length === 0) {
  throw new Error('Usage: node bench/liveness/collect.ts OUT.jsonl FOLDER...');
}
const [part = 1, parts = 1] = flags.part.split('/').map(Number);
const find = await openFaceFinder();
const packaged = await openPackagedAssessor();
const { pack } = findLivenessPack(flags.minifasnet);
const minifasnet = pack && (await openPackAssessor(pack));
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
  const random = createSeededRandom(file);
  const whole = await add(set, file, 'genuine', 'as it is', photo);
  if (whole === undefined) return;
  for (const [name, sides] of Object.entries(cuts)) {
    await add(set, file, 'genuine', name, await cut(photo, whole, sides));
  }
  await add(set, file, 'genuine', 'changed', await varyPhoto(photo, random));
  const shown = await show(photo, whole);
  await add(set, file, 'genuine', 'camera', await simulateCamera(shown, random));
  for (let i = 0; i < 2; i++) {
    const kind = pick(species, random);
    const strength = pick(strengths, random);
    const attack = await simulateAttack(shown, kind, strength, random);
    const place = await add(set, file, kind, strength, attack);
    if (i > 0 || place === undefined) continue;
    await add(set, file, cutOut, strength, await surroundByItsEdges(await cut(attack, place, faceAlone)));
  }
}

/** Where a face lies in its photo, and how large that is. */
type Place = { readonly box: FaceInPhoto['box']; readonly width: number; readonly height: number };

function cut(photo: Uint8Array, { box, width, height }: Place, sides: number): Promise<Buffer> {
  const half = (Math.max(box.width, box.height) * sides) / 2;
  const left = Math.max(0, Math.round(box.x + box.width / 2 - half));
  const top = Math.max(0, Math.round(box.y + box.height / 2 - half));
  const side = Math.round(2 * half);
  return sharp(photo)
    .extract({ left, top, width: Math.min(side, width - left), height: Math.min(side, height - top) })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** A picture whose edges are repeated about it and blurred there. */
async function surroundByItsEdges(picture: Uint8Array): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  const side = Math.round(Math.max(width, height) * 0.6);
  const sides = { left: side, right: side, top: side, bottom: side };
  const wide = await sharp(picture)
    .extend({ ...sides, extendWith: 'copy' })
    .toBuffer();
  return sharp(
    await sharp(wide)
      .blur(Math.max(3, side / 7))
      .toBuffer(),
  )
    .composite([{ input: Buffer.from(picture), left: side, top: side }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** The pixels of a photo and the face in them. */
async function show(photo: Uint8Array, { box }: Place): Promise<ShownFace> {
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
  file: string,
  kind: string,
  variant: string,
  photo: Uint8Array,
): Promise<Place | undefined> {
  const found = await find(photo, { isReceived: flags.received });
  if (found === undefined) {
    missed.set(variant, (missed.get(variant) ?? 0) + 1);
    return undefined;
  }
  const { width, height } = found.face;
  const face = faceInPhoto(found.pyramid, found.face, eyeCentres(found.landmarks));
  const sample: CollectedSample = {
    set,
    file,
    kind,
    variant,
    reach: Math.min(found.width / width, found.height / height),
    package: await packaged.assess(face),
    ...(minifasnet && { minifasnet: await minifasnet.assess(face) }),
    faceAlone: await packaged.assess(face, faceAlone),
  };
  out.write(`${JSON.stringify(sample)}\n`);
  return { box: face.box, width: found.width, height: found.height };
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}
