import { compileExpression, type RuleContext } from './rule-language.ts';

/** Characters of a value at most; the rest is cut off. */
const longestValue = 200;
/** Fields of a rule whose values are kept. */
const mostValues = 20;
/** Ways to reach somebody: only for who may read it, so never kept here. */
const contacts: readonly string[] = ['companyEmail', 'phoneNumber', 'contacts'];

/**
 * The values that a rule reads, as JSON, by the path of the field: what a person sees beside a decision. Long ones are
 * cut and end with `…`. A list of objects is its length. Fields that are absent or objects are left out, and so are
 * contact data and loop variables.
 */
export function readValues(when: string, context: RuleContext): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const { path } of compileExpression(when).fields) {
    const value = valueAt(context, path);
    const name = path.join('.');
    const isKept = !path.some((each) => contacts.includes(each)) && !Object.hasOwn(values, name);
    const text = isKept ? write(value) : undefined;
    if (text === undefined) continue;
    if (Object.keys(values).length === mostValues) break;
    values[name] = text;
  }
  return values;
}

function valueAt(context: RuleContext, path: readonly string[]): unknown {
  let value: unknown = context;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

function write(value: unknown): string | undefined {
  if (Array.isArray(value) && value.some(isObject)) return JSON.stringify({ length: value.length });
  if (value === undefined || isObject(value)) return undefined;
  const text = JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? Number(member) : member));
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)}…`;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
