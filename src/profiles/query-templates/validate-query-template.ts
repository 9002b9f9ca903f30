import { parse } from 'tinyduration';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { type FieldProblem, RequestError } from '../../platform/errors.ts';
import { isPrintable } from '../../platform/printable.ts';
import { compileExpression } from '../rules/rule-language.ts';
import type { Source } from '../types.ts';
import {
  findUnknownFields,
  findUnknownTexts,
  listKnownFields,
  listKnownTexts,
} from './find-unknown-fields.ts';
import { type QueryTemplateDefinition, QueryTemplateDefinitionSchema } from './query-template-definition.ts';

/** Maximum problems in one answer. */
const maxProblems = 50;

/**
 * The definition when it can be run with the sources there are. Throws `request_invalid` with every problem, those
 * of form and those of meaning, and the `others` that the caller found, each at its field below `place`, in words for
 * whoever wrote it.
 */
export function validateQueryTemplate(
  body: unknown,
  sources: readonly Source[],
  others: readonly FieldProblem[] = [],
  place = 'body',
): QueryTemplateDefinition {
  const problems = [
    ...(Value.Check(QueryTemplateDefinitionSchema, body)
      ? []
      : describeForm(QueryTemplateDefinitionSchema, body, place)),
    ...(isObject(body) ? findProblems(takeWellFormed(body), sources, place) : []),
    ...others,
  ];
  if (problems.length > 0) {
    throw new RequestError(problems.slice(0, maxProblems));
  }
  return body as QueryTemplateDefinition;
}

type FormSchema = TSchema & {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly required?: readonly string[];
  readonly items?: FormSchema;
  readonly anyOf?: readonly { readonly const: string }[];
};

/** The errors of form, each at its place; the library by itself would stop after a few. */
function describeForm(schema: FormSchema, value: unknown, path: string): FieldProblem[] {
  if (schema.properties !== undefined && isObject(value)) {
    const { properties } = schema;
    const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name));
    return [
      ...missing.map((name) => ({ path: `${path}/${name}`, message: 'is missing' })),
      ...Object.entries(value).flatMap(([name, member]) =>
        Object.hasOwn(properties, name)
          ? describeForm(properties[name]!, member, `${path}/${name}`)
          : [{ path: `${path}/${name.slice(0, 80)}`, message: 'is not a field of a query template' }],
      ),
    ];
  }
  if (schema.items !== undefined && Array.isArray(value) && Value.Check({ ...schema, items: {} }, value)) {
    const { items } = schema;
    return value.flatMap((item, index) => describeForm(items, item, `${path}/${index}`));
  }
  if (Value.Check(schema, value)) return [];
  if (schema.anyOf !== undefined) {
    return [{ path, message: `must be one of ${schema.anyOf.map((choice) => choice.const).join(', ')}` }];
  }
  return [{ path, message: Value.Errors(schema, value)[0]?.message ?? 'is not of the documented form' }];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The parts of a body that have the form of a definition, each source and rule by its place. */
type WellFormed = {
  readonly name: string | undefined;
  readonly subject: QueryTemplateDefinition['subject'] | undefined;
  readonly onboardPartners: QueryTemplateDefinition['onboardPartners'] | undefined;
  readonly sources: readonly (readonly [number, QueryTemplateDefinition['sources'][number]])[];
  readonly rules: readonly (readonly [number, QueryTemplateDefinition['rules'][number]])[];
  /** Of all sources, those of another form with them. */
  readonly sourceNames: readonly string[];
};

function takeWellFormed(body: Readonly<Record<string, unknown>>): WellFormed {
  const { name, subject, sources, rules, onboardPartners } = QueryTemplateDefinitionSchema.properties;
  const take = <Of extends TSchema>(schema: Of, value: unknown) =>
    Value.Check(schema, value) ? value : undefined;
  const takeItems = <Of extends TSchema>(list: TSchema & { readonly items: Of }, value: unknown) =>
    Array.isArray(value) && Value.Check({ ...list, items: {} }, value)
      ? value.flatMap((item, index) => (Value.Check(list.items, item) ? [[index, item] as const] : []))
      : [];
  const named = Array.isArray(body.sources) ? body.sources : [];
  return {
    name: take(name, body.name),
    subject: take(subject, body.subject),
    onboardPartners: take(onboardPartners, body.onboardPartners),
    sources: takeItems(sources, body.sources),
    rules: takeItems(rules, body.rules),
    sourceNames: named.flatMap((source) =>
      isObject(source) && typeof source.name === 'string' ? [source.name] : [],
    ),
  };
}

function findProblems(definition: WellFormed, sources: readonly Source[], place: string): FieldProblem[] {
  const { subject } = definition;
  const problems: FieldProblem[] = [];
  const add = (path: string, message: string) => problems.push({ path: `${place}/${path}`, message });
  const known = sources.filter((source) => source.subject === subject).map((source) => source.name);
  const seen = new Set<string>();

  for (const [index, source] of definition.sources) {
    if (subject !== undefined && !known.includes(source.name)) {
      add(
        `sources/${index}/name`,
        `is no source about a ${subject}; there are: ${known.join(', ') || 'none'}`,
      );
    } else if (seen.has(source.name)) add(`sources/${index}/name`, 'is listed twice');
    seen.add(source.name);
    if (source.maxAge !== undefined && parseMaxAge(source.maxAge) === undefined) {
      add(`sources/${index}/maxAge`, 'must be an ISO 8601 duration such as P30D or PT12H');
    }
  }

  if (!isPrintable(definition.name ?? '')) add('name', 'has characters that cannot be printed');

  const named = new Set(definition.sourceNames);
  const fields = subject && listKnownFields(subject, sources);
  const texts = listKnownTexts(sources.filter(({ name }) => named.has(name)));
  const ruleNames = new Set<string>();
  for (const [index, rule] of definition.rules) {
    if (ruleNames.has(rule.name)) add(`rules/${index}/name`, 'is the name of another rule, too');
    ruleNames.add(rule.name);
    if (!isPrintable(rule.name)) add(`rules/${index}/name`, 'has characters that cannot be printed');
    if (!rule.when.isWellFormed()) add(`rules/${index}/when`, 'has half a character');
    try {
      const expression = compileExpression(rule.when);
      for (const name of expression.names) {
        if (!named.has(name)) add(`rules/${index}/when`, `reads ${name}, which is not among the sources`);
      }
      const unknown = fields === undefined ? [] : findUnknownFields(expression, fields);
      for (const problem of unknown) add(`rules/${index}/when`, problem);
      for (const problem of findUnknownTexts(expression, texts)) add(`rules/${index}/when`, problem);
    } catch (error) {
      add(`rules/${index}/when`, (error as Error).message);
    }
  }

  if (definition.onboardPartners?.isEnabled === true && subject === 'person') {
    add('onboardPartners/isEnabled', 'only companies have partners');
  }
  return problems;
}

const secondMs = 1_000;

const dayMs = 86_400_000;

/**
 * The length of an ISO 8601 duration in milliseconds, a year counted as 365 days and a month as 30; undefined when
 * it is none, or negative.
 */
export function parseMaxAge(text: string): number | undefined {
  if (text.includes('-')) return undefined;
  let duration: ReturnType<typeof parse>;
  try {
    duration = parse(text);
  } catch {
    return undefined;
  }
  const { years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0 } = duration;
  const lengthMs =
    (years * 365 + months * 30 + weeks * 7 + days) * dayMs +
    (hours * 3_600 + minutes * 60 + seconds) * secondMs;
  return Number.isFinite(lengthMs) ? lengthMs : undefined;
}
