import type { BirthSpan } from '../list-entry.ts';
import type { Alignment } from './align-names.ts';
import { sameWord } from './compare-words.ts';
import { genericWords } from './particles.ts';

/** By what an entry of an international list was taken to be about somebody, the surest first. */
export const hitBases = [
  'document',
  'name_and_birth_date',
  'name_and_birth_year',
  'name_only',
  'weak_alias',
] as const;
export type HitBasis = (typeof hitBases)[number];

/** A fact that contradicts a hit. */
export type Objection = 'birth_date' | 'nationality';

export type Verdict = {
  readonly basis: HitBasis;
  /** From 0 to 1, an order of evidence and no probability; see `docs/decisions/0108-screening.md`. */
  readonly score: number;
  readonly against: readonly Objection[];
};

/** The agreement of birth dates: the same day, one that the list does not know exactly, another, or nothing to compare. */
export type BirthAgreement = 'date' | 'year' | 'other' | 'unknown';

/** The best score of a hit on each ground, for names that are the same. */
const bestScores: Readonly<Record<Exclude<HitBasis, 'weak_alias'>, number>> = {
  document: 1,
  name_and_birth_date: 0.95,
  name_and_birth_year: 0.75,
  name_only: 0.5,
};
/** A weak alias is worth less than a name on the same ground. */
const weakAliasShare = 0.7;
const objectionCosts: Readonly<Record<Objection, number>> = { birth_date: 0.25, nationality: 0.1 };
const leastScore = 0.05;

/** Names less alike are no hit: with the same birth date, with the same year, and alone. */
const leastLikeness = { date: 0.74, year: 0.86, unknown: 0.92, other: 0.97 } as const;

/** The agreement of a birth date with those of an entry. */
export function compareBirths(birthDate: string | undefined, spans: readonly BirthSpan[]): BirthAgreement {
  if (birthDate === undefined || spans.length === 0) return 'unknown';
  if (spans.some(({ from, to }) => from === to && from === birthDate)) return 'date';
  const isIn = ({ from, to }: BirthSpan) => from <= birthDate && birthDate <= to;
  // A day and a month may be told the other way round, or be guessed: the year stays.
  const isSameYear = ({ from, to }: BirthSpan) => from === to && from.slice(0, 4) === birthDate.slice(0, 4);
  return spans.some((span) => isIn(span) || isSameYear(span)) ? 'year' : 'other';
}

/**
 * The hit of two names of people with the other known facts; undefined for no hit. One common word is never a hit.
 * The fewer facts there are besides the name, the more of the name must agree.
 */
export function judgePersonName(
  alignment: Alignment,
  facts: {
    readonly births: BirthAgreement;
    readonly isWeakAlias: boolean;
    readonly isOtherNationality: boolean;
  },
): Verdict | undefined {
  const { births, isWeakAlias, isOtherNationality } = facts;
  const { pairs, initials, onlyFirst, onlySecond, likeness } = alignment;
  if (pairs.length < 2 || likeness < leastLikeness[births]) return undefined;
  const isWholeName = onlyFirst.length === 0 && onlySecond.length === 0;
  if (isWeakAlias && (!isWholeName || pairs.some((one) => one < 1))) return undefined;
  if (births === 'year' && pairs.length - initials < 2) return undefined;
  if (births === 'unknown' || births === 'other') {
    const isEnough = births === 'unknown' ? isSameNameAlone(alignment) : isWholeName && pairs.every(isSame);
    if (!isEnough) return undefined;
  }
  const ground =
    births === 'date' ? 'name_and_birth_date' : births === 'year' ? 'name_and_birth_year' : 'name_only';
  const against: Objection[] = [
    ...(births === 'other' ? (['birth_date'] as const) : []),
    ...(isOtherNationality ? (['nationality'] as const) : []),
  ];
  const score = bestScores[ground] * likeness * (isWeakAlias ? weakAliasShare : 1);
  return { basis: isWeakAlias ? 'weak_alias' : ground, score: withObjections(score, against), against };
}

/**
 * True if names agree so far that they are told without any other fact: the same words in any spelling, with one that
 * only one of them has when three agree.
 */
function isSameNameAlone({ pairs, initials, onlyFirst, onlySecond }: Alignment): boolean {
  if (initials > 0) return false;
  // A letter's difference leaves two other words that agree, or it is another name.
  const isAlike = pairs.length >= 3 ? pairs.every((one) => one >= 0.9) : pairs.every(isSame);
  if (!isAlike || (onlyFirst.length > 0 && onlySecond.length > 0)) return false;
  const missing = onlyFirst.length + onlySecond.length;
  const changed = pairs.filter((one) => one < 0.97).length;
  const misspelt = pairs.filter((one) => !isSame(one)).length;
  if (missing === 0) return misspelt + Math.max(0, changed - misspelt - 1) <= 1;
  return missing === 1 && changed === 0 && pairs.length >= 3;
}

/** The hit that two names of companies make; undefined for none. Digits agree, and a word that not everybody has. */
export function judgeCompanyName(
  alignment: Alignment,
  facts: {
    readonly isWeakAlias: boolean;
    readonly isOtherNationality: boolean;
    readonly pairedWords: number;
  },
): Verdict | undefined {
  const { pairs, initials, onlyFirst, onlySecond, likeness } = alignment;
  const rest = [...onlyFirst, ...onlySecond];
  if (pairs.length < 2 || initials > 0 || facts.pairedWords === 0 || !pairs.every((one) => one >= 0.9))
    return undefined;
  if (!rest.every((word) => genericWords.has(word)) || rest.length > 1) return undefined;
  if (facts.isWeakAlias && (rest.length > 0 || pairs.some((one) => one < 1))) return undefined;
  const against: Objection[] = facts.isOtherNationality ? ['nationality'] : [];
  const share = facts.isWeakAlias ? weakAliasShare : 1;
  const score = withObjections(bestScores.name_only * likeness * share, against);
  return { basis: facts.isWeakAlias ? 'weak_alias' : 'name_only', score, against };
}

/** The hit that a document makes. */
export function judgeDocument(births: BirthAgreement, isOtherNationality: boolean): Verdict {
  const against: Objection[] = [
    ...(births === 'other' ? (['birth_date'] as const) : []),
    ...(isOtherNationality ? (['nationality'] as const) : []),
  ];
  return { basis: 'document', score: withObjections(bestScores.document, against), against };
}

function isSame(likeness: number): boolean {
  return likeness >= sameWord;
}

function withObjections(score: number, against: readonly Objection[]): number {
  const cost = against.reduce((sum, one) => sum + objectionCosts[one], 0);
  return Math.round(Math.max(leastScore, score - cost) * 100) / 100;
}
