import { checkProvider } from './check-provider.ts';
import { readProvidersFile } from './load-providers.ts';

/** The answer of a provider's health address. */
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
      return {
        provider: description.name,
        source: description.source,
        isHealthy,
        ...(tookMs !== undefined && { tookMs }),
        ...(status !== undefined && !isHealthy && { status }),
      };
    }),
  );
}
