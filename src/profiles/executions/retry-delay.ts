import type { ProfileLimits } from '../profiles-deps.ts';

/**
 * How long to wait before the next run, in milliseconds: doubled after each one, up to the limit, and spread over
 * its upper half, so that what failed together does not come back together. Never shorter than the source wished,
 * within the limit.
 */
export function nextRetryDelayMs(
  limits: Pick<ProfileLimits, 'retryDelayMs' | 'maxRetryDelayMs'>,
  attempts: number,
  wishedMs: number,
  random: () => number = Math.random,
): number {
  const doubled = limits.retryDelayMs * 2 ** Math.min(attempts - 1, 40);
  const longest = Math.min(limits.maxRetryDelayMs, Math.max(doubled, wishedMs));
  const spread = Math.min(limits.maxRetryDelayMs, doubled) * (0.5 + random() / 2);
  return Math.round(Math.min(longest, Math.max(spread, wishedMs)));
}
