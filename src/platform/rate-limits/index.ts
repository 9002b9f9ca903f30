export { createRateLimiter, type RateLimiter } from './create-rate-limiter.ts';
export { RateLimitError } from './errors.ts';
export type { Bucket, BucketState } from './types.ts';
