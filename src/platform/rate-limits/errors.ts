import { define, errorsOf } from '../errors.ts';

export const rateLimitErrorCatalogue = {
  rate_limits_unavailable: define.unavailable(
    'The rate limits are not available at the moment',
    'Try again after the time in Retry-After. Operators: Redis does not answer, and RATE_LIMIT_ON_REDIS_FAILURE is closed.',
  ),
};

/** Counting is not possible and must not be left out. */
export class RateLimitError extends errorsOf(rateLimitErrorCatalogue) {}
