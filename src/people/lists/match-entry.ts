import type { Cpf } from '../../platform/documents/index.ts';
import { compareNames } from '../../profiles/index.ts';
import { normaliseName } from '../keyed-indexes.ts';
import type { ListEntry } from '../list-entry.ts';

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
