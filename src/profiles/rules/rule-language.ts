import { type ASTNode, Environment, type ParseResult } from '@marcbachmann/cel-js';
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
  const uses = findSourceUses(expression.ast);
  const reading = readExpression(expression.ast, ruleVariables);
  const result: CompiledExpression = {
    evaluate: (context) => expression({ ...context }),
    readsDataOf: uses.isUnclear ? undefined : uses.data,
    names: uses.names,
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

type SourceUses = { readonly data: Set<string>; readonly names: Set<string>; isUnclear: boolean };

/** Which sources an expression names, and of which it reads more than whether and when they answered. */
function findSourceUses(ast: ASTNode): SourceUses {
  const uses: SourceUses = { data: new Set(), names: new Set(), isUnclear: false };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(walk);
      return;
    }
    if (!isNode(value)) return;
    const source = nameOfSource(value);
    if (source !== undefined) {
      uses.names.add(source);
      uses.data.add(source);
      return;
    }
    const [target, member] = Array.isArray(value.args) ? value.args : [];
    const named = isAccess(value) && isNode(target) ? nameOfSource(target) : undefined;
    if (named !== undefined) {
      uses.names.add(named);
      if (member !== 'outcome' && member !== 'found') uses.data.add(named);
      if (isNode(member)) walk(member);
      return;
    }
    if (value.op === 'id' && value.args === 'sources') uses.isUnclear = true;
    walk(value.args);
  };
  walk(ast);
  return uses;
}

type Node = { readonly op: string; readonly args: unknown };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'op' in value;
}

function isAccess(node: Node): boolean {
  return node.op === '.' || node.op === '.?';
}

/** `pfBasicData` for `sources.pfBasicData` and `sources["pfBasicData"]`. */
function nameOfSource(node: Node): string | undefined {
  if (!Array.isArray(node.args)) return undefined;
  const [target, member] = node.args;
  if (!isNode(target) || target.op !== 'id' || target.args !== 'sources') return undefined;
  if (isAccess(node) && typeof member === 'string') return member;
  if (isNode(member) && member.op === 'value' && typeof member.args === 'string') return member.args;
  return undefined;
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
