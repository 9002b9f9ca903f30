import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { readSecret, type SecretReference } from '../../platform/config/index.ts';
import type { ClientCertificate } from '../../platform/outbound/index.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { PeopleError } from '../errors.ts';
import { compileMapping } from './compile-mapping.ts';
import { isPlace, listPlaces } from './fill-placeholders.ts';
import { type ProviderDescription, parseProviders } from './provider-description.ts';

/**
 * The providers of a file, with their secrets. Everything that can be wrong with it is found here, at the start, and
 * told at once: `source_providers_invalid`, with places and never values.
 */
export async function loadProviders(path: string, readReference: ReadReference = readSecret) {
  const problems: { path: string; message: string }[] = [];
  const loaded = (await readProvidersFile(path)).map((description, index) => {
    const at = `providers/${index}`;
    const { secrets, clientCertificate, missing } = readKeys(description, readReference);
    for (const { member, message } of missing) problems.push({ path: `${at}/${member}`, message });
    const { request, response, health } = description;
    for (const place of listPlaces([request.url, request.headers, request.json, request.form])) {
      const isToken = place === 'token' && description.oauth === undefined;
      if (isToken || !isPlace(place, Object.keys(description.secrets))) {
        problems.push({ path: `${at}/request`, message: `{${place}} stands for nothing` });
      }
    }
    for (const place of listPlaces([health?.url, health?.headers])) {
      const isToken = place === 'token' && description.oauth !== undefined;
      const isSecret = place.startsWith('secret.') && isPlace(place, Object.keys(description.secrets));
      if (!isToken && !isSecret) {
        problems.push({ path: `${at}/health`, message: `{${place}} stands for nothing` });
      }
    }
    for (const member of ['mapping', 'subjects'] as const) {
      const text = response[member];
      if (text === undefined) continue;
      try {
        compileMapping(text, { timeoutMs: 1_000, depth: 100 });
      } catch {
        problems.push({ path: `${at}/response/${member}`, message: 'is no JSONata' });
      }
    }
    return { description, secrets, clientCertificate };
  });
  if (problems.length > 0) throw new PeopleError('source_providers_invalid', { problems });
  return loaded;
}

/** The descriptions of a file, their secrets not yet read. Rejects with `source_providers_invalid`. */
export async function readProvidersFile(path: string): Promise<readonly ProviderDescription[]> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new PeopleError('source_providers_invalid', { detail: 'The file cannot be read.', cause });
  });
  return parseProviders(text);
}

/** Reads what a reference stands for; undefined when there is nothing. */
export type ReadReference = (reference: SecretReference) => { reveal(): string } | undefined;

/** The keys of a provider as this process finds them. */
export type ProviderKeys = {
  readonly secrets: ReadonlyMap<string, string>;
  readonly clientCertificate: ClientCertificate | undefined;
  /** Members of the description that stand for nothing, and what is wrong with them; never a value. */
  readonly missing: readonly { readonly member: string; readonly message: string }[];
};

/** Reads the secrets and the client certificate that a description names. */
export function readKeys(description: ProviderDescription, readReference: ReadReference): ProviderKeys {
  const secrets = new Map<string, string>();
  const missing: { member: string; message: string }[] = [];
  for (const [name, reference] of Object.entries(description.secrets)) {
    const secret = readReference(reference);
    if (secret === undefined) missing.push({ member: `secrets/${name}`, message: 'has no value' });
    else secrets.set(name, secret.reveal());
  }
  const certificate = readCertificate(description, secrets, readReference);
  if (certificate !== undefined && 'member' in certificate) missing.push(certificate);
  const clientCertificate = certificate !== undefined && 'member' in certificate ? undefined : certificate;
  return { secrets, clientCertificate, missing };
}

function readCertificate(
  { clientCertificate: described }: ProviderDescription,
  secrets: ReadonlyMap<string, string>,
  readReference: ReadReference,
): ClientCertificate | { readonly member: string; readonly message: string } | undefined {
  if (described === undefined) return undefined;
  const files = new Map<string, Buffer>();
  const { passphrase: passphraseName, ...references } = described;
  for (const [name, reference] of Object.entries(references)) {
    const member = `clientCertificate/${name}`;
    const path = readReference(reference)?.reveal();
    if (path === undefined) return { member, message: 'names a variable without a path' };
    try {
      files.set(name, readFileSync(path));
    } catch {
      return { member, message: 'names a file that cannot be read' };
    }
  }
  const passphrase = passphraseName === undefined ? undefined : secrets.get(passphraseName);
  const [cert, key, pfx] = ['certificateFile', 'keyFile', 'pfxFile'].map((name) => files.get(name));
  const certificate: ClientCertificate = toAnswer({ cert, key, pfx, passphrase });
  try {
    createSecureContext(certificate as Parameters<typeof createSecureContext>[0]);
  } catch {
    return {
      member: 'clientCertificate',
      message: 'is no certificate with its key, or the passphrase is wrong',
    };
  }
  return certificate;
}
