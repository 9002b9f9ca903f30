import { setTimeout as delay } from 'node:timers/promises';
import type { OutboundClient } from '../../platform/outbound/index.ts';
import { RateLimitError, type RateLimiter } from '../../platform/rate-limits/index.ts';
import { ProviderFailure } from './ask-provider.ts';
import type { ProviderDescription } from './provider-description.ts';

const minuteMs = 60_000;
/** Windows in a minute: any minute holds at most a window more than the limit. */
const windowsInMinute = 6;

/**
 * The client, with no more requests in a minute than the description allows. A request waits for its turn as long as
 * the provider's time limit, then rejects with `provider_rate_limited`. Counted in this process, or with Redis in all;
 * descriptions of one host with the same limit count together, as one key has one limit. See docs/decisions/0035.
 */
export function paceRequests(
  client: OutboundClient,
  { request: { url }, requestsPerMinute, timeoutMs }: ProviderDescription,
  limiter: Pick<RateLimiter, 'count'>,
): OutboundClient {
  if (requestsPerMinute === undefined) return client;
  const limit = Math.max(1, Math.floor(requestsPerMinute / windowsInMinute));
  const key = `${/^https?:\/\/[^/?#]*/.exec(url)?.[0]} ${requestsPerMinute}`;
  const windowMs = (minuteMs * limit) / requestsPerMinute;

  async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
    const startedMs = performance.now();
    for (;;) {
      const [state] = await limiter
        .count([{ policy: 'provider', key, limit, windowMs }])
        .catch((error: unknown) => {
          if (error instanceof RateLimitError) throw heldBack(minuteMs / windowsInMinute);
          throw error;
        });
      if (!state!.isExceeded) return;
      if (performance.now() - startedMs + state!.resetMs > timeoutMs) throw heldBack(state!.resetMs);
      await delay(state!.resetMs + 1, undefined, signal === undefined ? {} : { signal });
    }
  }

  return {
    ...client,
    async send(request, read) {
      await takeTurn(request.signal);
      return await client.send(request, read);
    },
  };
}

function heldBack(waitMs: number): ProviderFailure {
  return new ProviderFailure('provider_rate_limited', {
    isPassing: false,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    isHeldBack: true,
  });
}
