import type { ProfileLimits } from '../profiles-deps.ts';

/**
 * The wait before the next run, in milliseconds. It doubles after each run, up to the limit. A random part of its
 * upper half spreads jobs that failed together. It is never shorter than the source's wish, within the limit.
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
