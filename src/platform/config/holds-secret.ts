import type { Variable } from './list-variables.ts';

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
