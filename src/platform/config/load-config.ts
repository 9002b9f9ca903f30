import { availableParallelism } from 'node:os';
import type { FieldProblem } from '../errors.ts';
import { ConfigError } from './errors.ts';
import { type Form, forms } from './forms.ts';
import {
  type ConfigOf,
  holdsSecret,
  listVariables,
  type SettingsGroups,
  type Variable,
} from './list-variables.ts';
import { redactUser } from './secret.ts';
import { contradictionsOf } from './variables.ts';

/**
 * The values that a set of variables gives to groups of settings. Unknown variables are ignored, an empty one counts as
 * not set. Reads nothing but its arguments; `coreCount` is the default of a number of threads.
 *
 * Throws a ConfigError that names every wrong variable and what it may be. The values of secrets are not in it.
 *
 * See docs/decisions/0029.
 */
export function loadConfig<Groups extends SettingsGroups>(
  env: Readonly<Record<string, string | undefined>>,
  groups: Groups,
  coreCount: number = availableParallelism(),
): ConfigOf<Groups> {
  const problems: FieldProblem[] = [];
  const config: Record<string, Record<string, unknown>> = {};
  for (const group of listVariables(groups)) {
    const values: Record<string, unknown> = { ...group.constants };
    for (const variable of group.variables) {
      const usual = variable.isOnePerCore ? coreCount : variable.default;
      const text = env[variable.variable]?.trim() || String(usual ?? '');
      if (text === '' && usual !== '') continue;
      const value = parse(variable, text);
      if (value === undefined) problems.push({ path: variable.variable, message: explain(variable, text) });
      else values[variable.property] = deepFreeze(value);
    }
    problems.push(...contradictionsOf(groups[group.name]!, values));
    config[group.name] = Object.freeze(values);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config) as ConfigOf<Groups>;
}

function parse(variable: Variable, text: string): unknown {
  if (variable.enum !== undefined) return variable.enum.includes(text) ? text : undefined;
  if (variable.format !== undefined) return (forms[variable.format] as Form).parse(text);
  // Number() also takes hexadecimal, infinity and white space.
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  const value = Number(text);
  if (variable.type === 'integer' && !/^\d+$/.test(text)) return undefined;
  return value >= variable.minimum! && value <= variable.maximum! ? value : undefined;
}

function explain(variable: Variable, text: string): string {
  const shown =
    variable.group === 'secrets' || holdsSecret(variable)
      ? 'the value given'
      : JSON.stringify(redactUser(text));
  return `${shown} is not ${describeAllowed(variable)}.`;
}

/** The values that a variable may have, in words. */
export function describeAllowed(variable: Variable): string {
  if (variable.enum !== undefined) return `one of ${variable.enum.join(', ')}`;
  if (variable.format !== undefined) return forms[variable.format].expected;
  const kind = variable.type === 'integer' ? 'a whole number' : 'a number';
  return `${kind} from ${variable.minimum} to ${variable.maximum}`;
}

function deepFreeze(value: unknown): unknown {
  return typeof value === 'object' ? Object.freeze(value) : value;
}
