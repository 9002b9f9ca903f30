/**
 * Measures how copies of a photo are told from other photos of the same person, for docs/reference/copied-photos.md.
 *
 *   node bench/face/measure-replays.ts <folder of photos> [--every 20]
 *
 * The folder holds photos named `<person>_<number>.jpg`. All pairs of photos of one person are compared; of every
 * twentieth photo each copy of `copies.ts` is made and compared with it. The first photo is seen as a
 * reference photo, the other one as one that was received.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareFingerprints, copyThreshold } from '../../src/engine/compare-fingerprints.ts';
import { FingerprintDrawer } from '../../src/engine/draw-fingerprint.ts';
import { distance } from '../../src/engine/geometry.ts';
import { eyeCentres } from '../../src/engine/locate-landmarks.ts';
import { openFaceFinder } from '../quality/open-parts.ts';
import { copyings } from './copies.ts';

/** What the engine refuses by default; a copy with the eyes nearer to each other is never compared. */
const leastEyeDistancePx = 22;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '20' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Usage: node bench/face/measure-replays.ts <folder of photos>');

const find = await openFaceFinder();
const drawer = new FingerprintDrawer();
const files = (await readdir(folder)).filter((file) => file.endsWith('.jpg')).sort();

/** The fingerprint of a photo, undefined without a face that is large enough. */
async function draw(
  photo: Uint8Array,
  isReceived: boolean,
  leastEyesPx = 0,
): Promise<Uint8Array | undefined> {
  const seen = await find(photo, { isReceived });
  if (seen === undefined) return undefined;
  const eyes = eyeCentres(seen.landmarks);
  if (distance(eyes.right, eyes.left) < leastEyesPx) return undefined;
  return drawer.draw(seen.pyramid, seen.landmarks);
}

type Drawn = { readonly file: string; readonly reference: Uint8Array; readonly received: Uint8Array };
const byPerson = new Map<string, Drawn[]>();
const likenesses = new Map<string, number[]>(copyings.map(({ name }) => [name, []]));
for (const [index, file] of files.entries()) {
  if (index % 100 === 0) process.stderr.write(`${index} of ${files.length} photos\n`);
  const photo = await readFile(join(folder, file));
  const [reference, received] = [await draw(photo, false), await draw(photo, true)];
  if (reference === undefined || received === undefined) continue;
  const person = file.replace(/_?\d*\.jpg$/, '');
  byPerson.set(person, [...(byPerson.get(person) ?? []), { file, reference, received }]);
  if (index % Number(flags.every) !== 0) continue;
  for (const { name, copy } of copyings) {
    const copied = await draw(await copy(photo), true, leastEyeDistancePx);
    if (copied !== undefined) likenesses.get(name)?.push(compareFingerprints(reference, copied));
  }
}

const pairs: { readonly likeness: number; readonly names: string }[] = [];
const started = performance.now();
for (const photos of byPerson.values()) {
  for (const [index, first] of photos.entries()) {
    for (const second of photos.slice(index + 1)) {
      const likeness = compareFingerprints(first.reference, second.received);
      pairs.push({ likeness, names: `${first.file} ${second.file}` });
    }
  }
}
pairs.sort((a, b) => b.likeness - a.likeness);
console.log(
  `${pairs.length} pairs of one person, ${((performance.now() - started) / pairs.length).toFixed(1)} ms each; the most alike:`,
);
for (const { likeness, names } of pairs.slice(0, 20)) console.log(`${likeness.toFixed(3)} ${names}`);
console.log('threshold | pairs taken for copies');
for (const threshold of [0.75, 0.8, 0.85, 0.9, 0.95]) {
  const taken = pairs.filter(({ likeness }) => likeness >= threshold).length;
  console.log(`${threshold} | ${taken}, ${((1000 * taken) / pairs.length).toFixed(2)} in 1,000`);
}
console.log(`copy | photos | least likeness | median | recognised at ${copyThreshold}`);
for (const [name, values] of likenesses) {
  // All of them were too small.
  if (values.length === 0) continue;
  const sorted = values.toSorted((a, b) => a - b);
  const recognised = sorted.filter((value) => value >= copyThreshold).length;
  const figures = [sorted[0], sorted[sorted.length >> 1]].map((value) => value?.toFixed(3));
  console.log(
    `${name} | ${sorted.length} | ${figures.join(' | ')} | ${((100 * recognised) / sorted.length).toFixed(1)} %`,
  );
}
