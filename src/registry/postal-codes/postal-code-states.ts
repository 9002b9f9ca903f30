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

/** The parts of an address that tell its state. */
type WithState = {
  readonly postalCode?: string | undefined;
  readonly state?: string | undefined;
  readonly country?: string | undefined;
};

/** True for a country other than Brazil; `EX` is the registry's word for all of them. */
export function isAbroad({ state, country }: WithState): boolean {
  if (state?.trim().toUpperCase() === 'EX') return true;
  return country !== undefined && !/^(?:br|bra|brasil|brazil)$/i.test(country.trim());
}

/** The judgement of an address's postal code; undefined where it or the state is not known, and abroad. */
export type PostalCodeCheck = 'agrees' | 'state_differs' | 'unassigned';

/**
 * Holds a postal code against the state: `unassigned` belongs to no state.
 */
export function checkPostalCode({ postalCode, state, country }: WithState): PostalCodeCheck | undefined {
  if (postalCode === undefined || isAbroad({ state, country })) return undefined;
  const found = findStateOfPostalCode(postalCode);
  if (found === undefined) return 'unassigned';
  if (state === undefined || !/^[A-Za-z]{2}$/.test(state.trim())) return undefined;
  return state.trim().toUpperCase() === found ? 'agrees' : 'state_differs';
}
