import type { Db } from '../platform/db/index.ts';
import {
  type AttemptSums,
  addAttempt,
  addSums,
  type CountedAttempt,
  createSums,
  dayAt,
  durationAt,
  momentOf,
  type PeriodParts,
  partPeriod,
  type Stretch,
  scoreBuckets,
  similarityParts,
} from './attempt-sums.ts';
import {
  listAttemptsOf,
  listAttemptsToSum,
  type SumsOfGroup,
  sumByClient,
  sumByDay,
  sumWhole,
} from './attempt-sums-store.ts';
import { type AttemptOutcome, attemptOutcomes } from './types.ts';

/** Attempts that are in no sum yet and are read of each period; of more, the newest are. */
export const mostAttemptsRead = 200_000;
export const longestDays = 366;

export type AttemptStatisticsQuery = {
  readonly from: Date;
  readonly to: Date;
  readonly clientId: string | undefined;
  readonly utcOffsetMinutes: number;
  /** {@link mostAttemptsRead} unless a test says otherwise. */
  readonly limit?: number;
};

/** Counts of some attempts: of a whole period, or of one part of it. */
export type AttemptCounts = {
  readonly attempts: number;
  readonly matches: number;
  readonly meanSimilarity: number | undefined;
  readonly similarityDeviation: number | undefined;
  /** Of the attempts that recorded it. */
  readonly timed: number;
  readonly medianMs: number | undefined;
  readonly p95Ms: number | undefined;
};

type Whole = AttemptCounts & {
  readonly from: Date;
  readonly to: Date;
  /** True when more attempts are in no sum yet than were read. */
  readonly isPartial: boolean;
};

/** The figures of a period, beside those of the period of the same length before it. */
export type AttemptStatistics = {
  readonly now: Whole;
  readonly before: Whole;
  readonly days: readonly (AttemptCounts & { readonly day: string })[];
  /** The 100 with the most attempts. */
  readonly clients: readonly (AttemptCounts & { readonly clientId: string })[];
  /** Undefined outcomes are of attempts of versions that did not record them. */
  readonly outcomes: readonly {
    readonly outcome: AttemptOutcome | undefined;
    readonly attempts: number;
    readonly attemptsBefore: number;
  }[];
  /** Similarities in groups of equal width, from 0 to 1. */
  readonly scores: readonly {
    readonly from: number;
    readonly attempts: number;
    readonly attemptsBefore: number;
  }[];
  readonly drift: {
    /** Undefined without attempts in one of the periods. */
    readonly stabilityIndex: number | undefined;
    /** False when the periods were not decided by the same network: the scores of two are not the same scale. */
    readonly isComparable: boolean;
    readonly templateModels: readonly string[];
  };
};

const mostClients = 100;

/**
 * The statistics of a period: rates, days, clients, outcomes, scores, times, and how far the scores moved. Reads sums,
 * and the attempts that are in none: of cut hours, and those not summed yet. One snapshot, so each attempt counts once.
 *
 * See docs/decisions/0161.
 */
