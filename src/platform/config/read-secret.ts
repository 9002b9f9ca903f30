import { readFileSync } from 'node:fs';
import { readEnvironment } from './read-environment.ts';
import { Secret } from './secret.ts';

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
