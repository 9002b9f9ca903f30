import { type ASTNode, Environment } from '@marcbachmann/cel-js';

/** The words of a language: texts by their keys, and its way to write numbers and choices. */
export type RuleWords = {
  /** Undefined where there is no such text. */
  readonly text: (key: string, values: Readonly<Record<string, string>>) => string | undefined;
  readonly number: (value: number) => string;
  readonly oneOf: (values: readonly string[]) => string;
};

type Node = { readonly op: string; readonly args: unknown };
type Said = string | undefined;

/** Sources whose data the service itself defines, by the beginning of the keys of their texts. */
const knownData: Readonly<Record<string, string>> = {
  pfMediaProfileAndExposure: 'exposure',
  pjSanctions: 'exposure',
  pfInternationalLists: 'world',
  pjInternationalLists: 'world',
  pfDebts: 'debts',
  pjDebts: 'debts',
  pjData: 'company',
};

const comparisons: Readonly<Record<string, string>> = {
  '==': 'is',
  in: 'is',
  '!=': 'isNot',
  '>=': 'atLeast',
  '>': 'moreThan',
  '<=': 'atMost',
  '<': 'lessThan',
};

/** Texts for the values of fields with closed lists, by the end of the field's path. */
const valueTexts: Readonly<Record<string, string>> = {
  matchBasis: 'people.bases',
  list: 'sources.names',
  verdict: 'executions.verdicts',
  outcome: 'executions.outcomes',
  'status.code': 'rules.statusCodes',
  gender: 'profiles.genders',
};

const environment = new Environment({
  unlistedVariablesAreDyn: true,
  enableOptionalTypes: true,
  homogeneousAggregateLiterals: false,
});

/**
 * When a rule applies, as the condition of a sentence. Undefined for an expression of a form that there are no words for,
 * or that does not parse: a sentence never says less, or more, than the expression does.
 */
export function sayRule(when: string, words: RuleWords): Said {
  let ast: ASTNode;
  try {
    ast = environment.parse(when).ast;
  } catch {
    return undefined;
  }
  return createSpeaker(words).condition(ast as Node);
}

