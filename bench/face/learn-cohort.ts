/**
 * Makes `src/faces/engine/impostor-cohort.bin`, which says how ordinary a face is, from photos of many people.
 *
 *   node bench/face/learn-cohort.ts <folder of photos> [--write]
 *
 * The folder is laid out as for `calibrate.ts`, which has to be run afterwards: the scores have moved.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { encodeCohort, mixCohort, thinCohort } from './mix-cohort.ts';
import { readFaceSet, valuesOf } from './read-face-set.ts';

/** As many as half the people of Labeled Faces in the Wild's development half give: what the errors are measured with. */
const faces = 768;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Usage: node bench/face/learn-cohort.ts <folder> [--write]');

const { photos } = await readFaceSet(folder);
const mixed = mixCohort(photos.map((photo) => ({ person: photo.person, values: valuesOf(photo) })));
const cohort = thinCohort(mixed, faces);
const bytes = encodeCohort(cohort);
console.log(
  `${photos.length} photos, ${mixed.length} mixed faces, ${cohort.length} kept, ${bytes.length} bytes`,
);
if (flags.write) {
  await writeFile(new URL('../../src/faces/engine/impostor-cohort.bin', import.meta.url), bytes);
}
