import type { Db } from '../../platform/db/index.ts';
import { findCodeList } from '../records-store.ts';
import { type CityCheck, findMainCity, judgeCity } from './judge-city.ts';
import { checkPostalCode, isAbroad, type PostalCodeCheck } from './postal-code-states.ts';
import { findCitiesOfPostalCode } from './postal-codes-store.ts';

/** The judgement of an address by its postal code. What cannot be judged is absent. */
export type AddressCheck = {
  /** The postal code against the state. */
  readonly postalCodeCheck?: PostalCodeCheck;
  /** The postal code against the city, as the registry in service has them. */
  readonly postalCodeCityCheck?: CityCheck;
  /** The city that the registry has for the postal code. */
  readonly postalCodeCity?: { readonly name: string; readonly ibgeCode?: string };
};

/** An address as somebody writes it. The registry knows the code of the city, too. */
export type CheckedAddress = {
  readonly postalCode?: string | undefined;
  readonly state?: string | undefined;
  readonly city?: string | undefined;
  /** Receita Federal's code. */
  readonly cityCode?: string | undefined;
  readonly country?: string | undefined;
};

type Codes = Readonly<Record<string, string>>;

/**
 * Holds the postal code of an address against its state, by the ranges of the states, and against its city, by the
 * establishments of the registry in service. Nothing is said of addresses abroad. The registry has typing errors and
 * lacks new postal codes: `disagrees` is a reason to look, not a proof. See docs/decisions/0140.
 */
export async function checkAddress(db: Db, address: CheckedAddress): Promise<AddressCheck> {
  const postalCodeCheck = checkPostalCode(address);
  const ofState = postalCodeCheck === undefined ? {} : { postalCodeCheck };
  const digits = /^\d{5}-?\d{3}$/.test(address.postalCode?.trim() ?? '')
    ? address.postalCode!.replaceAll(/\D/g, '')
    : undefined;
  const city = fold(address.city ?? '');
  if (digits === undefined || isAbroad(address) || (city === '' && address.cityCode === undefined))
    return ofState;

  const found = await findCitiesOfPostalCode(db, digits);
  const codes = found === undefined ? undefined : await findCodeList(db, found.codesKey);
  if (found === undefined || codes == null) return { ...ofState, postalCodeCityCheck: 'unknown' };
  const { cities } = found;
  const check =
    address.cityCode === undefined
      ? judgeCity(
          cities,
          ({ code }) => fold(codes[`city:${code}`] ?? '') === city,
          namesOfCities(codes).has(city),
        )
      : judgeCity(cities, ({ code }) => code === address.cityCode, `city:${address.cityCode}` in codes);
  const main = findMainCity(cities);
  const name = main && codes[`city:${main.code}`];
  const ibgeCode = main && codes[`ibge:${main.code}`];
  return {
    ...ofState,
    postalCodeCityCheck: check,
    ...(name !== undefined && {
      postalCodeCity: { name, ...(ibgeCode !== undefined && { ibgeCode }) },
    }),
  };
}

/** Names of each list of codes, folded. Lists are kept by `findCodeList`. */
const names = new WeakMap<Codes, ReadonlySet<string>>();

function namesOfCities(codes: Codes): ReadonlySet<string> {
  const known = names.get(codes);
  if (known !== undefined) return known;
  const cities = Object.entries(codes).filter(([key]) => key.startsWith('city:'));
  const made = new Set(cities.map(([, name]) => fold(name)));
  names.set(codes, made);
  return made;
}

/** A name without accents, case and punctuation. */
function fold(name: string): string {
  return name
    .slice(0, 300)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim();
}
