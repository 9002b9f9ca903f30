import type { components } from '../api/schema.ts';
import { findJsonFault, findJsonLine, type Place } from './find-json-line.ts';

export type Definition = components['schemas']['QueryTemplateDefinition'];
export type SourceEntry = Definition['sources'][number];
export type RuleEntry = Definition['rules'][number];

/** Decisions of rules, in the order of their severity. */
export const verdicts = ['REPROVED', 'WAITING_DOCUMENTS', 'PENDING', 'APPROVED'] as const;

/** A reason not to show a text as a form: it is no JSON from a place on, or a field has another form. */
export type DocumentFault =
  | { readonly kind: 'no_json'; readonly place: Place }
  | { readonly kind: 'other_form'; readonly field: string; readonly line: number };

/** The document of a template as the form shows it, with fields that the form does not know; or what is wrong with it. */
export function readDefinition(
  text: string,
): { readonly definition: Definition } | { readonly fault: DocumentFault } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: { kind: 'no_json', place: findJsonFault(text) ?? { line: 1, column: 1 } } };
  }
  const field = findOtherForm(value);
  return field === undefined
    ? { definition: value as Definition }
    : { fault: { kind: 'other_form', field, line: findJsonLine(text, `body/${field}`) ?? 1 } };
}

/** A definition as the text of its document. */
export function writeDefinition(definition: Definition): string {
  return JSON.stringify(definition, null, 2);
}

type Form = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Form>>;

const isText: Form = (value) => typeof value === 'string';
const isOptional =
  (form: Form): Form =>
  (value) =>
    value === undefined || form(value);
const isVerdict: Form = (value) => verdicts.some((each) => each === value);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isBoolean: Form = (value) => typeof value === 'boolean';

const fields: Fields = {
  name: isOptional(isText),
  subject: (value) => value === 'person' || value === 'company',
  sources: Array.isArray,
  rules: Array.isArray,
  otherwise: isOptional(isVerdict),
};
const entries: Readonly<Record<'sources' | 'rules', Fields>> = {
  sources: { name: isText, maxAge: isOptional(isText), isRequired: isOptional(isBoolean) },
  rules: { name: isText, when: isText, status: isVerdict, isForReview: isOptional(isBoolean) },
};

/** The path of the first field that has another form than the form can show. */
function findOtherForm(value: unknown): string | undefined {
  if (!isObject(value)) return '';
  for (const [name, form] of Object.entries(fields)) if (!form(value[name])) return name;
  for (const [list, members] of Object.entries(entries)) {
    for (const [index, entry] of (value[list] as readonly unknown[]).entries()) {
      if (!isObject(entry)) return `${list}/${index}`;
      const wrong = Object.entries(members).find(([name, form]) => !form(entry[name]));
      if (wrong !== undefined) return `${list}/${index}/${wrong[0]}`;
    }
  }
  return undefined;
}
