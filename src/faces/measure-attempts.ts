import type { Db } from '../platform/db/index.ts';
import { attemptIdKind, firstIdAt } from '../platform/ids.ts';
import {
  type AttemptCounts,
  type AttemptGroup,
  countAttemptGroups,
  scoreBuckets,
} from './statistics-store.ts';
import type { AttemptOutcome } from './types.ts';

/** Attempts that are read of each period; of more, the newest are. */
export const mostAttemptsRead = 200_000;
/** The longest period. */
export const longestDays = 366;

export type AttemptStatisticsQuery = {
  readonly from: Date;
  readonly to: Date;
  readonly clientId: string | undefined;
  readonly utcOffsetMinutes: number;
  /** {@link mostAttemptsRead} unless a test says otherwise. */
  readonly limit?: number;
};

type Whole = AttemptCounts & {
  readonly from: Date;
  readonly to: Date;
  /** True when there are more attempts than were read. */
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

/** The statistics of a period: rates, days, clients, outcomes, scores, times, and how far the scores moved. */
export async function measureAttempts(db: Db, query: AttemptStatisticsQuery): Promise<AttemptStatistics> {
  const { from, to, clientId, utcOffsetMinutes, limit = mostAttemptsRead } = query;
  const earlier = new Date(from.getTime() - (to.getTime() - from.getTime()));
  const idAt = (moment: Date) => firstIdAt(attemptIdKind, Math.max(0, moment.getTime()));
  const groups = await countAttemptGroups(db, {
    now: { fromId: idAt(from), toId: idAt(to) },
    before: { fromId: idAt(earlier), toId: idAt(from) },
    ...{ clientId, utcOffsetMinutes, limit },
  });
  const wholeOf = (period: AttemptGroup['period'], start: Date, end: Date): Whole => {
    const found = groups.find((group) => group.period === period && group.by.kind === 'whole') ?? nothing;
    return { ...countsOf(found), from: start, to: end, isPartial: found.attempts >= limit };
  };
  const now = wholeOf('now', from, to);
  const before = wholeOf('before', earlier, from);
  const scores = bucketsOf(groups);
  const templateModels = modelsOf(groups);
  return {
    now,
    before,
    days: groups.flatMap((group) =>
      group.period === 'now' && group.by.kind === 'day' ? [{ day: group.by.day, ...countsOf(group) }] : [],
    ),
    clients: groups
      .flatMap((group) =>
        group.period === 'now' && group.by.kind === 'client'
          ? [{ clientId: group.by.clientId, ...countsOf(group) }]
          : [],
      )
      .slice(0, mostClients),
    outcomes: outcomesOf(groups),
    scores,
    drift: {
      stabilityIndex: stabilityIndex(scores),
      isComparable: templateModels.length <= 1,
      templateModels,
    },
  };
}

const nothing: AttemptCounts = {
  attempts: 0,
  matches: 0,
  meanSimilarity: undefined,
  similarityDeviation: undefined,
  timed: 0,
  medianMs: undefined,
  p95Ms: undefined,
};

function countsOf(counts: AttemptCounts): AttemptCounts {
  const { attempts, matches, meanSimilarity, similarityDeviation, timed, medianMs, p95Ms } = counts;
  return { attempts, matches, meanSimilarity, similarityDeviation, timed, medianMs, p95Ms };
}

function bucketsOf(groups: readonly AttemptGroup[]): AttemptStatistics['scores'] {
  const scores = Array.from({ length: scoreBuckets }, (_, bucket) => ({
    from: bucket / scoreBuckets,
    attempts: 0,
    attemptsBefore: 0,
  }));
  for (const { by, period, attempts } of groups) {
    const score = by.kind === 'score' ? scores[by.bucket] : undefined;
    if (score !== undefined) score[period === 'now' ? 'attempts' : 'attemptsBefore'] = attempts;
  }
  return scores;
}

function outcomesOf(groups: readonly AttemptGroup[]): AttemptStatistics['outcomes'] {
  const outcomes = new Map<AttemptOutcome | undefined, { attempts: number; attemptsBefore: number }>();
  for (const { by, period, attempts } of groups) {
    if (by.kind !== 'outcome') continue;
    const counts = outcomes.get(by.outcome) ?? { attempts: 0, attemptsBefore: 0 };
    counts[period === 'now' ? 'attempts' : 'attemptsBefore'] = attempts;
    outcomes.set(by.outcome, counts);
  }
  return [...outcomes]
    .map(([outcome, counts]) => ({ outcome, ...counts }))
    .sort((a, b) => b.attempts - a.attempts);
}

function modelsOf(groups: readonly AttemptGroup[]): readonly string[] {
  const models = groups.flatMap(({ by }) => (by.kind === 'model' ? [by.templateModel] : []));
  return [...new Set(models)].sort();
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
