import { neighboursOf } from './deployment-cohort.ts';

const sizes = [8, 9, 10, 12, 15, 18, 20, 25, 30, 40, 50, 70, 100, 150, 200, 300, 512];
const fewestSizes = 5;

/** A row of the table: the mean likeness of a face to its nearest among so many other people. */
export type ExpectedLikeness = { readonly people: number; readonly likeness: number };

/**
 * The likeness that people have who were not chosen for resembling each other: some are drawn again and again, each
 * compared with the others. `likenesses` holds those of one photo of each person; pairs from `mostLikeness` on may show
 * one person twice and are left out. Undefined for fewer than 16 people.
 */
export function learnExpectedLikeness(
  likenesses: readonly Float32Array[],
  mostLikeness: number,
  random: () => number,
): ExpectedLikeness[] | undefined {
  const reached = sizes.filter((people) => people < likenesses.length);
  if (reached.length < fewestSizes) return undefined;
  return reached.map((people) => {
    const draws = people < 200 ? 400 : 60;
    let sum = 0;
    for (let draw = 0; draw < draws; draw++) sum += meanOfDraw(likenesses, people, mostLikeness, random);
    return { people, likeness: Number((sum / draws).toFixed(4)) };
  });
}

function meanOfDraw(
  likenesses: readonly Float32Array[],
  people: number,
  mostLikeness: number,
  random: () => number,
): number {
  const drawn = new Set<number>();
  while (drawn.size <= people) drawn.add(Math.floor(random() * likenesses.length));
  const means = [...drawn].flatMap((face) => {
    const nearest = [...drawn]
      .filter((other) => other !== face)
      .map((other) => likenesses[face]?.[other] as number)
      .filter((likeness) => likeness < mostLikeness)
      .sort((a, b) => b - a)
      .slice(0, neighboursOf(people));
    if (nearest.length === 0) return [];
    return [nearest.reduce((sum, likeness) => sum + likeness, 0) / nearest.length];
  });
  return means.reduce((sum, mean) => sum + mean, 0) / Math.max(1, means.length);
}
