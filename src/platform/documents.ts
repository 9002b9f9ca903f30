declare const cpfBrand: unique symbol;

/** The form of a CPF in a schema, and what a caller is told whose value has another one. */
export const cpfForm = {
  pattern: '^[0-9]{11}$',
  message: 'must be a CPF: eleven digits with valid check digits',
} as const;

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
function weightedSum(characters: string, weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) {
    sum += (characters.charCodeAt(index) - 48) * weights[index]!;
  }
  return sum;
}

/** A number from 0 up to but not including `limit`, for making documents. */
type RandomInteger = (limit: number) => number;

const randomInteger: RandomInteger = (limit) => Math.floor(Math.random() * limit);

declare const cnpjBrand: unique symbol;

/**
 * A CNPJ with valid check digits: fourteen characters, no mask, upper case. The first twelve may hold letters
 * since July 2026 (Instrução Normativa RFB 2.229/2024). Says nothing of whether it was ever issued.
 */
export type Cnpj = string & { readonly [cnpjBrand]: true };

const firstCnpjWeights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const secondCnpjWeights = [6, ...firstCnpjWeights];
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The value as a CNPJ, or undefined when it is not twelve of `[0-9A-Z]` and two right check digits. Anything but
 * a string is refused, and so are lower case letters and fourteen equal characters.
 */
export function parseCnpj(value: unknown): Cnpj | undefined {
  if (typeof value !== 'string' || !/^[0-9A-Z]{12}[0-9]{2}$/.test(value) || /^(.)\1{13}$/.test(value)) {
    return undefined;
  }
  return value === withCnpjCheckDigits(value.slice(0, 12)) ? (value as Cnpj) : undefined;
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
  return withCnpjCheckDigits(`${root}0001`) as Cnpj;
}

function withCnpjCheckDigits(root: string): string {
  const first = root + cnpjCheckDigit(weightedSum(root, firstCnpjWeights));
  return first + cnpjCheckDigit(weightedSum(first, secondCnpjWeights));
}

function cnpjCheckDigit(sum: number): number {
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
