import type { ASTNode } from '@marcbachmann/cel-js';

/** A field that an expression names: `basicData.name`, `checks["name"].verdict`. */
export type NamedField = {
  readonly path: readonly [string, ...string[]];
  /** True if the expression asks for its presence: `has(a.b)`, `a.?b`. */
  readonly isAskedFor: boolean;
};

/** The facts about an expression that need no evaluation. */
export type ExpressionReading = {
  readonly fields: readonly NamedField[];
  /** Variables that the expression uses as they are, without the name of a field. */
  readonly wholes: ReadonlySet<string>;
  /** Texts that the expression compares a member of that name with: `s.list == "ceis"`, `s.list in ["ceis"]`. */
  readonly compared: readonly { readonly member: string; readonly text: string }[];
  /** Parts of the expression. */
  readonly parts: number;
  /** Loops within each other at most. */
  readonly loops: number;
  /** True if every part takes no longer than its data are long. Regular expressions may take longer. */
  readonly isPlain: boolean;
};

type Node = { readonly op: string; readonly args: unknown };

const loopMacros = new Set(['exists', 'exists_one', 'all', 'map', 'filter']);
const plainCalls = new Set([
  ...loopMacros,
  'has',
  'size',
  'contains',
  'startsWith',
  'endsWith',
  'lowerAscii',
  'upperAscii',
  'trim',
  'orValue',
  'or',
  'hasValue',
  'value',
  'yearsBetween',
  'daysBetween',
  'int',
  'double',
  'string',
]);

/** Reads an expression that was parsed: the fields of these variables that it names, and how much work it is. */
export function readExpression(ast: ASTNode, variables: readonly string[]): ExpressionReading {
  const fields: NamedField[] = [];
  const compared: { member: string; text: string }[] = [];
  const bound = new Set<string>();
  const wholes = new Set<string>();
  let parts = 0;
  let loops = 0;
  let isPlain = true;

  const walk = (value: unknown, depth: number, isAskedFor: boolean): void => {
    if (Array.isArray(value)) {
      for (const each of value) walk(each, depth, isAskedFor);
      return;
    }
    if (!isNode(value)) return;
    parts += 1;
    compared.push(...comparisonsIn(value));
    const path = pathOf(value);
    if (path !== undefined && path.names.length > 1) {
      fields.push({ path: path.names as [string, ...string[]], isAskedFor: isAskedFor || path.isOptional });
      return;
    }
    if (value.op === 'id') wholes.add(String(value.args));
    const call = value.op === 'call' || value.op === 'rcall' ? String((value.args as unknown[])[0]) : '';
    if (call !== '' && !plainCalls.has(call)) isPlain = false;
    const isLoop = value.op === 'rcall' && loopMacros.has(call);
    if (isLoop) {
      loops = Math.max(loops, depth + 1);
      const [, , args] = value.args as [string, unknown, readonly unknown[]];
      for (const arg of args.slice(0, -1)) if (isNode(arg) && arg.op === 'id') bound.add(String(arg.args));
    }
    if (call === 'bind') bound.add(nameBoundBy(value));
    walk(value.args, isLoop ? depth + 1 : depth, isAskedFor || (value.op === 'call' && call === 'has'));
  };
  walk(ast, 0, false);
  return {
    // A name that the expression gives to something of its own is no variable of ours.
    fields: fields.filter(({ path: [root] }) => variables.includes(root) && !bound.has(root)),
    wholes,
    compared,
    parts,
    loops,
    isPlain,
  };
}

function comparisonsIn({ op, args }: Node): readonly { readonly member: string; readonly text: string }[] {
  if (!['==', '!=', 'in'].includes(op) || !Array.isArray(args)) return [];
  const [left, right] = args as [unknown, unknown];
  return [
    [left, right],
    [right, left],
  ].flatMap(([side, other]) => {
    if (!isNode(side) || (side.op !== '.' && side.op !== '.?')) return [];
    const member = (side.args as unknown[])[1];
    if (typeof member !== 'string' || !isNode(other)) return [];
    const values = other.op === 'list' ? (other.args as unknown[]) : [other];
    return values.flatMap((value) =>
      isNode(value) && value.op === 'value' && typeof value.args === 'string'
        ? [{ member, text: value.args }]
        : [],
    );
  });
}

function nameBoundBy({ args }: Node): string {
  const [, , [name] = []] = args as [string, unknown, Node[]];
  return String(name?.args);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'op' in value;
}

/** The names of `a.b["c"]`, from the left; undefined for anything else. */
function pathOf(node: Node): { readonly names: readonly string[]; readonly isOptional: boolean } | undefined {
  if (node.op === 'id') return { names: [String(node.args)], isOptional: false };
  if (!Array.isArray(node.args) || node.args.length !== 2) return undefined;
  const [target, member] = node.args as [unknown, unknown];
  const name = memberOf(node.op, member);
  if (name === undefined || !isNode(target)) return undefined;
  const before = pathOf(target);
  if (before === undefined) return undefined;
  return {
    names: [...before.names, name],
    isOptional: before.isOptional || node.op === '.?' || node.op === '[?]',
  };
}

function memberOf(op: string, member: unknown): string | undefined {
  if (op === '.' || op === '.?') {
    if (typeof member === 'string') return member;
  } else if (op !== '[]' && op !== '[?]') return undefined;
  return isNode(member) && member.op === 'value' && typeof member.args === 'string' ? member.args : undefined;
}
