import type Type from 'typebox';
import type { FormName } from './forms.ts';
import type { VariableAnnotations } from './variables.ts';

/** Groups of variables by the name that the configuration has for each. */
export type SettingsGroups = Readonly<Record<string, Type.TSchema>>;

/** The values of groups of variables. Frozen. */
export type ConfigOf<Groups extends SettingsGroups> = {
  readonly [Name in keyof Groups]: Readonly<Type.Static<Groups[Name]>>;
};

/** One variable of a group, in plain form. */
export type Variable = VariableAnnotations & {
  readonly group: string;
  readonly property: string;
  readonly type: 'string' | 'integer' | 'number';
  readonly format?: FormName;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number;
};

export type VariableGroup = {
  readonly name: string;
  readonly title: string;
  readonly variables: readonly Variable[];
  /** The limits that are no variables, by property. */
  readonly constants: Readonly<Record<string, number>>;
};

type DescribedGroup = { readonly title?: string; readonly properties: Readonly<Record<string, object>> };

/** The variables of groups, in the order they are declared in. */
export function listVariables(groups: SettingsGroups): readonly VariableGroup[] {
  const described = Object.entries(groups) as unknown as readonly [string, DescribedGroup][];
  return described.map(([name, { title = name, properties }]) => ({
    name,
    title,
    variables: Object.entries(properties)
      .filter(([, schema]) => !isConstant(schema))
      .map(([property, schema]) => ({
        ...(schema as unknown as Omit<Variable, 'group' | 'property'>),
        group: name,
        property,
      })),
    constants: Object.fromEntries(
      Object.entries(properties).flatMap(([property, schema]) =>
        isConstant(schema) ? [[property, schema.const]] : [],
      ),
    ),
  }));
}

function isConstant(schema: object): schema is { readonly const: number } {
  return 'const' in schema;
}

const secretForms: ReadonlySet<string> = new Set([
  'secret',
  'master-key',
  'master-key-list',
  'postgres-url',
  'redis-url',
]);

/** Names of variables that hold a secret, or half of one, whatever their form is. */
const secretNames = /(?:SECRET|PASSWORD|TOKEN|KEY_ID|HEADERS)$/;

/** True for a setting whose value is never shown: not in answers, and not in the error that refuses it. */
export function holdsSecret({ variable, format }: Pick<Variable, 'variable' | 'format'>): boolean {
  return secretForms.has(format ?? '') || secretNames.test(variable);
}

const mostEdits = 2;
/** Letters for each edit: in a short name one letter makes another word. */
const lettersForEdit = 5;

/** The set variables that are no settings and whose names differ from one by a letter or two, sorted by name. */
export function findMisspelt(env: Readonly<Record<string, string | undefined>>, groups: SettingsGroups) {
  const known = listVariables(groups).flatMap(({ variables }) => variables.map(({ variable }) => variable));
  return Object.keys(env)
    .filter((given) => env[given] !== '' && !known.includes(given))
    .sort()
    .flatMap((given) => {
      const most = Math.min(mostEdits, Math.floor(given.length / lettersForEdit));
      const meant = known.find((name) => countEdits(given.toUpperCase(), name) <= most);
      return meant === undefined ? [] : [{ given, meant }];
    });
}

/** Letters to add, remove or replace (Levenshtein). */
function countEdits(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > mostEdits) return Number.POSITIVE_INFINITY;
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (let at = 1; at <= to.length; at += 1) {
      const replaced = above[at - 1]! + (letter === to[at - 1] ? 0 : 1);
      current.push(Math.min(above[at]! + 1, current[at - 1]! + 1, replaced));
    }
    above = current;
  }
  return above[to.length]!;
}
