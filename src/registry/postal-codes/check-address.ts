import Type from 'typebox';
import type { Db } from '../../platform/db/index.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { findCodeList } from '../records-store.ts';
import { type CountedCity, findCitiesOfPostalCode } from './postal-codes-store.ts';

/** The findings of `checkAddress`, as properties of an address in a document. */
export const addressCheckProperties = {
  postalCodeCheck: Type.Optional(
    Type.Unsafe<'agrees' | 'state_differs' | 'unassigned'>({
      type: 'string',
      enum: ['agrees', 'state_differs', 'unassigned'],
      description: 'The postal code against the state. unassigned: no state has such a code.',
    }),
  ),
  postalCodeCityCheck: Type.Optional(
    Type.Unsafe<'agrees' | 'disagrees' | 'unknown'>({
      type: 'string',
      enum: ['agrees', 'disagrees', 'unknown'],
      description:
        'The postal code against the city, by the establishments of the registry. unknown: they do not tell.',
    }),
  ),
  postalCodeCity: Type.Optional(
    Type.Object(
      { name: Type.String(), ibgeCode: Type.Optional(Type.String({ description: 'Seven digits.' })) },
      { description: 'The city that nearly all establishments with the postal code have.' },
    ),
  ),
};

/** The judgement of an address by its postal code. What cannot be judged is absent. */
export type AddressCheck = Readonly<Type.Static<Type.TObject<typeof addressCheckProperties>>>;

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
  const ofState = toAnswer({ postalCodeCheck });
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
  const postalCodeCity = name === undefined ? undefined : toAnswer({ name, ibgeCode });
  return toAnswer({ postalCodeCheck, postalCodeCityCheck: check, postalCodeCity });
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

/** Establishments that a postal code needs before it says anything. Chosen, not measured. */
const leastEstablishments = 5;

/** Share of a code's establishments from which a city is one of its cities. Chosen, not measured. */
const leastShare = 0.2;

/** Share below which it is a typing error. Chosen, not measured. */
const errorShare = 0.05;

/** Share from which a city is the code's only one. Chosen, not measured. */
const mainShare = 0.8;

/**
 * Holds the counted cities of a postal code against the one that an address names: `unknown` where the registry has too
 * few establishments with the code, where they do not say it clearly, or where the text is no name of a city.
 */
function judgeCity(
  cities: readonly CountedCity[],
  isNamed: (city: CountedCity) => boolean,
  isCity: boolean,
): NonNullable<AddressCheck['postalCodeCityCheck']> {
  const all = countAll(cities);
  if (all < leastEstablishments) return 'unknown';
  const share = countAll(cities.filter(isNamed)) / all;
  if (share >= leastShare) return 'agrees';
  return share < errorShare && isCity ? 'disagrees' : 'unknown';
}

/** The city that nearly all establishments with the code have; undefined where there is no such city. */
function findMainCity(cities: readonly CountedCity[]): CountedCity | undefined {
  const all = countAll(cities);
  if (all < leastEstablishments) return undefined;
  return cities.find(({ establishments }) => establishments / all >= mainShare);
}

function countAll(cities: readonly CountedCity[]): number {
  return cities.reduce((sum, { establishments }) => sum + establishments, 0);
}

/** First and last five digits of the postal codes of each state. Where a state has several ranges, each. */
const ranges: readonly (readonly [from: number, to: number, state: string])[] = [
  [1_000, 19_999, 'SP'],
  [20_000, 28_999, 'RJ'],
  [29_000, 29_999, 'ES'],
  [30_000, 39_999, 'MG'],
  [40_000, 48_999, 'BA'],
  [49_000, 49_999, 'SE'],
  [50_000, 56_999, 'PE'],
  [57_000, 57_999, 'AL'],
  [58_000, 58_999, 'PB'],
  [59_000, 59_999, 'RN'],
  [60_000, 63_999, 'CE'],
  [64_000, 64_999, 'PI'],
  [65_000, 65_999, 'MA'],
  [66_000, 68_899, 'PA'],
  [68_900, 68_999, 'AP'],
  [69_000, 69_299, 'AM'],
  [69_300, 69_399, 'RR'],
  [69_400, 69_899, 'AM'],
  [69_900, 69_999, 'AC'],
  [70_000, 72_799, 'DF'],
  [72_800, 72_999, 'GO'],
  [73_000, 73_699, 'DF'],
  [73_700, 76_799, 'GO'],
  [76_800, 76_999, 'RO'],
  [77_000, 77_999, 'TO'],
  [78_000, 78_899, 'MT'],
  // Rondônia's codes of earlier days are still in data sets.
  [78_900, 78_999, 'RO'],
  [79_000, 79_999, 'MS'],
  [80_000, 87_999, 'PR'],
  [88_000, 89_999, 'SC'],
  [90_000, 99_999, 'RS'],
];

/** The state that a postal code (CEP, with or without its hyphen) lies in; undefined for none. */
export function findStateOfPostalCode(postalCode: string): string | undefined {
  const digits = /^(\d{5})-?\d{3}$/.exec(postalCode.trim())?.[1];
  if (digits === undefined) return undefined;
  const start = Number(digits);
  return ranges.find(([from, to]) => start >= from && start <= to)?.[2];
}

/** True for a country other than Brazil; `EX` is the registry's word for all of them. */
function isAbroad({ state, country }: CheckedAddress): boolean {
  if (state?.trim().toUpperCase() === 'EX') return true;
  return country !== undefined && !/^(?:br|bra|brasil|brazil)$/i.test(country.trim());
}

/** Holds a postal code against the state. Undefined where it or the state is not known, and abroad. */
export function checkPostalCode({
  postalCode,
  state,
  country,
}: CheckedAddress): AddressCheck['postalCodeCheck'] {
  if (postalCode === undefined || isAbroad({ state, country })) return undefined;
  const found = findStateOfPostalCode(postalCode);
  if (found === undefined) return 'unassigned';
  if (state === undefined || !/^[A-Za-z]{2}$/.test(state.trim())) return undefined;
  return state.trim().toUpperCase() === found ? 'agrees' : 'state_differs';
}
