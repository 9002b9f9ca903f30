/**
 * Learns `src/engine/cohort/expected-likeness.json`: the mean likeness of a press photo to its nearest faces among
 * so many other people.
 *
 *   node bench/face/learn-cohort.ts <folder of photos> [--write]
 *
 * The folder is laid out as for `calibrate.ts`. Each person gives one photo; people are drawn again and again.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { learnExpectedLikeness } from '../../src/engine/cohort/learn-expected-likeness.ts';
import { defaultFaceTemplates } from '../../src/engine/face-template.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { dotOf, readFaceSet, valuesOf } from './read-face-set.ts';

/** Two of these photos may show one person under two names. */
const mostLikeness = 0.476;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Usage: node bench/face/learn-cohort.ts <folder> [--write]');

const { photos } = await readFaceSet(folder);
const faces = [...new Map(photos.toReversed().map((photo) => [photo.person, valuesOf(photo)])).values()];
const likenesses = faces.map((face) => Float32Array.from(faces, (other) => dotOf(face, other)));

const rows = learnExpectedLikeness(likenesses, mostLikeness, createSeededRandom(15));
const table = {
  templateModel: defaultFaceTemplates.templateModel,
  learntOn: `${faces.length} people, one photo each`,
  rows,
};
console.log(JSON.stringify(table, null, 2));
if (flags.write) {
  const target = new URL('../../src/engine/cohort/expected-likeness.json', import.meta.url);
  await writeFile(target, `${JSON.stringify(table, null, 2)}\n`);
}
