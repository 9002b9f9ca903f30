import { parse } from 'tinyduration';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { FieldProblem } from '../../platform/errors.ts';
import { ProfileError } from '../errors.ts';
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
 * The definition when it can be run with the sources there are. Throws `query_template_invalid` with every problem,
 * each at its field, in words for whoever wrote it.
 */
export function validateQueryTemplate(body: unknown, sources: readonly Source[]): QueryTemplateDefinition {
  const problems = Value.Check(QueryTemplateDefinitionSchema, body)
    ? findProblems(body as QueryTemplateDefinition, sources)
    : describeForm(QueryTemplateDefinitionSchema, body, 'body');
  if (problems.length > 0) {
    throw new ProfileError('query_template_invalid', { problems: problems.slice(0, maxProblems) });
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

function findProblems(definition: QueryTemplateDefinition, sources: readonly Source[]): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const add = (path: string, message: string) => problems.push({ path: `body/${path}`, message });
  const known = sources
    .filter((source) => source.subject === definition.subject)
    .map((source) => source.name);
  const named = new Set<string>();

  definition.sources.forEach((source, index) => {
    if (!known.includes(source.name)) {
      add(
        `sources/${index}/name`,
        `is no source about a ${definition.subject}; there are: ${known.join(', ') || 'none'}`,
      );
    } else if (named.has(source.name)) add(`sources/${index}/name`, 'is listed twice');
    named.add(source.name);
    if (source.maxAge !== undefined && parseMaxAge(source.maxAge) === undefined) {
      add(`sources/${index}/maxAge`, 'must be an ISO 8601 duration such as P30D or PT12H');
    }
  });

  if (!isPrintable(definition.name ?? '')) add('name', 'has characters that cannot be printed');

  const fields = listKnownFields(definition.subject, sources);
  const texts = listKnownTexts(sources.filter(({ name }) => named.has(name)));
  const ruleNames = new Set<string>();
  definition.rules.forEach((rule, index) => {
    if (ruleNames.has(rule.name)) add(`rules/${index}/name`, 'is the name of another rule, too');
    ruleNames.add(rule.name);
    if (!isPrintable(rule.name)) add(`rules/${index}/name`, 'has characters that cannot be printed');
    if (!rule.when.isWellFormed()) add(`rules/${index}/when`, 'has half a character');
    try {
      const expression = compileExpression(rule.when);
      for (const name of expression.names) {
        if (!named.has(name)) add(`rules/${index}/when`, `reads ${name}, which is not among the sources`);
      }
      for (const problem of findUnknownFields(expression, fields)) add(`rules/${index}/when`, problem);
      for (const problem of findUnknownTexts(expression, texts)) add(`rules/${index}/when`, problem);
    } catch (error) {
      add(`rules/${index}/when`, (error as Error).message);
    }
  });

  if (definition.onboardPartners?.enabled === true && definition.subject !== 'company') {
    add('onboardPartners/enabled', 'only companies have partners');
  }
  return problems;
}

/** True if a name is text without control characters. Terminals show it and obey control characters. */
function isPrintable(name: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(name);
}

const secondMs = 1_000;

const dayMs = 86_400_000;

/**
 * The length of an ISO 8601 duration in milliseconds, a year counted as 365 days and a month as 30; undefined when
 * it is none, or negative.
 */
export function parseMaxAge(text: string): number | undefined {
  let duration: ReturnType<typeof parse>;
  try {
    duration = parse(text);
  } catch {
    return undefined;
  }
  const {
    negative,
    years = 0,
    months = 0,
    weeks = 0,
    days = 0,
    hours = 0,
    minutes = 0,
    seconds = 0,
  } = duration;
  if (negative === true) return undefined;
  const lengthMs =
    (years * 365 + months * 30 + weeks * 7 + days) * dayMs +
    (hours * 3_600 + minutes * 60 + seconds) * secondMs;
  return Number.isFinite(lengthMs) ? lengthMs : undefined;
}
