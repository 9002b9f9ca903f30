import type { CountedCity } from './postal-codes-store.ts';

/**
 * The judgement of a city against a postal code: `unknown` where the registry has too few establishments with the
 * code, where they do not say it clearly, or where the text is no name of a city.
 */
export type CityCheck = 'agrees' | 'disagrees' | 'unknown';

/** Establishments that a postal code needs before it says anything. Chosen, not measured. */
const leastEstablishments = 5;
/** Share of a code's establishments from which a city is one of its cities. Chosen, not measured. */
const leastShare = 0.2;
/** Share below which it is a typing error. Chosen, not measured. */
const errorShare = 0.05;
/** Share from which a city is the code's only one. Chosen, not measured. */
const mainShare = 0.8;

/** Holds the counted cities of a postal code against the one that an address names. */
export function judgeCity(
  cities: readonly CountedCity[],
  isNamed: (city: CountedCity) => boolean,
  isCity: boolean,
): CityCheck {
  const all = countAll(cities);
  if (all < leastEstablishments) return 'unknown';
  const share = countAll(cities.filter(isNamed)) / all;
  if (share >= leastShare) return 'agrees';
  return share < errorShare && isCity ? 'disagrees' : 'unknown';
}

/** The city that nearly all establishments with the code have; undefined where there is no such city. */
export function findMainCity(cities: readonly CountedCity[]): CountedCity | undefined {
  const all = countAll(cities);
  if (all < leastEstablishments) return undefined;
  return cities.find(({ establishments }) => establishments / all >= mainShare);
}

function countAll(cities: readonly CountedCity[]): number {
  return cities.reduce((sum, { establishments }) => sum + establishments, 0);
}
