import { relative } from 'node:path';
import { listPhotosOfPeople } from '../list-photos-of-people.ts';
import type { LabelledPair } from './read-labelled-pairs.ts';

/** More pairs take minutes, and say little more. */
const mostPairs = 400_000;

/**
 * All pairs of the photos below a folder, labelled by the person that folder or file names. Of more than 400,000 pairs
 * of different people, an even selection. Rejects when the folder cannot be read.
 */
export async function listAllPairs(folder: string): Promise<readonly LabelledPair[]> {
  const photos = await listPhotosOfPeople(folder);
  const pairs: LabelledPair[] = [];
  const total = (photos.length * (photos.length - 1)) / 2;
  const step = Math.max(1, total / mostPairs);
  let [different, taken] = [0, 0];
  for (const [index, a] of photos.entries()) {
    for (const b of photos.slice(index + 1)) {
      const same = a.person === b.person;
      if (!same) {
        different += 1;
        if (different < taken * step) continue;
        taken += 1;
      }
      const people = { personA: a.person, personB: b.person };
      pairs.push({ imageA: relative(folder, a.path), imageB: relative(folder, b.path), same, ...people });
    }
  }
  return pairs;
}
