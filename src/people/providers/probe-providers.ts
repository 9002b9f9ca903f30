import { createOutboundClient, type OutboundClient } from '../../platform/outbound/index.ts';
import { fillHeader, fillUrl } from './fill-placeholders.ts';
import { type LoadedProvider, loadProviders } from './load-providers.ts';

/** The answer of a provider's health address. */
export type ProviderProbe = {
  readonly provider: string;
  readonly source: string;
  /** Undefined for a provider without an address for it. */
  readonly isHealthy: boolean | undefined;
  /** The response time, in milliseconds. */
  readonly tookMs?: number;
  /** The status that was not 2xx, where one came. */
  readonly status?: number;
};

/** Asks the health address of each provider of the file, about nobody. Rejects with `source_providers_invalid`. */
export async function probeProviders(options: {
  readonly providersFile: string | undefined;
  readonly fetchAllow: readonly string[];
}): Promise<readonly ProviderProbe[]> {
  if (options.providersFile === undefined) return [];
  const providers = await loadProviders(options.providersFile);
  const client = createOutboundClient({ peer: 'sources', allow: options.fetchAllow });
  try {
    return await Promise.all(providers.map((provider) => probe(provider, client)));
  } finally {
    client.close();
  }
}

async function probe(
  { description, secrets }: LoadedProvider,
  client: OutboundClient,
): Promise<ProviderProbe> {
  const { name: provider, source, health, timeoutMs } = description;
  if (health === undefined) return { provider, source, isHealthy: undefined };
  const places = (place: string) => secrets.get(place.replace(/^secret\./, ''));
  const headers = Object.entries(health.headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    fillHeader(value, places),
  ]);
  const startedMs = performance.now();
  try {
    const request = {
      url: fillUrl(health.url, places),
      headers: { accept: 'application/json', ...Object.fromEntries(headers) },
      maxBytes: description.response.maxBytes,
      timeoutMs,
    };
    const status = await client.send(request, async (answer) => {
      await answer.bytes();
      return answer.status;
    });
    const isHealthy = status >= 200 && status < 300;
    const tookMs = Math.round(performance.now() - startedMs);
    return { provider, source, isHealthy, tookMs, ...(!isHealthy && { status }) };
  } catch {
    return { provider, source, isHealthy: false };
  }
}
