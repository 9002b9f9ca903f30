import type { Cpf } from '../../platform/documents.ts';
import { compareNames } from '../../profiles/index.ts';
import { normaliseName } from '../keyed-indexes.ts';
import type { ListEntry, ListedPosition, ListedSanction } from '../list-entry.ts';

/** By what an entry was taken to be about somebody. */
export type MatchBasis = 'exact' | 'name_and_six_digits' | 'name_only';

/** Who is looked for. Names are all that are known of the person; birth date as `YYYY-MM-DD`. */
export type Wanted = {
  readonly cpf: Cpf | undefined;
  readonly sixDigits: string | undefined;
  readonly names: readonly string[];
  readonly birthDate: string | undefined;
};

export type Match = {
  readonly matchBasis: MatchBasis;
  /** From 0 to 1; see `docs/decisions/0036-list-matches.md`. */
  readonly confidence: number;
};

/** Names less alike are not one name spelt twice, where six digits agree as well. */
const leastNameSimilarity = 0.9;

/**
 * The match of an entry and a person, and its certainty. Documents decide where both sides have them: another
 * CPF, or other digits in its middle, is somebody else whatever the name. Two birth dates that differ are two
 * people, unless the CPF says otherwise. A name alone must agree in every word.
 */
export function matchEntry(wanted: Wanted, entry: ListEntry): Match | undefined {
  if (entry.cnpj !== undefined) return undefined;
  if (wanted.cpf !== undefined && entry.cpf !== undefined) {
    return wanted.cpf === entry.cpf ? { matchBasis: 'exact', confidence: 1 } : undefined;
  }
  const sixDigits = entry.sixDigits ?? entry.cpf?.slice(3, 9);
  const areDigitsKnown = sixDigits !== undefined && wanted.sixDigits !== undefined;
  if (areDigitsKnown && sixDigits !== wanted.sixDigits) return undefined;
  const areBirthDatesKnown = entry.birthDate !== undefined && wanted.birthDate !== undefined;
  if (areBirthDatesKnown && entry.birthDate !== wanted.birthDate) return undefined;

  if (areDigitsKnown) {
    const similarity = Math.max(0, ...wanted.names.map((name) => compareNames(name, entry.name)));
    if (similarity < leastNameSimilarity) return undefined;
    const confidence = (areBirthDatesKnown ? 0.99 : 0.95) * similarity;
    return { matchBasis: 'name_and_six_digits', confidence: round(confidence) };
  }
  const name = normaliseName(entry.name);
  if (name === '' || !wanted.names.some((each) => normaliseName(each) === name)) return undefined;
  return { matchBasis: 'name_only', confidence: areBirthDatesKnown ? 0.8 : 0.3 };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Years that a position exposes its holder after its end, where neither the list nor the operator says. */
const usualGraceYears = 5;

/**
 * True if a position is held on a day (`YYYY-MM-DD`), or ended so lately that it still counts. Days are inclusive. A
 * position without an end is held. `graceYears` is the operator's rule and goes before the list's.
 */
export function judgePosition(position: ListedPosition, today: string, graceYears: number | undefined) {
  const { startDate, endDate } = position;
  const isOver = endDate !== undefined && endDate < today;
  const isCurrent = !isOver && (startDate === undefined || startDate <= today);
  const listed = graceYears === undefined ? position.graceEndDate : undefined;
  const graceEndDate =
    listed ?? (endDate === undefined ? undefined : addYears(endDate, graceYears ?? usualGraceYears));
  return {
    graceEndDate,
    isCurrent,
    isInGracePeriod: isOver && graceEndDate !== undefined && today <= graceEndDate,
  };
}

/**
 * True if a sanction is in force on a day. A sanction without an end is in force. So is a declaration of unfitness
 * (inidoneidade) past its end: it stands until the list drops it.
 */
export function isSanctionInForce(sanction: ListedSanction, today: string): boolean {
  const { startDate, endDate, category } = sanction;
  if (startDate !== undefined && startDate > today) return false;
  if (endDate === undefined || endDate >= today) return true;
  return /inid[oô]ne|declara[cç][aã]o de inidoneidade/i.test(category ?? '');
}

/** The same day so many years later; the 29th of February becomes the 1st of March where there is none. */
function addYears(day: string, years: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year + years, month - 1, date)).toISOString().slice(0, 10);
}
