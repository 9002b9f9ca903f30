import type { DataDay } from '../../profiles/index.ts';
import { type ListName, type WorldListName, worldListNames } from '../list-entry.ts';

/** Days after which data count as old, by kind. International lists change every few days; TSE's files stay as they are. */
export const maxAgesDays = {
  world: 7,
  sanctions: 31,
  pep: 62,
  registry: 62,
  /** A quarter, and the time until it is published. */
  pgfn: 124,
} as const;

/** Days that the operator sets instead, by the name of a list or other source. */
export type AgeLimits = ReadonlyMap<string, number>;

/** The days after which a list counts as old; undefined for one that is of its election. */
export function listMaxAgeDays(list: ListName, limits: AgeLimits): number | undefined {
  const set = limits.get(list);
  if (set !== undefined) return set;
  if (worldListNames.includes(list as WorldListName)) return maxAgesDays.world;
  if (list === 'tse') return undefined;
  if (list === 'pgfn') return maxAgesDays.pgfn;
  return list === 'pep' ? maxAgesDays.pep : maxAgesDays.sanctions;
}

/** True if a list of a day, or imported then where no day is known, is older than it may be. */
export function isListOld(list: ListName, day: Date, now: Date, limits: AgeLimits): boolean {
  const maxDays = listMaxAgeDays(list, limits);
  return maxDays !== undefined && now.getTime() - day.getTime() > maxDays * 86_400_000;
}

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
