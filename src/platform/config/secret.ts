import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import type { FieldProblem } from '../errors.ts';
import { readEnvironment } from './read-environment.ts';

const redacted = '[redacted]';

/** A text that must not be seen: printing, logging or serialising it shows `[redacted]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
    Object.freeze(this);
  }

  /** The text itself. Called where it is used and nowhere else. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return redacted;
  }

  toJSON(): string {
    return redacted;
  }

  [inspect.custom](): string {
    return redacted;
  }
}

/** Where a secret stands: a variable of the environment, or a file that holds nothing else. */
export type SecretReference = { readonly env: string } | { readonly file: string };

const longestSecretBytes = 65_536;

/**
 * The secret behind a reference, without white space around it; undefined when there is none, or it is empty or no
 * line of text. Read once, where what uses it is built.
 */
export function readSecret(
  reference: SecretReference,
  environment: Readonly<Record<string, string | undefined>> = readEnvironment(),
): Secret | undefined {
  const text = ('env' in reference ? environment[reference.env] : readFile(reference.file))?.trim();
  // It becomes part of a header, where a line end would begin another one.
  if (text === undefined || text === '' || /[\r\n\0]/.test(text)) return undefined;
  return new Secret(text);
}

function readFile(path: string): string | undefined {
  try {
    const bytes = readFileSync(path);
    return bytes.length > longestSecretBytes ? undefined : bytes.toString('utf8');
  } catch {
    return undefined;
  }
}

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

/** The text with the user and the password of each address in it replaced: no form of a setting looks for them. */
export function redactUser(text: string): string {
  return text.replace(/\/\/[^/\s"]*@/g, '//[redacted]@');
}
