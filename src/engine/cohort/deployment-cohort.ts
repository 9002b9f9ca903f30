import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { LikenessKernel } from './likeness-kernel.ts';

/** Fewer people say too little of a deployment: then the calibrated threshold alone decides. */
export const fewestPeople = 10;
/** More people change nothing that is worth their time; a sample of that many is taken. */
export const mostPeople = 512;

/** One face of one person, by its embedding of length one. The id names the face. */
export type CohortMember = { readonly id: string; readonly person: string; readonly values: Float32Array };

/**
 * By how much the two faces of a pair are more like the cohort than press photos would be like a cohort of that many
 * people. Negative for faces that are less like it.
 */
export type PairOrdinariness = {
  readonly first: number;
  readonly second: number;
  /** The cohort's people without those left out. */
  readonly people: number;
};

/** Faces of a deployment's other people, to learn how much its people have in common. */
export type DeploymentCohort = {
  readonly people: number;
  /** The likeness of a face to each face of the cohort, for `judge`. Takes about 0.05 ms with 512 people. */
  likenessesOf(values: Float32Array): Float32Array;
  /**
   * The ordinariness of the faces of one pair, from their likenesses. Left out are the named people and whoever is as
   * alike to one of both faces as a duplicate. Undefined when fewer than ten people remain.
   */
  judge(first: Float32Array, second: Float32Array, leftOut: readonly string[]): PairOrdinariness | undefined;
};

/** The likeness that people have who were not chosen for resembling each other, among so many of them. */
export type ExpectedLikeness = {
  readonly people: number;
  /** Mean likeness of a press photo to its nearest faces. */
  readonly likeness: number;
  /** Mean likeness of its five nearest faces to each other. Without it no neighbourhood is judged. */
  readonly among?: number;
};

export type CohortScale = {
  /** By rising `people`. */
  readonly expected: readonly ExpectedLikeness[];
  /** Likeness from which two faces may be one person's. */
  readonly duplicateLikeness: number;
  /** A cohort opened before: likenesses of faces that are in both are taken from it. */
  readonly previous?: DeploymentCohort | undefined;
};

/** The likenesses between the faces of opened cohorts, for those that follow them. */
const likenessesWithin = new WeakMap<DeploymentCohort, LikenessTable>();

type LikenessTable = { readonly places: ReadonlyMap<string, number>; readonly rows: readonly Float32Array[] };

/** The part of a pair's likeness that is taken off. Never negative: no cohort makes a match easier. */
export function penaltyOf({ first, second }: PairOrdinariness): number {
  return Math.max(0, (first + second) / 2);
}

