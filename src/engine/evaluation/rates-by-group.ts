import { parse } from 'csv-parse/sync';
import { EngineError } from '../errors.ts';
import { personOfPhoto } from '../list-photos-of-people.ts';
import { type Rate, wilson } from './error-rates.ts';
import type { EvaluatedPair } from './rates-by-class.ts';

/** The groups of people, by the name that a photo's folder or file gives them. */
export type PeopleGroups = ReadonlyMap<string, string>;

/** Errors within one group, or between two. Null without a pair. */
export type GroupRates = {
  readonly groups: readonly [string, string];
  readonly genuinePairs: number;
  readonly impostorPairs: number;
  readonly falseNonMatches: Rate | null;
  readonly falseMatches: Rate | null;
};

/** The inequality of the groups: the worst against the geometric mean of those with any error. */
export type WorstRatio = {
  readonly groups: readonly [string, string];
  readonly rate: Rate;
  readonly toMean: number;
  /** Of false matches: to the rate that is promised. */
  readonly toPromise?: number;
};

export type GroupEvaluation = {
  /** Each group with itself first, then pairs of groups. */
  readonly rates: readonly GroupRates[];
  /** Among rates within groups. Null when no comparison went wrong. */
  readonly worstFalseMatches: WorstRatio | null;
  readonly worstFalseNonMatches: WorstRatio | null;
  /** Pairs with a person without a group. */
  readonly ungroupedPairs: number;
};

/** The groups in a CSV text with the header `person,group`. Throws `evaluation_pairs_invalid`. */
export function readGroups(text: string): PeopleGroups {
  let rows: readonly Record<string, string>[];
  try {
    rows = parse(text, { bom: true, columns: true, trim: true, skipEmptyLines: true });
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
  const groups = new Map(rows.map(({ person, group }) => [person ?? '', group ?? '']));
  if (groups.size === 0 || groups.has('') || [...groups.values()].includes('')) {
    throw invalid('the header is person,group, and each line has both');
  }
  return groups;
}

/**
 * The rates at a threshold within and between groups. A pair's own groups count first, then those of `groups`, in which
 * a photo's person is named by the list, else by its folder or file. Undefined where there is neither.
 */
export function ratesByGroup(
  pairs: readonly EvaluatedPair[],
  groups: PeopleGroups | undefined,
  decided: { readonly scoreThreshold: number; readonly falseMatchRate: number },
): GroupEvaluation | undefined {
  if (groups === undefined && pairs.every(({ pair }) => pair.groupA === undefined)) return undefined;
  const groupOf = (image: string, person = personOfPhoto(image)) => groups?.get(person) ?? groups?.get(image);
  const cells = new Map<string, { groups: [string, string]; pairs: EvaluatedPair[] }>();
  let ungroupedPairs = 0;
  for (const scored of pairs) {
    const { imageA, imageB, personA, personB, groupA, groupB } = scored.pair;
    const [a, b] = [groupA ?? groupOf(imageA, personA), groupB ?? groupOf(imageB, personB)];
    if (a === undefined || b === undefined) {
      ungroupedPairs += 1;
      continue;
    }
    const both = [a, b].sort() as [string, string];
    const key = JSON.stringify(both);
    const cell = cells.get(key) ?? { groups: both, pairs: [] };
    cell.pairs.push(scored);
    cells.set(key, cell);
  }
  const rates = [...cells.values()]
    .map((cell) => ratesOf(cell, decided.scoreThreshold))
    .sort((a, b) => rankOf(a) - rankOf(b) || (a.groups.join() < b.groups.join() ? -1 : 1));
  const within = rates.filter(({ groups: [a, b] }) => a === b);
  const matches = findWorst(within, ({ falseMatches }) => falseMatches);
  return {
    rates,
    worstFalseMatches: matches && { ...matches, toPromise: matches.rate.share / decided.falseMatchRate },
    worstFalseNonMatches: findWorst(within, ({ falseNonMatches }) => falseNonMatches),
    ungroupedPairs,
  };
}

function ratesOf(
  cell: { readonly groups: readonly [string, string]; readonly pairs: readonly EvaluatedPair[] },
  threshold: number,
): GroupRates {
  const genuine = cell.pairs.filter(({ same }) => same);
  const impostor = cell.pairs.filter(({ same }) => !same);
  return {
    groups: cell.groups,
    genuinePairs: genuine.length,
    impostorPairs: impostor.length,
    falseNonMatches: wilson(genuine.filter(({ score }) => score < threshold).length, genuine.length) ?? null,
    falseMatches: wilson(impostor.filter(({ score }) => score >= threshold).length, impostor.length) ?? null,
  };
}

const rankOf = ({ groups: [a, b] }: GroupRates) => (a === b ? 0 : 1);

function findWorst(
  rates: readonly GroupRates[],
  figure: (rates: GroupRates) => Rate | null,
): WorstRatio | null {
  const known = rates.flatMap((one) => {
    const rate = figure(one);
    return rate !== null && rate.share > 0 ? [{ groups: one.groups, rate }] : [];
  });
  const worst = known.toSorted((a, b) => b.rate.share - a.rate.share)[0];
  if (worst === undefined) return null;
  const mean = Math.exp(known.reduce((sum, { rate }) => sum + Math.log(rate.share), 0) / known.length);
  return { ...worst, toMean: worst.rate.share / mean };
}

function invalid(message: string): EngineError {
  return new EngineError('evaluation_pairs_invalid', { problems: [{ path: 'groups', message }] });
}