function createSpeaker(words: RuleWords, item?: string) {
  const say = (key: string, values: Readonly<Record<string, Said>> = {}): Said =>
    Object.values(values).includes(undefined)
      ? undefined
      : words.text(`rules.${key}`, values as Readonly<Record<string, string>>);

  /** The key of a field's text and what to fill into it. */
  const field = (
    path: readonly string[] | undefined,
    kind: 'fields' | 'true' | 'false' | 'lists' | 'counted',
  ) => {
    if (path === undefined) return undefined;
    const [root, name = '', ...rest] = path;
    if (item !== undefined && root === item) return say(`${kind}.item_${path.slice(1).join('_')}`);
    if (root === 'attributes') return rest.length > 0 ? undefined : say(`${kind}.attribute`, { name });
    if (root === 'checks') return say(`${kind}.check_${rest.join('_')}`, { name });
    if (root !== 'sources') return say(`${kind}.${path.join('_')}`);
    const source = words.text(`sources.names.${name}`, {}) ?? name;
    if (rest.length === 1) return say(`${kind}.${rest[0] === 'outcome' ? 'answer' : rest[0]}`, { source });
    const group = knownData[name];
    return group === undefined
      ? say(`${kind}.other`, { name: rest.slice(1).join('.'), source })
      : say(`${kind}.${group}_${rest.slice(1).join('_')}`, { source });
  };

  /** A thing that has a value: a field, an age, a count. */
  const thing = (node: Node): Said => {
    if (node.op !== 'call') return field(pathOf(node), 'fields');
    const [call, args] = node.args as [string, readonly Node[]];
    const [first, second] = args;
    if (first === undefined) return undefined;
    if (call === 'size') return say('fields.count', { list: field(pathOf(first), 'counted') });
    if (second === undefined) return undefined;
    if (call === 'similarity') return say('fields.likeness', { left: thing(first), right: thing(second) });
    if (pathOf(second)?.join('.') !== 'today') return undefined;
    if (call === 'daysBetween') return say('fields.days', { field: thing(first) });
    if (call !== 'yearsBetween') return undefined;
    return pathOf(first)?.join('.') === 'basicData.birthDate'
      ? say('fields.age')
      : say('fields.years', { field: thing(first) });
  };

  const value = (node: Node, path: readonly string[] | undefined): Said => {
    const literal = literalOf(node);
    if (typeof literal === 'number') return words.number(literal);
    if (typeof literal !== 'string') return literal === undefined ? thing(node) : undefined;
    const group = valueTexts[path?.slice(-2).join('.') ?? ''] ?? valueTexts[path?.at(-1) ?? ''];
    return say('quoted', { value: words.text(`${group}.${literal}`, {}) ?? literal });
  };

  const oneOf = (values: readonly Said[]): Said =>
    values.length === 0 || values.includes(undefined) ? undefined : words.oneOf(values as readonly string[]);

  const comparison = (op: string, left: Node, right: Node): Said => {
    if (literalOf(left) !== undefined) return undefined;
    const literal = literalOf(right);
    if (typeof literal === 'boolean') {
      if (op !== '==' && op !== '!=') return undefined;
      return truth(left, literal === (op === '=='));
    }
    if (left.op === 'call' && (left.args as [string])[0] === 'size' && typeof literal === 'number') {
      const [list] = (left.args as [string, readonly Node[]])[1];
      const amount = amountOf(op, literal);
      if (amount !== undefined) return say(amount, { list: field(list && pathOf(list), 'counted') });
    }
    const path = pathOf(left);
    const values =
      op !== 'in'
        ? value(right, path)
        : right.op === 'list'
          ? oneOf((right.args as readonly Node[]).map((one) => value(one, path)))
          : undefined;
    return say(comparisons[op] ?? '', { field: thing(left), value: values });
  };

  /** A thing that is true or false by itself. */
  const truth = (node: Node, isTrue: boolean): Said => {
    if (node.op === 'call' && (node.args as [string])[0] === 'has') {
      const [asked] = (node.args as [string, readonly Node[]])[1];
      return say(isTrue ? 'known' : 'unknown', { field: asked && thing(asked) });
    }
    return field(pathOf(node), isTrue ? 'true' : 'false');
  };

  const exists = (list: Node, name: string, inner: Node): Said => {
    if (pathOf(list)?.join() !== 'checks') {
      const condition = createSpeaker(words, name).condition(inner);
      return say('exists', { list: field(pathOf(list), 'lists'), condition });
    }
    const [left, right] = inner.args as [Node, Node];
    return inner.op === '==' && isVerdictOf(left, name) ? say(`checks.${literalOf(right)}`) : undefined;
  };

  /** A condition as a part of another one: in brackets where it would be read with what follows it. */
  const grouped = (node: Node): Said =>
    node.op === '&&' || node.op === '||' ? say('group', { inner: condition(node) }) : condition(node);

  const condition = (node: Node): Said => {
    const args = node.args as readonly Node[];
    if (node.op === '&&' || node.op === '||') {
      const [left, right] = args.map((part) => (part.op === node.op ? condition(part) : grouped(part)));
      return say(node.op === '&&' ? 'and' : 'or', { left, right });
    }
    if (node.op === '!_') {
      const inner = node.args as Node;
      return truth(inner, false) ?? say('not', { inner: grouped(inner) });
    }
    if (node.op in comparisons) return comparison(node.op, args[0]!, args[1]!);
    if (node.op === 'rcall') {
      const [call, list, [name, inner]] = node.args as [string, Node, readonly Node[]];
      if (call !== 'exists' || name?.op !== 'id' || inner === undefined) return undefined;
      return exists(list, String(name.args), inner);
    }
    return truth(node, true);
  };
  return { condition };
}

/** The key of a text for a comparison that says of a count that there are some, or none. */
function amountOf(op: string, count: number): 'some' | 'none' | undefined {
  if ((count === 0 && (op === '>' || op === '!=')) || (count === 1 && op === '>=')) return 'some';
  return (count === 0 && (op === '==' || op === '<=')) || (count === 1 && op === '<') ? 'none' : undefined;
}

/** True for `checks[name].verdict`, with `name` a variable. */
function isVerdictOf({ op, args }: Node, name: string): boolean {
  if (op !== '.') return false;
  const [each, member] = args as [Node, string];
  if (member !== 'verdict' || each.op !== '[]') return false;
  const [checks, key] = each.args as [Node, Node];
  return pathOf(checks)?.join() === 'checks' && key.op === 'id' && key.args === name;
}

function literalOf({ op, args }: Node): string | number | boolean | undefined {
  if (op === '-_') {
    const inner = literalOf(args as Node);
    return typeof inner === 'number' ? -inner : undefined;
  }
  if (op !== 'value') return undefined;
  if (typeof args === 'bigint') return Number(args);
  return typeof args === 'string' || typeof args === 'number' || typeof args === 'boolean' ? args : undefined;
}

/** The names of `a.b["c"]`, from the left; undefined for anything else. */
function pathOf({ op, args }: Node): readonly string[] | undefined {
  if (op === 'id') return [String(args)];
  if (op !== '.' && op !== '[]') return undefined;
  const [target, member] = args as [Node, string | Node];
  const before = pathOf(target);
  const name = typeof member === 'string' ? member : literalOf(member);
  return before === undefined || typeof name !== 'string' ? undefined : [...before, name];
}
