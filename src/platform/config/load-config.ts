import { availableParallelism } from 'node:os';
import type { FieldProblem } from '../errors.ts';
import { ConfigError } from './errors.ts';
import { type Form, forms } from './forms.ts';
import { listVariables, type Variable } from './list-variables.ts';
import type { Config } from './schema.ts';

/**
 * The configuration that a set of variables makes. Unknown variables are ignored, an empty one counts as not
 * set. Reads nothing but its arguments; `coreCount` is the default of FACE_WORKERS.
 *
 * Throws a ConfigError that names every wrong variable and what it may be. The values of secrets are not in it.
 */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>>,
  coreCount: number = availableParallelism(),
): Config {
  const problems: FieldProblem[] = [];
  const config: Record<string, Record<string, unknown>> = {};
  for (const group of listVariables()) {
    const values: Record<string, unknown> = {};
    for (const variable of group.variables) {
      const text = env[variable.variable]?.trim() || String(variable.default ?? '');
      if (text === '' && variable.default !== '') continue;
      const value = parse(variable, text);
      if (value === undefined) problems.push({ path: variable.variable, message: explain(variable, text) });
      else values[variable.property] = deepFreeze(value);
    }
    config[group.name] = values;
  }
  config.faces!.workers ??= coreCount;
  const loaded = config as Config;
  problems.push(...findContradictions(loaded));
  if (problems.length > 0) throw new ConfigError(problems);
  for (const values of Object.values(config)) Object.freeze(values);
  return Object.freeze(loaded);
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
  const shown = variable.group === 'secrets' ? 'the value given' : JSON.stringify(text);
  return `${shown} is not ${describeAllowed(variable)}.`;
}

/** What a variable may be, in words. */
export function describeAllowed(variable: Variable): string {
  if (variable.enum !== undefined) return `one of ${variable.enum.join(', ')}`;
  if (variable.format !== undefined) return forms[variable.format].expected;
  const kind = variable.type === 'integer' ? 'a whole number' : 'a number';
  return `${kind} from ${variable.minimum} to ${variable.maximum}`;
}

function findContradictions(config: Config): FieldProblem[] {
  const { listen, mobileListen } = config.server;
  const problems: FieldProblem[] = [];
  if (
    listen !== undefined &&
    mobileListen !== undefined &&
    mobileListen.port !== 0 &&
    mobileListen.port === listen.port &&
    mobileListen.host === listen.host
  ) {
    problems.push({
      path: 'MOBILE_LISTEN',
      message: 'it is the same address as LISTEN; leave it out for one listener.',
    });
  }
  const { tlsCertificateFile, tlsKeyFile } = config.server;
  if ((tlsCertificateFile === undefined) !== (tlsKeyFile === undefined)) {
    problems.push({
      path: tlsKeyFile === undefined ? 'TLS_KEY' : 'TLS_CERT',
      message: 'TLS needs both TLS_CERT and TLS_KEY.',
    });
  }
  return problems;
}

function deepFreeze(value: unknown): unknown {
  return typeof value === 'object' ? Object.freeze(value) : value;
}
