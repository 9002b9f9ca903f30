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
import { neighboursOf } from '../../src/engine/cohort/deployment-cohort.ts';
import { defaultFaceTemplates } from '../../src/engine/encode-face-template.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { dotOf, readFaceSet, valuesOf } from './read-face-set.ts';

const sizes = [8, 9, 10, 12, 15, 18, 20, 25, 30, 40, 50, 70, 100, 150, 200, 300, 512];
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
const random = createSeededRandom(15);

const rows = sizes.map((people) => {
  const draws = people < 200 ? 400 : 60;
  let sum = 0;
  for (let draw = 0; draw < draws; draw++) sum += meanOfDraw(people);
  return { people, likeness: Number((sum / draws).toFixed(4)) };
});
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

/** Of some people drawn anew, each compared with the others. */
function meanOfDraw(people: number): number {
  const drawn = new Set<number>();
  while (drawn.size <= people) drawn.add(Math.floor(random() * faces.length));
  const means = [...drawn].map((face) => {
    const nearest = [...drawn]
      .filter((other) => other !== face)
      .map((other) => likenesses[face]?.[other] as number)
      .filter((likeness) => likeness < mostLikeness)
      .sort((a, b) => b - a)
      .slice(0, neighboursOf(people));
    return nearest.reduce((sum, likeness) => sum + likeness, 0) / nearest.length;
  });
  return means.reduce((sum, mean) => sum + mean, 0) / means.length;
}
