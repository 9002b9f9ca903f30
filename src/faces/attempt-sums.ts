import { type AttemptOutcome, attemptOutcomes } from './types.ts';

/** Groups of similarities, each a twentieth wide. */
export const scoreBuckets = 20;

const timesPerDecade = 24;
const leastMs = 10;
const mostMs = 100_000;

/**
 * The limits of the groups of durations in milliseconds: 24 in each decade from 10 ms to 100 s, rounded. The first group
 * is below the first limit, the last one is not below the last limit.
 */
export const timeBounds: readonly number[] = Array.from(
  { length: timesPerDecade * Math.log10(mostMs / leastMs) + 1 },
  (_, index) => Math.round(leastMs * 10 ** (index / timesPerDecade)),
);
export const timeBuckets = timeBounds.length + 1;

/** Places of `AttemptSums.outcomes`: the outcomes, then those of attempts that recorded none. New ones go to the end. */
export const outcomePlaces = attemptOutcomes.length + 1;

/** The parts of a similarity that are counted. Sums stay exact for 90 million attempts. */
export const similarityParts = 10_000;

/** Sums of some attempts. All are whole numbers: the order of adding does not matter. */
export type AttemptSums = {
  attempts: number;
  matches: number;
  /** Of similarities in ten-thousandths. */
  similarities: number;
  similaritySquares: number;
  /** Attempts that recorded their duration. */
  timed: number;
  readonly outcomes: number[];
  readonly scores: number[];
  readonly times: number[];
};

/** The counted facts of one attempt. */
export type CountedAttempt = {
  readonly id: string;
  readonly clientId: string;
  readonly isMatch: boolean;
  readonly similarity: number;
  readonly outcome: string | undefined;
  readonly templateModel: string;
  readonly durationMs: number | undefined;
};

export function createSums(): AttemptSums {
  return {
    ...{ attempts: 0, matches: 0, similarities: 0, similaritySquares: 0, timed: 0 },
    outcomes: new Array<number>(outcomePlaces).fill(0),
    scores: new Array<number>(scoreBuckets).fill(0),
    times: new Array<number>(timeBuckets).fill(0),
  };
}

/** Adds one attempt. */
export function addAttempt(sums: AttemptSums, attempt: CountedAttempt): void {
  const { isMatch, similarity, outcome, durationMs } = attempt;
  const parts = Math.round(similarity * similarityParts);
  const known = attemptOutcomes.indexOf(outcome as AttemptOutcome);
  sums.attempts += 1;
  if (isMatch) sums.matches += 1;
  sums.similarities += parts;
  sums.similaritySquares += parts * parts;
  increase(sums.outcomes, known === -1 ? outcomePlaces - 1 : known);
  increase(sums.scores, Math.min(Math.max(Math.floor(similarity * scoreBuckets), 0), scoreBuckets - 1));
  if (durationMs === undefined) return;
  sums.timed += 1;
  const above = timeBounds.findIndex((bound) => durationMs < bound);
  increase(sums.times, above === -1 ? timeBuckets - 1 : above);
}

/** Adds other sums. */
export function addSums(sums: AttemptSums, others: AttemptSums): void {
  sums.attempts += others.attempts;
  sums.matches += others.matches;
  sums.similarities += others.similarities;
  sums.similaritySquares += others.similaritySquares;
  sums.timed += others.timed;
  for (const part of ['outcomes', 'scores', 'times'] as const) {
    for (const [place, count] of others[part].entries()) increase(sums[part], place, count);
  }
}

/**
 * The duration that a share of the timed attempts did not exceed, in whole milliseconds (nearest rank): read inside its
 * group as if the attempts of the group were evenly spread, so at most 5 % off between 20 ms and 100 s. Undefined
 * without any.
 */
export function durationAt(sums: AttemptSums, share: number): number | undefined {
  if (sums.timed === 0) return undefined;
  const rank = Math.max(1, Math.ceil(share * sums.timed));
  let before = 0;
  const place = sums.times.findIndex((count) => {
    before += count;
    return before >= rank;
  });
  const count = sums.times[place]!;
  const from = timeBounds[place - 1] ?? 0;
  const to = timeBounds[place] ?? mostMs;
  return Math.round(from + ((rank - (before - count) - 0.5) / count) * (to - from));
}

function increase(counts: number[], place: number, by = 1): void {
  counts[place] = (counts[place] ?? 0) + by;
}
