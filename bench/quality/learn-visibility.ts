/**
 * Learns `src/engine/quality/visibility-model.json`: from what numbers the eyes and the mouth of a face are
 * taken to be covered.
 *
 *   node bench/quality/learn-visibility.ts <folder of photos named person_number.jpg> [--write] [--every 1]
 *
 * Covers are drawn over real photos: bars, sunglasses, masks, blobs. Half the people (by a hash of their name) are
 * learnt from, and blobs and printed masks never are; what is printed is measured on the other half.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Landmarks } from '../../src/engine/locate-landmarks.ts';
import {
  describeStrip,
  eyesStrip,
  mouthStrip,
  stripLength,
} from '../../src/engine/quality/describe-strip.ts';
import { QualityMeter } from '../../src/engine/quality/measure-quality.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { type Cover, drawCover } from './draw-cover.ts';
import { applyLogistic, type Example, fitLogistic } from './fit-logistic.ts';
import { openFaceFinder, type SeenFace } from './open-parts.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, every: { type: 'string', default: '1' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Usage: node bench/quality/learn-visibility.ts <folder of photos>');

const kinds: Record<Cover['part'], readonly Cover['kind'][]> = {
  eyes: ['bar', 'sunglasses', 'blob'],
  mouth: ['bar', 'mask', 'printed mask', 'blob'],
};
const leftOut: readonly Cover['kind'][] = ['blob', 'printed mask'];

type Sample = {
  readonly file: string;
  readonly isLearnt: boolean;
  readonly cover: Cover | undefined;
  readonly eyes: Float32Array;
  readonly mouth: Float32Array;
};

const find = await openFaceFinder();
const meter = new QualityMeter();
const samples: Sample[] = [];
const unseen = new Map<string, number>();
const files = (await readdir(folder)).filter((file) => file.endsWith('.jpg')).sort();
for (const [index, file] of files.entries()) {
  if (index % Number(flags.every) !== 0) continue;
  if (index % 200 === 0) process.stderr.write(`${index} of ${files.length} photos\n`);
  const photo = await readFile(join(folder, file));
  const seen = await find(photo);
  if (seen === undefined) continue;
  const { landmarks } = seen;
  add(file, undefined, seen);
  const random = createSeededRandom(file);
  for (const part of ['eyes', 'mouth'] as const) {
    const kind = kinds[part][Math.floor(random() * kinds[part].length)] as Cover['kind'];
    await addCovered(file, photo, landmarks, { part, kind }, random);
  }
}

async function addCovered(
  file: string,
  photo: Uint8Array,
  landmarks: Landmarks,
  cover: Cover,
  random: () => number,
): Promise<void> {
  const covered = await find(await drawCover(photo, landmarks, cover, random));
  const name = `${cover.part} ${cover.kind}`;
  if (covered === undefined) unseen.set(name, (unseen.get(name) ?? 0) + 1);
  else add(file, cover, covered);
}

function add(file: string, cover: Cover | undefined, { pyramid, landmarks }: SeenFace): void {
  const grey = meter.drawGrey(pyramid, landmarks);
  const person = file.replace(/_?\d*\.jpg$/, '');
  samples.push({
    file,
    isLearnt: (createHash('sha256').update(`visible ${person}`).digest()[0] as number) % 2 === 0,
    cover,
    eyes: describeStrip(grey, eyesStrip, new Float32Array(stripLength(eyesStrip))),
    mouth: describeStrip(grey, mouthStrip, new Float32Array(stripLength(mouthStrip))),
  });
}

console.log(`faces not found under a cover: ${JSON.stringify(Object.fromEntries(unseen))}`);
const model = { eyes: learn('eyes'), mouth: learn('mouth') };
if (flags.write) {
  const target = new URL('../../src/engine/quality/visibility-model.json', import.meta.url);
  await writeFile(target, `${JSON.stringify(model)}\n`);
}

function learn(part: Cover['part']) {
  const isCovered = ({ cover }: Sample) => cover?.part === part;
  const examples = samples
    .filter(({ isLearnt, cover }) => isLearnt && !(cover !== undefined && leftOut.includes(cover.kind)))
    .map((sample): Example => ({ features: sample[part], label: isCovered(sample) ? 0 : 1, weight: 1 }));
  const learnt = fitLogistic(examples, 1e-3);
  const others = samples
    .filter(({ isLearnt }) => !isLearnt)
    .map((sample) => ({ ...sample, visibility: applyLogistic(learnt, sample[part]) }));
  const free = others.filter((sample) => !isCovered(sample)).sort((a, b) => a.visibility - b.visibility);
  console.log(`${part}: ${examples.length} learnt from; left-out people, ${free.length} uncovered`);
  for (const threshold of [0.02, 0.05, 0.1, 0.2, 0.5]) {
    const refused = free.filter(({ visibility }) => visibility < threshold).length;
    const row = kinds[part].map((kind) => {
      const covered = others.filter(({ cover }) => cover?.part === part && cover.kind === kind);
      const noticed = covered.filter(({ visibility }) => visibility < threshold).length;
      return `${kind} ${((100 * noticed) / covered.length).toFixed(1)} % of ${covered.length}`;
    });
    console.log(
      `  under ${threshold}: uncovered ${((100 * refused) / free.length).toFixed(2)} %, ${row.join(', ')}`,
    );
  }
  const lowest = free.filter(({ cover }) => cover === undefined).slice(0, 16);
  console.log(
    `  lowest: ${lowest.map(({ file, visibility }) => `${file} ${visibility.toFixed(3)}`).join(' ')}`,
  );
  return learnt;
}