/** So many of some people that all who know the same people choose the same ones; each is chosen for its hash. */
export function sampleOfPeople(people: Iterable<string>, most = mostPeople): string[] {
  return [...new Set(people)]
    .map((person) => ({ person, rank: createHash('sha256').update(person).digest('hex') }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, most)
    .map(({ person }) => person);
}

/** The nearest others of each face that are kept: room for those that a pair leaves out. */
const keptNeighbours = 24;
/** Share of what a face has in common that counts: all of it misses more people than the promise asks for. */
const countedShare = 0.85;
/** The nearest faces that are compared with each other. */
export const neighbourhood = 5;
/** A face's own figure weighs as much as the deployment's mean once there are so many people. */
const peopleForOwnFigure = 20;

/**
 * The cohort of some people, each with one face. Compares all of them with each other, some milliseconds at a time:
 * 512 people take about 40 ms, one more than in the previous cohort about 5.
 */
export async function openDeploymentCohort(
  members: readonly CohortMember[],
  // Apart: the new cohort keeps its scale, and would keep every one before it.
  { previous, ...scale }: CohortScale,
): Promise<DeploymentCohort> {
  const kernel = new LikenessKernel(members.map(({ values }) => values));
  const likenessesOf = (values: Float32Array) => kernel.likenessesOf(values);
  const table = await compareMembers(members, likenessesOf, previous);
  const everybody = new Uint8Array(members.length).fill(1);
  const neighbours = table.rows.map((likenesses, face) => {
    const others = everybody.slice().fill(0, face, face + 1);
    return nearest(likenesses, others, Math.min(keptNeighbours, members.length - 1));
  });
  const expectedOf = (people: number) => interpolate(scale, people, ({ likeness }) => likeness) as number;

  /** The likeness of the people who remain beyond what press photos have. */
  function groupExcess(remains: Uint8Array, people: number, mostLikeness: number): number {
    const wanted = neighboursOf(people - 1);
    let [sum, counted] = [0, 0];
    for (let face = 0; face < members.length; face++) {
      if (remains[face] === 0) continue;
      let [own, found] = [0, 0];
      const { places, likenesses } = neighbours[face] as Neighbours;
      for (let near = places.length - 1; near >= 0 && found < wanted; near--) {
        const likeness = likenesses[near] as number;
        if (remains[places[near] as number] === 0 || likeness >= mostLikeness) continue;
        own += likeness;
        found += 1;
      }
      if (found === 0) continue;
      sum += own / found;
      counted += 1;
    }
    return counted === 0 ? 0 : sum / counted - expectedOf(people - 1);
  }

  /**
   * The likeness of each face's nearest to each other, beyond what press photos have: a small group within a cohort of
   * others shows there, however few of them there are. See docs/decisions/0282.
   */
  function sharedBeyond(
    first: Float32Array,
    second: Float32Array,
    remains: Uint8Array,
    people: number,
  ): number {
    const expected = interpolate(scale, people, ({ among }) => among);
    if (expected === undefined) return 0;
    const among = [first, second].map((likenesses) => {
      const { places } = nearest(likenesses, remains, neighbourhood);
      const found = places.flatMap((place, at) =>
        places.slice(at + 1).map((other) => (table.rows[place] as Float32Array)[other] as number),
      );
      return meanOf(found.filter((likeness) => likeness < duplicateLikeness));
    });
    return meanOf(among) - expected;
  }

  /** Where everybody is alike, a stranger reaches the likeness of a duplicate among press photos. */
  function findDuplicateLikeness(): number {
    let limit = scale.duplicateLikeness;
    if (members.length < fewestPeople) return limit;
    for (let round = 0; round < 3; round++) {
      limit = scale.duplicateLikeness + Math.max(0, groupExcess(everybody, members.length, limit));
    }
    return limit;
  }
  const duplicateLikeness = findDuplicateLikeness();

  const cohort: DeploymentCohort = {
    people: members.length,
    likenessesOf,
    judge(first, second, leftOut) {
      const remains = new Uint8Array(members.length);
      let people = 0;
      for (const [face, { person }] of members.entries()) {
        const isNear =
          (first[face] as number) >= duplicateLikeness || (second[face] as number) >= duplicateLikeness;
        if (isNear || leftOut.includes(person)) continue;
        remains[face] = 1;
        people += 1;
      }
      if (people < fewestPeople) return undefined;
      const group = groupExcess(remains, people, duplicateLikeness);
      const trust = people / (people + peopleForOwnFigure);
      const shared = sharedBeyond(first, second, remains, people) - Math.max(0, group);
      const excessOf = (likenesses: Float32Array) => {
        const own =
          meanOf(nearest(likenesses, remains, neighboursOf(people)).likenesses) - expectedOf(people);
        return countedShare * (group + trust * (own - group) + Math.max(0, shared));
      };
      return { first: excessOf(first), second: excessOf(second), people };
    },
  };
  likenessesWithin.set(cohort, table);
  return cohort;
}

/** The number of nearest faces that count among so many people. */
export function neighboursOf(people: number): number {
  return Math.min(people, Math.max(5, Math.min(10, Math.round(people / 10))));
}

type Neighbours = { readonly places: readonly number[]; readonly likenesses: readonly number[] };

/** The likeness of each face to each. */
async function compareMembers(
  members: readonly CohortMember[],
  likenessesOf: (values: Float32Array) => Float32Array,
  previous: DeploymentCohort | undefined,
): Promise<LikenessTable> {
  const before = previous && likenessesWithin.get(previous);
  const places = new Map(members.map(({ id }, index) => [id, index]));
  const placesBefore = members.map(({ id }) => before?.places.get(id));
  const rows: Float32Array[] = members.map(() => new Float32Array(0));
  let compared = 0;
  for (const [face, { values }] of members.entries()) {
    const known = before?.rows[placesBefore[face] ?? -1];
    if (known !== undefined) {
      const row = new Float32Array(members.length);
      for (let other = 0; other < row.length; other++) {
        const place = placesBefore[other];
        if (place !== undefined) row[other] = known[place] as number;
      }
      rows[face] = row;
      continue;
    }
    rows[face] = likenessesOf(values);
    compared += 1;
    // Others of the thread get their turn between the rows.
    if (compared % 32 === 0) await setImmediate();
  }
  for (const [face, place] of placesBefore.entries()) {
    if (place !== undefined) continue;
    for (const [other, row] of rows.entries()) row[face] = (rows[face] as Float32Array)[other] as number;
  }
  return { places, rows };
}

/** The nearest faces of those who remain, the least alike first. */
function nearest(likenesses: Float32Array, remains: Uint8Array, count: number): Neighbours {
  const places: number[] = Array.from({ length: count }, () => 0);
  const highest: number[] = Array.from({ length: count }, () => Number.NEGATIVE_INFINITY);
  for (let face = 0; face < likenesses.length; face++) {
    const likeness = likenesses[face] as number;
    if (remains[face] === 0 || likeness <= (highest[0] as number)) continue;
    let place = 0;
    while (place + 1 < count && (highest[place + 1] as number) < likeness) {
      highest[place] = highest[place + 1] as number;
      places[place] = places[place + 1] as number;
      place += 1;
    }
    highest[place] = likeness;
    places[place] = face;
  }
  return { places, likenesses: highest };
}

export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Between the rows of the table, interpolated over the logarithm of the number of people; beyond the last row, as
 * between the last two. Undefined where the rows do not have the figure.
 */
function interpolate(
  { expected }: CohortScale,
  people: number,
  figure: (row: ExpectedLikeness) => number | undefined,
): number | undefined {
  const isBeyond = people > (expected.at(-1)?.people ?? 0);
  const above = isBeyond ? expected.at(-1) : expected.find((row) => row.people >= people);
  const below = isBeyond
    ? expected.at(-2)
    : (expected.findLast((row) => row.people <= people) ?? expected[0]);
  if (above === undefined || below === undefined) throw new TypeError('There is no table of likenesses');
  const [high, low] = [figure(above), figure(below)];
  if (high === undefined || low === undefined || above.people === below.people) return high;
  return low + (Math.log(people / below.people) / Math.log(above.people / below.people)) * (high - low);
}
