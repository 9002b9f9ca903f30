import { type ErrorCatalogue, errorsOf } from '../errors.ts';

export const rateLimitErrorCatalogue = {
  rate_limits_unavailable: {
    kind: 'unavailable',
    title: 'The rate limits are not available at the moment',
    fix: 'Try again after the time in Retry-After. Operators: Redis does not answer, and RATE_LIMIT_ON_REDIS_FAILURE is closed.',
  },
} satisfies ErrorCatalogue;

/** Counting is not possible and must not be left out. */
export class RateLimitError extends errorsOf(rateLimitErrorCatalogue) {}
