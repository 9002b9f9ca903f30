import { readLabels } from '../../platform/read-labels.ts';
import { EngineError } from '../errors.ts';
import type { FaceQuality } from '../face-engine.ts';
import { personOfPhoto } from '../list-photos-of-people.ts';
import { matchedAt, missedAt, type Rate, type ScoredPair, splitScores } from './error-rates.ts';
import type { LabelledPair } from './read-labelled-pairs.ts';

/** A pair as it was decided. */
export type EvaluatedPair = ScoredPair & {
  readonly pair: LabelledPair;
  /** 0.5 at the configured threshold; 0 without a template of both photos. */
  readonly similarity: number;
  /** Taken off the score for what both faces have in common with the cohort. */
  readonly penalty: number;
};

/** The error rates of some pairs. Null without a pair. */
type PairRates = {
  readonly genuinePairs: number;
  readonly impostorPairs: number;
  readonly falseNonMatches: Rate | null;
  readonly falseMatches: Rate | null;
};

/** The error rates of pairs that are difficult in one way. */
export type ClassRates = PairRates & { readonly name: string; readonly description: string };

type Photo = Pick<FaceQuality, 'sharpness' | 'eyeDistancePx' | 'yawDegrees' | 'pitchDegrees'>;

type Class = {
  readonly name: string;
  readonly description: string;
  readonly has: (pair: EvaluatedPair, photos: readonly [Photo, Photo]) => boolean;
};

const isOneOf = (test: (photo: Photo) => boolean) => (_: EvaluatedPair, photos: readonly [Photo, Photo]) =>
  photos.some(test);

const turn = ({ yawDegrees }: Photo) => Math.abs(yawDegrees);

const classes: readonly Class[] = [
  {
    name: 'easy',
    description: 'both photos sharp, large enough and turned at most 15 degrees',
    has: (_, photos) =>
      photos.every((photo) => photo.sharpness >= 15 && photo.eyeDistancePx >= 28 && turn(photo) <= 15),
  },
  {
    name: 'blurred',
    description: 'sharpness of one under 15',
    has: isOneOf(({ sharpness }) => sharpness < 15),
  },
  {
    name: 'small',
    description: 'eyes of one at most 28 pixels apart',
    has: isOneOf(({ eyeDistancePx }) => eyeDistancePx <= 28),
  },
  {
    name: 'turned',
    description: 'one turned 25 to 40 degrees to a side',
    has: isOneOf((photo) => turn(photo) > 25 && turn(photo) <= 40),
  },
  {
    name: 'turned-away',
    description: 'one turned more than 40 degrees, which an authentication refuses',
    has: isOneOf((photo) => turn(photo) > 40),
  },
  {
    name: 'up-or-down',
    description: 'the head of one up or down by more than 20 degrees',
    has: isOneOf(({ pitchDegrees }) => Math.abs(pitchDegrees) > 20),
  },
  {
    name: 'ten-years-apart',
    description: 'ten years or more between both, as the column years_apart says',
    has: ({ pair }) => (pair.yearsApart ?? 0) >= 10,
  },
];

/** The rates of each class at a threshold. A pair may be in several; one with a failed photo is in none. */
export function ratesByClass(
  pairs: readonly EvaluatedPair[],
  qualities: ReadonlyMap<string, FaceQuality>,
  threshold: number,
): readonly ClassRates[] {
  return classes.map(({ name, description, has }) => {
    const own = pairs.filter((scored) => {
      const [a, b] = [qualities.get(scored.pair.imageA), qualities.get(scored.pair.imageB)];
      return a !== undefined && b !== undefined && has(scored, [a, b]);
    });
    return { name, description, ...ratesOf(own, threshold) };
  });
}

/** The groups of people, by the name that a photo's folder or file gives them. */
type PeopleGroups = ReadonlyMap<string, string>;

/** Errors within one group, or between two. */
type GroupRates = PairRates & { readonly groups: readonly [string, string] };

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
  const rows = readLabels(text, ['person', 'group'], ([problem]) => invalid(problem?.message ?? ''));
  const groups = new Map(rows.map(({ cells }) => [cells.person ?? '', cells.group ?? '']));
  if (groups.has('') || [...groups.values()].includes('')) {
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
    .map((cell) => ({ groups: cell.groups, ...ratesOf(cell.pairs, decided.scoreThreshold) }))
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

function ratesOf(pairs: readonly EvaluatedPair[], threshold: number): PairRates {
  const sets = splitScores(pairs);
  return {
    genuinePairs: sets.genuine.length,
    impostorPairs: sets.impostor.length,
    falseNonMatches: missedAt(sets, threshold) ?? null,
    falseMatches: matchedAt(sets, threshold) ?? null,
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
