import { readFile } from 'node:fs/promises';
import { CliError } from '../../cli/errors.ts';
import type { PublicKeysInput } from '../parse-public-keys.ts';

/** The public keys in a file: a JWK set, one JWK, or a PEM. What they are worth is the domain's to say. */
export async function readPublicKeys(file: string): Promise<PublicKeysInput> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new CliError('file_unreadable', { detail: `${file}: ${cause.code}`, cause });
  });
  if (!text.trimStart().startsWith('{')) return { publicKeyPem: text };
  try {
    const value = JSON.parse(text) as { keys?: unknown };
    return { jwks: { keys: Array.isArray(value.keys) ? value.keys : [value] } };
  } catch (cause) {
    throw new CliError('file_unreadable', { detail: `${file} is not well-formed JSON`, cause });
  }
}
