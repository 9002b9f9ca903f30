import type { ProfileField } from '../profile-state.ts';
import type { JsonObject, SubjectKind } from '../types.ts';
import { compareNames } from './compare-names.ts';
import { parseDay } from './parse-day.ts';

/** The sources' answers about one attribute from the client. */
export type AttributeCheck = {
  /**
   * `match` and `mismatch` compare with what a source knows; `unknown`: no source told anything that can be compared.
   */
  readonly verdict: 'match' | 'mismatch' | 'unknown';
  /** From 0 to 1; absent when there was nothing to compare with. */
  readonly similarity?: number;
  /** The source compared with. */
  readonly source?: string;
};

/** The similarity from which two names count as the same. Set by the cases in its tests, not measured on people. */
export const nameMatchSimilarity = 0.9;

/** Undefined when one of the two is not of the form that can be compared. */
type Comparison = (
  claimed: string,
  known: string,
) => { readonly similarity: number; readonly isMatch: boolean } | undefined;

const comparisons: Readonly<Record<string, Comparison>> = {
  name: compareAsNames,
  motherName: compareAsNames,
  fatherName: compareAsNames,
  officialName: compareAsNames,
  fantasyName: compareAsNames,
  birthDate: compareAsDays,
  openingDate: compareAsDays,
  gender: compareAsGenders,
};

/**
 * Compares the client's attributes with the basic data of the sources. Skips attributes without a field in the basic
 * data, and attributes that are not a text, number or boolean: these are for rules and sources.
 */
export function checkAttributes(
  attributes: JsonObject,
  fields: Readonly<Record<string, ProfileField>>,
  checkable: readonly string[],
): Readonly<Record<string, AttributeCheck>> {
  const checks: Record<string, AttributeCheck> = {};
  for (const attribute of checkable) {
    if (!Object.hasOwn(attributes, attribute)) continue;
    const claimed = toText(attributes[attribute]);
    if (claimed === undefined) continue;
    const field = Object.hasOwn(fields, attribute) ? fields[attribute] : undefined;
    const known = toText(field?.value);
    if (field === undefined || known === undefined) {
      checks[attribute] = { verdict: 'unknown' };
      continue;
    }
    const compared = (comparisons[attribute] ?? compareAsCodes)(claimed, known);
    if (compared === undefined) {
      checks[attribute] = { verdict: 'unknown' };
      continue;
    }
    checks[attribute] = {
      verdict: compared.isMatch ? 'match' : 'mismatch',
      similarity: Math.round(compared.similarity * 10_000) / 10_000,
      source: field.source,
    };
  }
  return checks;
}

/** Attributes that are checked: fields of the basic data that are one text each. */
export const checkedAttributes = {
  person: ['name', 'fatherName', 'motherName', 'birthDate', 'rg', 'gender'],
  company: [
    'officialName',
    'fantasyName',
    'openingDate',
    'companySize',
    'companyEmail',
    'phoneNumber',
    'status',
  ],
} as const satisfies Readonly<Record<SubjectKind, readonly string[]>>;

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function compareAsNames(claimed: string, known: string) {
  const similarity = compareNames(claimed, known);
  return { similarity, isMatch: similarity >= nameMatchSimilarity };
}

/** Days are the same or not; day and month exchanged, or one digit that differs, is told by the similarity. */
function compareAsDays(claimed: string, known: string) {
  const [a, b] = [parseDay(claimed), parseDay(known)];
  if (a === undefined || b === undefined) return undefined;
  if (a === b) return exactly(1);
  const [x, y] = [a, b].map((day) => new Date(day).toISOString().slice(0, 10).replaceAll('-', ''));
  let same = 0;
  for (let index = 0; index < 8; index += 1) if (x![index] === y![index]) same += 1;
  return { similarity: same / 8, isMatch: false };
}

const genders: Readonly<Record<string, string>> = {
  F: 'F',
  FEMALE: 'F',
  FEMININO: 'F',
  MULHER: 'F',
  M: 'M',
  MALE: 'M',
  MASCULINO: 'M',
  HOMEM: 'M',
};

function compareAsGenders(claimed: string, known: string) {
  const [a, b] = [claimed, known].map((value) => value.trim().toUpperCase());
  return exactly((genders[a!] ?? a) === (genders[b!] ?? b) ? 1 : 0);
}

/** Numbers of documents, codes, addresses: the same letters and digits, whatever is between them. */
function compareAsCodes(claimed: string, known: string) {
  const [a, b] = [claimed, known].map((value) =>
    value
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toUpperCase()
      .replaceAll(/[^\p{L}\p{N}@]/gu, ''),
  );
  return exactly(a === b ? 1 : 0);
}

function exactly(similarity: 0 | 1) {
  return { similarity, isMatch: similarity === 1 };
}
