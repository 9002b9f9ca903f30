/**
 * How many photos are refused, and why: as references (the limits of the configuration's defaults) and in an
 * authentication, as they are and spoilt in ways that photos are.
 *
 *   node bench/quality/measure-refusals.ts FOLDER... [--every 1] [--spoil-every 8]
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { EngineError } from '../../src/engine/errors.ts';
import type { FaceQuality } from '../../src/engine/index.ts';
import type { Landmarks } from '../../src/engine/locate-landmarks.ts';
import { usualPhotoLimits } from '../../src/engine/photo-limits.ts';
import { QualityMeter } from '../../src/engine/quality/measure-quality.ts';
import { refusePoorPhoto } from '../../src/faces/refuse-poor-photo.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { drawCover } from './draw-cover.ts';
import { openFaceFinder } from './open-parts.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '1' }, 'spoil-every': { type: 'string', default: '8' } },
});
const limits = usualPhotoLimits;
const find = await openFaceFinder();
const meter = new QualityMeter();

const changes: Record<string, (image: Sharp) => Sharp> = {
  grey: (image) => image.greyscale(),
  'JPEG at 50': (image) => image.jpeg({ quality: 50 }),
  'JPEG at 25': (image) => image.jpeg({ quality: 25 }),
  'half the light': (image) => image.linear(0.5, 0),
  'a sixth of the light': (image) => image.linear(0.16, 0),
  'two and a half times the light': (image) => image.linear(2.5, 0),
  'fog (contrast 6 %)': (image) => image.linear(0.06, 120),
  'turned by 20 degrees': (image) => image.rotate(20, { background: '#777' }),
  'turned by 90 degrees': (image) => image.rotate(90),
};
const blurs = [0.03, 0.06, 0.12];

type Tally = {
  count: number;
  readonly references: Map<string, number>;
  readonly attempts: Map<string, number>;
};
const tallies = new Map<string, Tally>();

for (const folder of positionals) {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.jpg')).sort();
  for (const [index, file] of files.entries()) {
    if (index % Number(flags.every) !== 0) continue;
    const photo = await readFile(join(folder, file));
    const set = basename(folder);
    const first = await judge(`${set}, as they are`, photo);
    if (index % Number(flags['spoil-every']) === 0 && first !== undefined)
      await spoil(set, file, photo, first);
  }
}

async function spoil(
  set: string,
  file: string,
  photo: Buffer,
  { landmarks, quality }: { landmarks: Landmarks; quality: FaceQuality },
): Promise<void> {
  for (const [name, change] of Object.entries(changes)) {
    await judge(`${set}, ${name}`, await change(sharp(photo)).toBuffer());
  }
  for (const share of blurs) {
    const blurred = sharp(photo).blur(Math.max(0.3, share * quality.eyeDistancePx));
    await judge(
      `${set}, blurred by ${100 * share} % of the eyes' distance`,
      await blurred.jpeg({ quality: 92 }).toBuffer(),
    );
  }
  const random = createSeededRandom(`refusals ${file}`);
  for (const [part, kind] of [
    ['eyes', 'bar'],
    ['eyes', 'sunglasses'],
    ['mouth', 'bar'],
    ['mouth', 'mask'],
  ] as const) {
    await judge(
      `${set}, ${kind} over the ${part}`,
      await drawCover(photo, landmarks, { part, kind }, random),
    );
  }
}

async function judge(name: string, photo: Uint8Array) {
  const tally = tallies.get(name) ?? { count: 0, references: new Map(), attempts: new Map() };
  tallies.set(name, tally);
  tally.count++;
  const seen = await find(photo);
  if (seen === undefined) {
    add(tally.references, 'face_not_found');
    add(tally.attempts, 'face_not_found');
    return undefined;
  }
  const frame = { scale: 1, left: 0, top: 0, width: seen.width, height: seen.height };
  const quality = meter.measure(seen.pyramid, seen.landmarks, frame, seen.face.score);
  if (quality.eyeDistancePx < limits.minEyeDistancePx) add(tally.attempts, 'face_too_small');
  else if (quality.sharpness < limits.minSharpness) add(tally.attempts, 'face_too_blurred');
  try {
    refusePoorPhoto(quality);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    add(tally.references, error.code);
  }
  return { landmarks: seen.landmarks, quality };
}

function add(map: Map<string, number>, code: string): void {
  map.set(code, (map.get(code) ?? 0) + 1);
}

console.log('| photos | number | refused as references | refused in an authentication |\n|---|---|---|---|');
for (const [name, { count, references, attempts }] of tallies) {
  const describe = (map: Map<string, number>) =>
    [...map]
      .sort((a, b) => b[1] - a[1])
      .map(([code, n]) => `\`${code}\` ${((100 * n) / count).toFixed(1)} %`)
      .join(', ') || 'none';
  console.log(`| ${name} | ${count} | ${describe(references)} | ${describe(attempts)} |`);
}
