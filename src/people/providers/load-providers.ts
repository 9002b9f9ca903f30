import { readFile } from 'node:fs/promises';
import { readSecret, type SecretReference } from '../../platform/config/index.ts';
import { PeopleError } from '../errors.ts';
import { compileMapping } from './compile-mapping.ts';
import { listPlaces } from './fill-placeholders.ts';
import { type ProviderDescription, parseProviders } from './provider-description.ts';
import { isPlace } from './subject-places.ts';

/** A provider with the secrets that its templates name. */
export type LoadedProvider = {
  readonly description: ProviderDescription;
  readonly secrets: ReadonlyMap<string, string>;
};

/**
 * The providers of a file, with their secrets. Everything that can be wrong with it is found here, at the start, and
 * told at once: `source_providers_invalid`, with places and never values.
 */
export async function loadProviders(
  path: string,
  readReference: (reference: SecretReference) => { reveal(): string } | undefined = readSecret,
): Promise<readonly LoadedProvider[]> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new PeopleError('source_providers_invalid', { detail: 'The file cannot be read.', cause });
  });
  const problems: { path: string; message: string }[] = [];
  const loaded = parseProviders(text).map((description, index) => {
    const at = `providers/${index}`;
    const secrets = new Map<string, string>();
    for (const [name, reference] of Object.entries(description.secrets)) {
      const secret = readReference(reference);
      if (secret === undefined) problems.push({ path: `${at}/secrets/${name}`, message: 'has no value' });
      else secrets.set(name, secret.reveal());
    }
    const { request, response, health } = description;
    for (const place of listPlaces([request.url, request.headers, request.json, request.form])) {
      const isToken = place === 'token' && description.oauth === undefined;
      if (isToken || !isPlace(place, Object.keys(description.secrets))) {
        problems.push({ path: `${at}/request`, message: `{${place}} stands for nothing` });
      }
    }
    for (const place of listPlaces([health?.url, health?.headers])) {
      if (!(place.startsWith('secret.') && isPlace(place, Object.keys(description.secrets)))) {
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
    return { description, secrets };
  });
  if (problems.length > 0) throw new PeopleError('source_providers_invalid', { problems });
  return loaded;
}
