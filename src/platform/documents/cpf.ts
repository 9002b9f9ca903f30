import { type RandomInteger, randomInteger, weightedSum } from './check-digits.ts';

declare const cpfBrand: unique symbol;

/** A CPF with valid check digits: exactly eleven digits, no mask. Says nothing of whether it was ever issued. */
export type Cpf = string & { readonly [cpfBrand]: true };

const firstWeights = [10, 9, 8, 7, 6, 5, 4, 3, 2];
const secondWeights = [11, ...firstWeights];

/**
 * The value as a CPF, or undefined when it is not eleven digits with right check digits. Anything but a string
 * is refused: a number has lost its leading zeros. Eleven equal digits pass the arithmetic but are never issued,
 * and are refused.
 */
export function parseCpf(value: unknown): Cpf | undefined {
  if (typeof value !== 'string' || !/^[0-9]{11}$/.test(value) || /^(.)\1{10}$/.test(value)) return undefined;
  return value === withCheckDigits(value.slice(0, 9)) ? (value as Cpf) : undefined;
}

/** The CPF with its first three and last two digits hidden, as public lists show it: `***.456.789-**`. */
export function maskCpf(cpf: Cpf): string {
  return `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`;
}

/**
 * A CPF that passes `parseCpf`, for demonstrations and tests.
 *
 * NOTE: it may by chance be somebody's; it is fit for made-up data only, never for looking anybody up.
 */
export function generateCpf(random: RandomInteger = randomInteger): Cpf {
  for (;;) {
    const root = Array.from({ length: 9 }, () => random(10)).join('');
    const cpf = parseCpf(withCheckDigits(root));
    if (cpf !== undefined) return cpf;
  }
}

function withCheckDigits(root: string): string {
  const first = root + checkDigit(weightedSum(root, firstWeights));
  return first + checkDigit(weightedSum(first, secondWeights));
}

function checkDigit(sum: number): number {
  const digit = 11 - (sum % 11);
  return digit > 9 ? 0 : digit;
}
