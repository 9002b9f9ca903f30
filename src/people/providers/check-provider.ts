import { readSecret } from '../../platform/config/index.ts';
import { createOutboundClient, type OutboundClient, OutboundError } from '../../platform/outbound/index.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { ProviderFailure } from './ask-provider.ts';
import { fillHeader, fillUrl } from './fill-placeholders.ts';
import { type ProviderKeys, type ReadReference, readKeys, readProvidersFile } from './load-providers.ts';
import type { ProviderDescription } from './provider-description.ts';
import { createProviderToken } from './provider-token.ts';

/** The state of a provider's keys, and the answer of its API to one cheap call. About nobody. */
export type ProviderCheck = {
  readonly provider: string;
  /**
   * `answers`: the API took the keys. `keys_missing`: nothing was asked. `refused`: it answered, but not 2xx.
   * `unreachable`: no answer. `not_asked`: the description names no call, or one that is billed.
   */
  readonly outcome: 'answers' | 'keys_missing' | 'refused' | 'unreachable' | 'not_asked';
  /** Members of the description that stand for nothing here. */
  readonly missing: ProviderKeys['missing'];
  /** True if a token was fetched: the token address took the keys. */
  readonly hasToken?: boolean;
  /** True if the call is billed and was not allowed. */
  readonly isBilled?: boolean;
  /** Of the API's answer. */
  readonly status?: number;
  readonly tookMs?: number;
  /** Why the described call got no answer. */
  readonly reason?: string;
};

export type CheckOptions = {
  readonly fetchAllow: readonly string[];
  /** Makes the described call also if it is billed. */
  readonly isBilledAllowed: boolean;
  readonly readReference?: ReadReference;
};

/** Reads the keys, fetches a token where one is needed, and makes the one call that the description names for it. */
export async function checkProvider(
  description: ProviderDescription,
  { fetchAllow, isBilledAllowed, readReference = readSecret }: CheckOptions,
): Promise<ProviderCheck> {
  const { name: provider, oauth } = description;
  const { secrets, clientCertificate, missing } = readKeys(description, readReference);
  if (missing.length > 0) return { provider, outcome: 'keys_missing', missing };
  using client = createOutboundClient({ peer: 'sources', allow: fetchAllow, clientCertificate });
  try {
    const clock = { now: () => new Date() };
    const token =
      oauth === undefined
        ? undefined
        : await createProviderToken({ ...description, oauth }, secrets, { client, clock }).get();
    const keys = { provider, missing, ...(token !== undefined && { hasToken: true }) };
    if (description.health?.isBilled === true && !isBilledAllowed) {
      return { ...keys, outcome: 'not_asked', isBilled: true };
    }
    return { ...keys, ...(await call(client, description, secrets, token)) };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const outcome = error.reason === 'provider_token_refused' ? 'refused' : 'unreachable';
    return { provider, outcome, missing, hasToken: false };
  }
}

async function call(
  client: OutboundClient,
  { health, timeoutMs, response }: ProviderDescription,
  secrets: ReadonlyMap<string, string>,
  token: string | undefined,
): Promise<Pick<ProviderCheck, 'outcome' | 'status' | 'tookMs' | 'reason'>> {
  // A token is an answer of the API.
  if (health === undefined) return { outcome: token === undefined ? 'not_asked' : 'answers' };
  const places = (place: string) => (place === 'token' ? token : secrets.get(place.replace(/^secret\./, '')));
  const headers = Object.entries(health.headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    fillHeader(value, places),
  ]);
  const request = {
    url: fillUrl(health.url, places),
    headers: { accept: 'application/json', ...Object.fromEntries(headers) },
    maxBytes: response.maxBytes,
    timeoutMs,
  };
  const startedMs = performance.now();
  try {
    const status = await client.send(request, async (answer) => {
      await answer.bytes();
      return answer.status;
    });
    const tookMs = Math.round(performance.now() - startedMs);
    return { outcome: status >= 200 && status < 300 ? 'answers' : 'refused', status, tookMs };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { title, detail } = error;
    return { outcome: 'unreachable', reason: detail === undefined ? title : `${title} (${detail})` };
  }
}

export type ProviderProbe = {
  readonly provider: string;
  readonly source: string;
  /** Undefined for a provider without a call for it that costs nothing. */
  readonly isHealthy: boolean | undefined;
  /** The response time, in milliseconds. */
  readonly tookMs?: number;
  /** The status that was not 2xx, where one came. */
  readonly status?: number;
};

/** Checks each provider of the file, about nobody and without billed calls. Rejects with `source_providers_invalid`. */
export async function probeProviders(options: {
  readonly providersFile: string | undefined;
  readonly fetchAllow: readonly string[];
}): Promise<readonly ProviderProbe[]> {
  if (options.providersFile === undefined) return [];
  const { fetchAllow } = options;
  const providers = await readProvidersFile(options.providersFile);
  return await Promise.all(
    providers.map(async (description): Promise<ProviderProbe> => {
      const check = await checkProvider(description, { fetchAllow, isBilledAllowed: false });
      const { outcome, status, tookMs } = check;
      const isHealthy = outcome === 'not_asked' ? undefined : outcome === 'answers';
      const { name: provider, source } = description;
      const probe = { provider, source, isHealthy };
      return { ...probe, ...toAnswer({ tookMs, status: isHealthy ? undefined : status }) };
    }),
  );
}
