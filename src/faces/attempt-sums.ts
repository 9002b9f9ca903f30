import { attemptIdKind, firstIdAt } from '../platform/ids.ts';
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

export type CountedAttempt = {
  readonly id: string;
  readonly clientId: string;
  readonly isMatch: boolean;
  readonly similarity: number;
  readonly outcome: string | null;
  readonly templateModel: string;
  readonly durationMs: number | null;
};

export function createSums(): AttemptSums {
  return {
    attempts: 0,
    matches: 0,
    similarities: 0,
    similaritySquares: 0,
    timed: 0,
    outcomes: new Array<number>(outcomePlaces).fill(0),
    scores: new Array<number>(scoreBuckets).fill(0),
    times: new Array<number>(timeBuckets).fill(0),
  };
}

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
  if (durationMs === null) return;
  sums.timed += 1;
  const above = timeBounds.findIndex((bound) => durationMs < bound);
  increase(sums.times, above === -1 ? timeBuckets - 1 : above);
}

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

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Sums of one length, in UTC. */
export type SumLevel = 'hour' | 'day' | 'month';

/** Moments in milliseconds since the epoch, the end excluded. */
export type Stretch = { readonly from: number; readonly to: number };

/** Whole hours, days or months of a stretch. */
export type LevelStretch = Stretch & { readonly level: SumLevel };

/** A period as what is read of it. */
export type PeriodParts = {
  /** Its whole hours, but for those that a midnight cuts. */
  readonly hours: readonly LevelStretch[];
  /** The same hours as few sums: months, the days beside them, the hours beside those. */
  readonly fewest: readonly LevelStretch[];
  /** The rest, which no sum has: parts of hours at both ends, and hours that a midnight cuts. */
  readonly cut: readonly Stretch[];
};

/**
 * Parts of a period for reading it by day. Days begin where the offset says: one of whole hours cuts no hour, any other
 * one cuts an hour at each midnight, and then days and months cannot be used.
 *
 * See docs/decisions/0161.
 */
export function partPeriod({ from, to }: Stretch, utcOffsetMinutes: number): PeriodParts {
  const whole = { from: ceilTo(from, hourMs), to: floorTo(to, hourMs) };
  if (whole.from >= whole.to) return { hours: [], fewest: [], cut: filled([{ from, to }]) };
  const ends = filled([
    { from, to: whole.from },
    { from: whole.to, to },
  ]);
  if (utcOffsetMinutes % 60 === 0) {
    return { hours: [{ level: 'hour', ...whole }], fewest: fewestOf(whole), cut: ends };
  }
  const midnights = midnightHours(whole, utcOffsetMinutes);
  const limits = [whole.from, ...midnights.flatMap((hour) => [hour.from, hour.to]), whole.to];
  const hours = filled(
    Array.from({ length: limits.length / 2 }, (_, index) => ({
      from: limits[2 * index]!,
      to: limits[2 * index + 1]!,
    })),
  ).map((stretch) => ({ level: 'hour' as const, ...stretch }));
  return { hours, fewest: hours, cut: [...ends, ...midnights] };
}

/** Identifiers of attempts of a stretch: from the first on, before the second. */
export function idsOf({ from, to }: Stretch): readonly [string, string] {
  return [firstIdAt(attemptIdKind, from), firstIdAt(attemptIdKind, to)];
}

export function momentOf(id: string): number {
  return Number.parseInt(id.slice(4, 16), 16);
}

/** The beginning of the hour, day and month of a moment. */
export function levelsAt(moment: number): readonly (readonly [SumLevel, number])[] {
  return [
    ['hour', floorTo(moment, hourMs)],
    ['day', floorTo(moment, dayMs)],
    ['month', monthAt(moment, 0)],
  ];
}

/** The day of a moment where the offset says, as `2026-02-01`. */
export function dayAt(moment: number, utcOffsetMinutes: number): string {
  return new Date(moment + utcOffsetMinutes * 60_000).toISOString().slice(0, 10);
}

function fewestOf(hours: Stretch): readonly LevelStretch[] {
  const days = { from: ceilTo(hours.from, dayMs), to: floorTo(hours.to, dayMs) };
  if (days.from >= days.to) return [{ level: 'hour', ...hours }];
  const months = {
    from: monthAt(days.from, 0) === days.from ? days.from : monthAt(days.from, 1),
    to: monthAt(days.to, 0),
  };
  const besideHours = around('hour', hours, days);
  if (months.from >= months.to) return [...besideHours, { level: 'day', ...days }];
  return [...besideHours, ...around('day', days, months), { level: 'month', ...months }];
}

/** The parts of a stretch that are beside an inner one. */
function around(level: SumLevel, outer: Stretch, inner: Stretch): readonly LevelStretch[] {
  const parts = [
    { from: outer.from, to: inner.from },
    { from: inner.to, to: outer.to },
  ];
  return filled(parts).map((part) => ({ level, ...part }));
}

function filled(stretches: readonly Stretch[]): readonly Stretch[] {
  return stretches.filter(({ from, to }) => from < to);
}

function midnightHours(hours: Stretch, utcOffsetMinutes: number): readonly Stretch[] {
  const offset = utcOffsetMinutes * 60_000;
  const cut: Stretch[] = [];
  for (let day = ceilTo(hours.from + offset, dayMs) - offset; day < hours.to; day += dayMs) {
    cut.push({ from: floorTo(day, hourMs), to: floorTo(day, hourMs) + hourMs });
  }
  return cut;
}

function monthAt(moment: number, further: number): number {
  const date = new Date(moment);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + further);
}

const floorTo = (moment: number, step: number) => Math.floor(moment / step) * step;
const ceilTo = (moment: number, step: number) => Math.ceil(moment / step) * step;
