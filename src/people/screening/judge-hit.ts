import type { BirthSpan } from '../list-entry.ts';
import { type Alignment, alignNames, pairAbbreviations } from './align-names.ts';
import { sameWord, tellingWord } from './compare-words.ts';
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

export type Objection = 'name' | 'birth_date' | 'nationality';

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
const objectionCosts: Readonly<Record<Objection, number>> = {
  name: 0.25,
  birth_date: 0.25,
  nationality: 0.1,
};
const leastScore = 0.05;

/** Names less alike are no hit: with the same birth date, with the same year, and alone. */
const leastLikeness = { date: 0.74, year: 0.85, unknown: 0.92 } as const;

/** A birth date of the searched person. One that only the client says confirms an entry and contradicts none. */
export type SubjectBirth = BirthSpan & { readonly isClaimed?: boolean };

/** The best agreement of birth dates with those of an entry. */
export function compareBirths(births: readonly SubjectBirth[], spans: readonly BirthSpan[]): BirthAgreement {
  if (births.length === 0 || spans.length === 0) return 'unknown';
  const agreements = births.map((birth) => compareBirth(birth, spans));
  const best = (['date', 'year', 'other'] as const).find((one) => agreements.includes(one));
  return best ?? 'unknown';
}

function compareBirth({ from, to, isClaimed }: SubjectBirth, spans: readonly BirthSpan[]): BirthAgreement {
  const isDay = from === to;
  if (isDay && spans.some((span) => span.from === span.to && span.from === from)) return 'date';
  const isNear = (span: BirthSpan) => span.from <= to && from <= span.to;
  // A day and a month may be told the other way round, or be guessed: the year stays.
  const isSameYear = (span: BirthSpan) =>
    isDay && span.from === span.to && span.from.slice(0, 4) === from.slice(0, 4);
  if (spans.some((span) => isNear(span) || isSameYear(span))) return 'year';
  return isClaimed === true ? 'unknown' : 'other';
}

/**
 * The hit of two names of people with the other known facts; undefined for no hit. One common word is a hit only for a
 * rare given name with the full birth date. The fewer facts there are besides the name, the more of it must agree; a
 * birth date that differs speaks against a hit and hides none.
 */
export function judgePersonName(
  alignment: Alignment,
  facts: {
    readonly births: BirthAgreement;
    readonly isWeakAlias: boolean;
    readonly isOtherNationality: boolean;
    /** True if both names begin with the same word, which few listed people have. */
    readonly isSameRareGivenName: boolean;
  },
): Verdict | undefined {
  const { births, isWeakAlias, isOtherNationality } = facts;
  const { pairs, onlyFirst, onlySecond, likeness } = alignment;
  const isWholeName = onlyFirst.length === 0 && onlySecond.length === 0;
  if (isWeakAlias && (!isWholeName || pairs.some((one) => one < 1))) return undefined;
  const isAgreed = isSameName(alignment, births);
  const isRenamed = !isAgreed && births === 'date' && isNewFamilyName(alignment, facts.isSameRareGivenName);
  if (!isAgreed && !isRenamed) return undefined;
  const ground =
    births === 'date' ? 'name_and_birth_date' : births === 'year' ? 'name_and_birth_year' : 'name_only';
  const against = objections({
    name: isRenamed,
    birth_date: births === 'other',
    nationality: isOtherNationality,
  });
  const score = bestScores[ground] * likeness * (isWeakAlias ? weakAliasShare : 1);
  return { basis: isWeakAlias ? 'weak_alias' : ground, score: withObjections(score, against), against };
}

function isSameName(alignment: Alignment, births: BirthAgreement): boolean {
  const { pairs, initials, likeness } = alignment;
  if (pairs.length < 2) return false;
  if (births === 'date' && likeness >= leastLikeness.date) return true;
  if (births === 'year' && likeness >= leastLikeness.year && pairs.length - initials >= 2) return true;
  // What is enough without a date is enough with any: a date adds evidence.
  return likeness >= leastLikeness.unknown && isSameNameAlone(alignment);
}

/** True for somebody of the same birth date whose family name is another: married, or told by the other parent. */
function isNewFamilyName(
  { pairs, initials, onlyFirst, onlySecond }: Alignment,
  isSameRareGivenName: boolean,
): boolean {
  const others = [onlyFirst.length, onlySecond.length];
  if (initials > 0 || Math.min(...others) < 1 || Math.max(...others) > 2) return false;
  if (pairs.length >= 2) return pairs.every(isSame) && pairs.filter((one) => one === 1).length >= 1;
  return pairs.length === 1 && isSameRareGivenName;
}

