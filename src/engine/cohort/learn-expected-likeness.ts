import { type ExpectedLikeness, meanOf, neighbourhood, neighboursOf } from './deployment-cohort.ts';

const sizes = [8, 9, 10, 12, 15, 18, 20, 25, 30, 40, 50, 70, 100, 150, 200, 300, 512];
const fewestSizes = 5;

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
    const drawn = Array.from({ length: draws }, () => drawLikeness(likenesses, people, mostLikeness, random));
    const mean = (figure: keyof (typeof drawn)[number]) =>
      Number((drawn.reduce((sum, one) => sum + one[figure], 0) / draws).toFixed(4));
    return { people, likeness: mean('likeness'), among: mean('among') };
  });
}

/** Of one draw: the mean likeness of a face to its nearest, and of its nearest to each other. */
function drawLikeness(
  likenesses: readonly Float32Array[],
  people: number,
  mostLikeness: number,
  random: () => number,
) {
  const drawn = new Set<number>();
  while (drawn.size <= people) drawn.add(Math.floor(random() * likenesses.length));
  const likenessOf = (face: number, other: number) => likenesses[face]?.[other] as number;
  const [means, amongs]: [number[], number[]] = [[], []];
  for (const face of drawn) {
    const nearest = [...drawn]
      .filter((other) => other !== face && likenessOf(face, other) < mostLikeness)
      .sort((a, b) => likenessOf(face, b) - likenessOf(face, a))
      .slice(0, neighboursOf(people));
    const close = nearest.slice(0, neighbourhood);
    const pairs = close.flatMap((one, at) => close.slice(at + 1).map((other) => likenessOf(one, other)));
    if (nearest.length === 0) continue;
    means.push(meanOf(nearest.map((other) => likenessOf(face, other))));
    amongs.push(meanOf(pairs.filter((likeness) => likeness < mostLikeness)));
  }
  return { likeness: meanOf(means), among: meanOf(amongs) };
}
