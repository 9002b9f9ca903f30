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

/**
 * A name without the CPF that sole proprietors' names were once registered with, at their end. Shown as the registry
 * shows partners' numbers: six digits in the middle. Eleven digits at the end of a name are taken for a CPF even
 * when their check digits are wrong; elsewhere only a valid one is.
 */
export function maskCpfInName(name: string): string {
  if (!/\d{3}/.test(name)) return name;
  return name
    .replace(/(?<!\d)(\d{3})\.?(\d{3})\.?(\d{3})[-./ ]?(\d{2})(?=\W*$)/, '***$2$3**')
    .replace(/(?<!\d)(\d{3})\.?(\d{3})\.?(\d{3})-?(\d{2})(?!\d)/g, (found, ...parts: string[]) =>
      parseCpf(found.replaceAll(/\D/g, '')) === undefined ? found : `***${parts[1]}${parts[2]}**`,
    );
}

/**
 * The sum of each character's value times its weight. A character's value is its ASCII code minus 48, so that
 * digits count as themselves and letters from A = 17 (Instrução Normativa RFB 2.229/2024, annex XV).
 */
export function weightedSum(characters: string, weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) {
    sum += (characters.charCodeAt(index) - 48) * weights[index]!;
  }
  return sum;
}

/** A number from 0 up to but not including `limit`, for making documents. */
export type RandomInteger = (limit: number) => number;

export const randomInteger: RandomInteger = (limit) => Math.floor(Math.random() * limit);
