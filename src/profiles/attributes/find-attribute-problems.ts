import { parseCpf } from '../../platform/documents/index.ts';
import { type FieldProblem, RequestError } from '../../platform/errors.ts';
import type { JsonObject, SubjectKind } from '../types.ts';
import { checkedAttributes } from './check-attributes.ts';
import { parseDay } from './parse-day.ts';

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
  const isFine = typeof value === 'string' && value.length <= longestText && /[\p{L}\p{N}]/u.test(value);
  return isFine ? undefined : `must be a text of 1 to ${longestText} characters with a letter or digit`;
}

function faultOfDay(value: unknown, now: Date): string | undefined {
  const isForm = typeof value === 'string' && /^(\d{2}\/\d{2}\/\d{4}|\d{4}-\d{2}-\d{2})$/.test(value);
  const day = isForm ? parseDay(value) : undefined;
  if (day === undefined) return 'must be a day of the calendar as DD/MM/YYYY or YYYY-MM-DD';
  return day > now.getTime() ? 'must not be in the future' : undefined;
}
