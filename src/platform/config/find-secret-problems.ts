import type { FieldProblem } from '../errors.ts';
import type { Secret } from './secret.ts';

const leastSecretLength = 32;

/** The problems of a secret that processes of one deployment share, named by its variable: too short, or missing. */
export function findSecretProblems(
  variable: string,
  secret: Secret | undefined,
  /** The variables that need it and are set. */
  neededBy: readonly string[],
): readonly FieldProblem[] {
  if (secret === undefined) {
    return neededBy.slice(0, 1).map((other) => ({ path: variable, message: `${other} needs it.` }));
  }
  if (secret.reveal().length >= leastSecretLength) return [];
  return [{ path: variable, message: `It must have ${leastSecretLength} characters or more.` }];
}