export async function measureAttempts(db: Db, query: AttemptStatisticsQuery): Promise<AttemptStatistics> {
  const { from, to } = query;
  const earlier = new Date(from.getTime() - (to.getTime() - from.getTime()));
  const { periodNow, periodBefore } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      periodNow: await readPeriod(tx, query, { from: from.getTime(), to: to.getTime() }, 'days'),
      periodBefore: await readPeriod(
        tx,
        query,
        { from: Math.max(0, earlier.getTime()), to: from.getTime() },
        'whole',
      ),
    }));
  const [now, before] = [periodNow.whole, periodBefore.whole];
  const scores = now.scores.map((attempts, bucket) => {
    return { from: bucket / scoreBuckets, attempts, attemptsBefore: before.scores[bucket] ?? 0 };
  });
  const templateModels = [...new Set([...periodNow.models, ...periodBefore.models])].sort();
  return {
    now: { ...countsOf(now), from, to, isPartial: periodNow.isPartial },
    before: { ...countsOf(before), from: earlier, to: from, isPartial: periodBefore.isPartial },
    days: [...periodNow.days]
      .map(([day, sums]) => ({ day, ...countsOf(sums) }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
    clients: [...periodNow.clients]
      .map(([clientId, sums]) => ({ clientId, ...countsOf(sums) }))
      .sort((a, b) => b.attempts - a.attempts || (a.clientId < b.clientId ? -1 : 1))
      .slice(0, mostClients),
    outcomes: outcomesOf(now, before),
    scores,
    drift: {
      stabilityIndex: stabilityIndex(scores),
      isComparable: templateModels.length <= 1,
      templateModels,
    },
  };
}

type Period = {
  readonly whole: AttemptSums;
  readonly days: Map<string, AttemptSums>;
  readonly clients: Map<string, AttemptSums>;
  readonly models: Set<string>;
  readonly isPartial: boolean;
};

/** Sums of a period: with its days and clients, or as a whole only. */
async function readPeriod(
  db: Db,
  query: AttemptStatisticsQuery,
  stretch: Stretch,
  by: 'days' | 'whole',
): Promise<Period> {
  const { clientId, utcOffsetMinutes } = query;
  const parts = partPeriod(stretch, by === 'days' ? utcOffsetMinutes : 0);
  const { attempts, isPartial } = await listUnsummed(db, query, stretch, parts);
  const whole = createSums();
  const [days, clients] = [new Map<string, AttemptSums>(), new Map<string, AttemptSums>()];
  const models = new Set<string>();
  const sumsOf = (groups: Map<string, AttemptSums>, key: string) => {
    const sums = groups.get(key) ?? createSums();
    groups.set(key, sums);
    return sums;
  };
  const addGroup = (sums: SumsOfGroup) => {
    addSums(whole, sums);
    for (const model of sums.templateModels) models.add(model);
  };
  if (by === 'days') {
    for (const sums of await sumByDay(db, parts.hours, { clientId, utcOffsetMinutes })) {
      addGroup(sums);
      addSums(sumsOf(days, sums.group), sums);
    }
    for (const sums of await sumByClient(db, parts.fewest, clientId)) {
      addSums(sumsOf(clients, sums.group), sums);
    }
  } else {
    const sums = await sumWhole(db, parts.fewest, clientId);
    if (sums !== undefined) addGroup(sums);
  }
  for (const attempt of attempts) {
    addAttempt(whole, attempt);
    models.add(attempt.templateModel);
    if (by === 'whole') continue;
    addAttempt(sumsOf(days, dayAt(momentOf(attempt.id), utcOffsetMinutes)), attempt);
    addAttempt(sumsOf(clients, attempt.clientId), attempt);
  }
  return { whole, days, clients, models, isPartial };
}

/** The attempts of a period that no sum of its parts has. */
async function listUnsummed(
  db: Db,
  { clientId, limit = mostAttemptsRead }: AttemptStatisticsQuery,
  stretch: Stretch,
  { cut }: PeriodParts,
): Promise<{ readonly attempts: readonly CountedAttempt[]; readonly isPartial: boolean }> {
  const query = { clientId, limit: limit + 1 };
  const of = await listAttemptsOf(db, cut, query);
  const listed = await listAttemptsToSum(db, stretch, query);
  const isCut = (moment: number) => cut.some(({ from, to }) => moment >= from && moment < to);
  const attempts = [...of, ...listed.filter(({ id }) => !isCut(momentOf(id)))].sort((a, b) =>
    a.id < b.id ? 1 : -1,
  );
  return { attempts: attempts.slice(0, limit), isPartial: attempts.length > limit };
}

function countsOf(sums: AttemptSums): AttemptCounts {
  const { attempts, matches, timed } = sums;
  const mean = attempts === 0 ? undefined : sums.similarities / attempts;
  return {
    attempts,
    matches,
    timed,
    meanSimilarity: mean === undefined ? undefined : mean / similarityParts,
    similarityDeviation:
      mean === undefined
        ? undefined
        : Math.sqrt(Math.max(0, sums.similaritySquares / attempts - mean * mean)) / similarityParts,
    medianMs: durationAt(sums, 0.5),
    p95Ms: durationAt(sums, 0.95),
  };
}

function outcomesOf(now: AttemptSums, before: AttemptSums): AttemptStatistics['outcomes'] {
  const names = [...attemptOutcomes, undefined];
  return names
    .map((outcome, place) => ({
      outcome,
      attempts: now.outcomes[place] ?? 0,
      attemptsBefore: before.outcomes[place] ?? 0,
    }))
    .filter(({ attempts, attemptsBefore }) => attempts + attemptsBefore > 0)
    .sort((a, b) => b.attempts - a.attempts);
}

/** A share that an empty group counts as, so that the index stays finite. */
const leastShare = 1e-4;

/**
 * The population stability index of the similarities: the sum over the groups of the difference of both shares times the
 * logarithm of their quotient. 0 for equal distributions; usual readings are below 0.1 steady, above 0.25 shifted.
 */
export function stabilityIndex(scores: AttemptStatistics['scores']): number | undefined {
  const all = scores.reduce((sum, { attempts }) => sum + attempts, 0);
  const allBefore = scores.reduce((sum, { attemptsBefore }) => sum + attemptsBefore, 0);
  if (all === 0 || allBefore === 0) return undefined;
  return scores.reduce((sum, { attempts, attemptsBefore }) => {
    const share = Math.max(attempts / all, leastShare);
    const shareBefore = Math.max(attemptsBefore / allBefore, leastShare);
    return sum + (share - shareBefore) * Math.log(share / shareBefore);
  }, 0);
}
