import { readFile } from 'node:fs/promises';
import { readSecret } from '../../platform/config/index.ts';
import type { ClientCertificate } from '../../platform/outbound/index.ts';
import { PeopleError } from '../errors.ts';
import { compileMapping } from './compile-mapping.ts';
import { listPlaces } from './fill-placeholders.ts';
import { type ProviderDescription, parseProviders } from './provider-description.ts';
import { type ReadReference, readKeys } from './read-keys.ts';
import { isPlace } from './subject-places.ts';

/** A provider with the secrets that its placeholders name, and the certificate that it asks for. */
export type LoadedProvider = {
  readonly description: ProviderDescription;
  readonly secrets: ReadonlyMap<string, string>;
  readonly clientCertificate: ClientCertificate | undefined;
};

/**
 * The providers of a file, with their secrets. Everything that can be wrong with it is found here, at the start, and
 * told at once: `source_providers_invalid`, with places and never values.
 */
export async function loadProviders(
  path: string,
  readReference: ReadReference = readSecret,
): Promise<readonly LoadedProvider[]> {
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
