import { relative } from 'node:path';
import { listPhotosOfPeople } from '../list-photos-of-people.ts';
import type { EvaluatedPair } from './rates-by-class-and-group.ts';
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

/** CSV of the pairs with their scores, in the given order. A pair with a failed photo has no score. */
export function writePairs(pairs: readonly EvaluatedPair[]): string {
  const lines = pairs.map(({ pair, same, fold, score, similarity, penalty }) => {
    const figures = Number.isFinite(score)
      ? [score.toFixed(6), similarity.toFixed(6), penalty.toFixed(6)]
      : ['', '', ''];
    return [quote(pair.imageA), quote(pair.imageB), String(same), quote(fold), ...figures].join(',');
  });
  return `${['image_a,image_b,same_person,fold,score,similarity,taken_off', ...lines].join('\n')}\n`;
}

function quote(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
