import { isLongerThan } from '../../platform/characters.ts';
import { parseCpf } from '../../platform/documents.ts';
import { type FieldProblem, RequestError } from '../../platform/errors.ts';
import type { JsonObject, ProfileField, SubjectKind } from '../types.ts';
import { compareNames } from './compare-names.ts';

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

/** Characters of a checked attribute at most. */
const longestText = 300;

const days: ReadonlySet<string> = new Set(['birthDate', 'openingDate']);

/** Throws `request_invalid`, naming every attribute that `findAttributeProblems` finds. */
export function requireComparable(kind: SubjectKind, attributes: JsonObject, now: Date): void {
  const problems = findAttributeProblems(kind, attributes, now);
  if (problems.length > 0) throw new RequestError(problems.slice(0, 50));
}

/**
 * Errors of form in attributes that are compared with sources, each with the expected form. Other attributes are for
 * rules and may be anything. A value without comparison is refused: it would otherwise decide or evade a verdict, as
 * no one.
 */
export function findAttributeProblems(
  kind: SubjectKind,
  attributes: JsonObject,
  now: Date,
): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  const add = (path: string, message: string) => problems.push({ path: `body/attributes/${path}`, message });
  for (const name of checkedAttributes[kind]) {
    if (!Object.hasOwn(attributes, name)) continue;
    const value = attributes[name];
    const fault = days.has(name) ? faultOfDay(value, now) : faultOfText(value);
    if (fault !== undefined) add(name, fault);
  }
  if (kind === 'company' && Object.hasOwn(attributes, 'partners')) {
    const { partners } = attributes;
    if (!Array.isArray(partners)) add('partners', 'must be a list of { "name", "cpf" }');
    else {
      for (const [index, partner] of (partners as unknown[]).entries()) {
        const { name, cpf } = (partner ?? {}) as { readonly name?: unknown; readonly cpf?: unknown };
        const fault = faultOfText(name);
        if (fault !== undefined) add(`partners/${index}/name`, fault);
        if (parseCpf(cpf) === undefined) {
          add(`partners/${index}/cpf`, 'must be a CPF: eleven digits without mask, valid check digits');
        }
      }
    }
  }
  return problems;
}

function faultOfText(value: unknown): string | undefined {
  const isFine =
    typeof value === 'string' && !isLongerThan(value, longestText) && /[\p{L}\p{N}]/u.test(value);
  return isFine ? undefined : `must be a text of 1 to ${longestText} characters with a letter or digit`;
}

function faultOfDay(value: unknown, now: Date): string | undefined {
  const isForm = typeof value === 'string' && /^(\d{2}\/\d{2}\/\d{4}|\d{4}-\d{2}-\d{2})$/.test(value);
  const day = isForm ? parseDay(value) : undefined;
  if (day === undefined) return 'must be a day of the calendar as DD/MM/YYYY or YYYY-MM-DD';
  return day > parseDay(toDay(now))! ? 'must not be in the future' : undefined;
}

const calendarDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' });

/** The calendar day where the companies and people are, as `YYYY-MM-DD`. */
export function toDay(now: Date): string {
  return calendarDay.format(now);
}

/**
 * A calendar day, as `DD/MM/YYYY` or ISO 8601, in milliseconds since 1970 at midnight UTC; undefined for anything
 * else, days that no calendar has included.
 */
export function parseDay(text: string): number | undefined {
  const brazilian = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(text);
  const [year, month, day] =
    brazilian !== null
      ? [Number(brazilian[3]), Number(brazilian[2]), Number(brazilian[1])]
      : iso !== null
        ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
        : [];
  if (year === undefined) return undefined;
  const time = Date.UTC(year, month! - 1, day);
  const date = new Date(time);
  // Of a year below 100 JavaScript makes one of the twentieth century.
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month! - 1 && date.getUTCDate() === day;
  return isReal ? time : undefined;
}
