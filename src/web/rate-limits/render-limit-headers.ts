import type { BucketState } from '../../platform/rate-limits/index.ts';

/**
 * The fields `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10: lists (RFC 9651) of policy
 * names, with quota and window in seconds, and with what is left and the seconds until it is all there again.
 *
 * @example
 * "client";q=600;w=60, "address";q=6000;w=60
 * "client";r=599;t=60, "address";r=5999;t=60
 */
export function renderLimitHeaders(states: readonly BucketState[]): {
  readonly policy: string;
  readonly limits: string;
} {
  return {
    policy: states
      .map(({ policy, limit, windowMs }) => `"${policy}";q=${limit};w=${Math.round(windowMs / 1000)}`)
      .join(', '),
    limits: states
      .map(({ policy, remaining, resetMs }) => `"${policy}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`)
      .join(', '),
  };
}
