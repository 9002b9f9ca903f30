import type { DataDay } from '../../profiles/index.ts';
import { type AgeLimits, maxAgesDays } from './list-ages.ts';

/** The names by which answers of providers tell their day. */
export const providerPrefix = 'provider/';

/**
 * A judge of the days that answers rest on: true for one that is older than the limit of its source. Providers have
 * the limits of their descriptions.
 */
export function createAgeJudge(ageLimits: AgeLimits, providerLimits: AgeLimits) {
  return ({ source, day }: DataDay, now: Date): boolean => {
    const maxDays = source.startsWith(providerPrefix)
      ? providerLimits.get(source.slice(providerPrefix.length))
      : (ageLimits.get(source) ?? (source === 'registry' ? maxAgesDays.registry : undefined));
    return maxDays !== undefined && now.getTime() - new Date(day).getTime() > maxDays * 86_400_000;
  };
}
