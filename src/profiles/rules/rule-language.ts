import { Environment, type ParseResult } from '@marcbachmann/cel-js';
import { parseDay } from '../attributes/check-attributes.ts';
import { compareNames } from '../attributes/compare-names.ts';
import { type ExpressionReading, readExpression } from './read-expression.ts';

/** The variables of rules. Each is an object; the guide lists its fields. */
const ruleVariables = ['basicData', 'sources', 'face', 'registry', 'attributes', 'checks'] as const;

export type RuleContext = Readonly<Record<(typeof ruleVariables)[number], unknown>> & {
  readonly today: string;
};

/** Length of an expression at most, in characters. */
export const maxRuleLength = 2_000;

const dayMs = 86_400_000;

const environment = new Environment({
  unlistedVariablesAreDyn: false,
  enableOptionalTypes: true,
  homogeneousAggregateLiterals: false,
  limits: {
    maxAstNodes: 500,
    maxDepth: 40,
    maxListElements: 200,
    maxMapEntries: 50,
    maxCallArguments: 8,
  },
});
for (const name of ruleVariables) environment.registerVariable(name, 'map');
environment.registerVariable('today', 'string');
environment.registerFunction('similarity(string, string): double', (a: string, b: string) =>
  compareNames(a, b),
);
environment.registerFunction('daysBetween(string, string): int', (from: string, to: string) =>
  BigInt(Math.floor((requireDay(to) - requireDay(from)) / dayMs)),
);
environment.registerFunction('yearsBetween(string, string): int', (from: string, to: string) =>
  BigInt(countYears(new Date(requireDay(from)), new Date(requireDay(to)))),
);

/** An expression that was found sound, ready to be evaluated. */
export type CompiledExpression = {
  evaluate(context: RuleContext): unknown;
  /** The sources whose data it reads; undefined when it cannot be told which. */
  readonly readsDataOf: ReadonlySet<string> | undefined;
  /** Every source it names. */
  readonly names: ReadonlySet<string>;
  /** Attributes that it cannot do without: it names them, or a check of them, and does not ask whether they are there. */
  readonly needsAttributes: ReadonlySet<string>;
} & ExpressionReading;

const compiled = new Map<string, CompiledExpression>();
const maxCompiled = 1_000;

/**
 * Reads an expression of the rule language (CEL). Throws an Error with the problem and its place; the message may be
 * shown to the author. Expressions never run as JavaScript.
 */
export function compileExpression(text: string): CompiledExpression {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const expression = parse(text);
  const reading = readExpression(expression.ast, ruleVariables);
  const named = reading.fields.map(({ path }) => path).filter(([root]) => root === 'sources');
  // What says more than whether a source answered.
  const data = named.filter(([, , member]) => member !== 'outcome' && member !== 'found');
  const result: CompiledExpression = {
    evaluate: (context) => expression({ ...context }),
    readsDataOf: reading.wholes.has('sources') ? undefined : new Set(data.map(([, source]) => source!)),
    names: new Set(named.map(([, source]) => source!)),
    needsAttributes: findNeededAttributes(reading),
    ...reading,
  };
  if (compiled.size >= maxCompiled) compiled.clear();
  compiled.set(text, result);
  return result;
}

function parse(text: string): ParseResult {
  if (text.length > maxRuleLength) throw new RangeError(`is longer than ${maxRuleLength} characters`);
  let expression: ParseResult;
  try {
    expression = environment.parse(text);
  } catch (error) {
    throw new SyntaxError(`does not parse: ${explain(error)}`, { cause: error });
  }
  const checked = expression.check();
  if (!checked.valid) throw new SyntaxError(`cannot be evaluated: ${explain(checked.error)}`);
  if (checked.type !== 'bool' && checked.type !== 'dyn') {
    throw new SyntaxError(`gives ${checked.type}; a rule must give true or false`);
  }
  return expression;
}

function explain(error: unknown): string {
  const { summary, range } = error as { summary?: string; range?: { start: number } };
  const what = summary ?? (error as Error).message.split('\n')[0]!;
  return range === undefined ? what : `${what} (at character ${range.start + 1})`;
}

function findNeededAttributes({ fields }: ExpressionReading): ReadonlySet<string> {
  const named = fields.filter(({ path: [root] }) => root === 'attributes' || root === 'checks');
  const askedFor = new Set(named.filter((it) => it.isAskedFor).map(({ path }) => path[1]!));
  return new Set(named.map(({ path }) => path[1]!).filter((name) => !askedFor.has(name)));
}

function requireDay(text: string): number {
  const day = parseDay(text);
  if (day === undefined) throw new RangeError('not a date');
  return day;
}

function countYears(from: Date, to: Date): number {
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  const isBefore =
    to.getUTCMonth() < from.getUTCMonth() ||
    (to.getUTCMonth() === from.getUTCMonth() && to.getUTCDate() < from.getUTCDate());
  return isBefore ? years - 1 : years;
}
