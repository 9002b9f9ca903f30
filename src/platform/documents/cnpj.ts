import { type RandomInteger, randomInteger, weightedSum } from './cpf.ts';

declare const cnpjBrand: unique symbol;

/**
 * A CNPJ with valid check digits: fourteen characters, no mask, upper case. The first twelve may hold letters
 * since July 2026 (Instrução Normativa RFB 2.229/2024). Says nothing of whether it was ever issued.
 */
export type Cnpj = string & { readonly [cnpjBrand]: true };

const firstWeights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const secondWeights = [6, ...firstWeights];
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The value as a CNPJ, or undefined when it is not twelve of `[0-9A-Z]` and two right check digits. Anything but
 * a string is refused, and so are lower case letters and fourteen equal characters.
 */
export function parseCnpj(value: unknown): Cnpj | undefined {
  if (typeof value !== 'string' || !/^[0-9A-Z]{12}[0-9]{2}$/.test(value) || /^(.)\1{13}$/.test(value)) {
    return undefined;
  }
  return value === withCheckDigits(value.slice(0, 12)) ? (value as Cnpj) : undefined;
}

export type GenerateCnpjOptions = {
  /** True if the first twelve characters may be letters. Default false. */
  readonly alphanumeric?: boolean;
  readonly random?: RandomInteger;
};

/** A CNPJ that passes `parseCnpj`, of order 0001, for demonstrations and tests. It may by chance be in use. */
export function generateCnpj(options: GenerateCnpjOptions = {}): Cnpj {
  const { alphanumeric = false, random = randomInteger } = options;
  const size = alphanumeric ? alphabet.length : 10;
  const root = Array.from({ length: 8 }, () => alphabet[random(size)]).join('');
  return withCheckDigits(`${root}0001`) as Cnpj;
}

function withCheckDigits(root: string): string {
  const first = root + checkDigit(weightedSum(root, firstWeights));
  return first + checkDigit(weightedSum(first, secondWeights));
}

function checkDigit(sum: number): number {
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