/**
 * True if names agree so far that they are told without any other fact: the same words in any spelling, with one that
 * only one of them has when three agree.
 */
function isSameNameAlone(alignment: Alignment): boolean {
  const { pairs, initials, onlyFirst, onlySecond, isCommon, isEqual } = alignment;
  if (initials > 0) return false;
  // Common words name somebody else as soon as one of them differs or stands elsewhere.
  if (isCommon && !isEqual) return false;
  // A letter's difference leaves two other words that agree, or it is another name.
  if (pairs.every((one) => one < tellingWord)) return false;
  const isAlike = pairs.length >= 3 ? pairs.every((one) => one >= 0.9) : pairs.every(isSame);
  if (!isAlike || (onlyFirst.length > 0 && onlySecond.length > 0)) return false;
  const missing = onlyFirst.length + onlySecond.length;
  const changed = pairs.filter((one) => one < 0.97).length;
  const misspelt = pairs.filter((one) => !isSame(one)).length;
  // ROSA MARTINS MARINO is not ROSA MARTINEZ MARIO: beside a misspelt word, common ones are the same.
  if (missing === 0)
    return misspelt <= 1 && !(misspelt === 1 && changed > 1 && alignment.isCommonButMisspelt);
  return missing === 1 && changed === 0 && pairs.length >= 3;
}

/** Fewer letters of a single word are misspelt into another company's name. */
const leastMisspeltLength = 8;
/** A shorter word with BRASIL behind it names no company by itself: AIR BRASIL. */
const leastOwnLength = 6;

/**
 * The hit that two names of companies make, without their legal forms; undefined for none. The same whole name is a hit,
 * whatever its words. Otherwise two words agree, one of them a word that not everybody has.
 */
export function judgeCompanyName(
  words: readonly string[],
  listedWords: readonly string[],
  facts: { readonly isWeakAlias: boolean; readonly isOtherNationality: boolean },
): Verdict | undefined {
  const alignment = pairAbbreviations(alignNames(words, listedWords));
  const { pairs, onlyFirst, onlySecond } = alignment;
  const rest = [...onlyFirst, ...onlySecond];
  const isWhole = rest.length === 0 && pairs.every((one) => one >= 0.97);
  if (facts.isWeakAlias && !isWhole) return undefined;
  if (isWhole ? words.join('').length < 2 : !isSameCompany(words, alignment)) return undefined;
  const against = objections({ nationality: facts.isOtherNationality });
  const share = facts.isWeakAlias ? weakAliasShare : 1;
  const likeness = pairs.reduce((sum, one) => sum + one, 0) / (pairs.length + rest.length / 4);
  const score = withObjections(bestScores.name_only * likeness * share, against);
  return { basis: facts.isWeakAlias ? 'weak_alias' : 'name_only', score, against };
}

function isSameCompany(
  words: readonly string[],
  { pairs, initials, onlyFirst, onlySecond }: Alignment,
): boolean {
  const rest = [...onlyFirst, ...onlySecond];
  if (initials > 0 || !pairs.every((one) => one >= 0.9)) return false;
  if (pairs.length === 1) {
    const word = words.find((one) => !onlyFirst.includes(one)) ?? '';
    const isSubsidiary = pairs[0] === 1 && rest.length === 1 && /^BRA[SZ]IL$/.test(rest[0]!);
    return (
      word.length >= (isSubsidiary ? leastOwnLength : leastMisspeltLength) &&
      (isSubsidiary || rest.length === 0)
    );
  }
  const pairedWords = words.filter((word) => isTellingWord(word) && !onlyFirst.includes(word)).length;
  return pairedWords > 0 && rest.length <= 1 && rest.every((word) => genericWords.has(word));
}

/** True for a word of a company's name that not all companies have. */
export function isTellingWord(word: string): boolean {
  return word.length >= 2 && !genericWords.has(word);
}

export function judgeDocument(births: BirthAgreement, isOtherNationality: boolean): Verdict {
  const against = objections({ birth_date: births === 'other', nationality: isOtherNationality });
  return { basis: 'document', score: withObjections(bestScores.document, against), against };
}

function isSame(likeness: number): boolean {
  return likeness >= sameWord;
}

function objections(found: Partial<Record<Objection, boolean>>): readonly Objection[] {
  return (Object.keys(found) as Objection[]).filter((one) => found[one] === true);
}

function withObjections(score: number, against: readonly Objection[]): number {
  const cost = against.reduce((sum, one) => sum + objectionCosts[one], 0);
  return Math.round(Math.max(leastScore, score - cost) * 100) / 100;
}
