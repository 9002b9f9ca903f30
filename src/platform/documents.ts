declare const cpfBrand: unique symbol;

/** The form of a CPF in a schema, and what a caller is told whose value has another one. */
export const cpfForm = {
  pattern: '^[0-9]{11}$',
  message: 'must be a CPF: eleven digits with valid check digits',
} as const;

/** A CPF with valid check digits: exactly eleven digits, no mask. Says nothing of whether it was ever issued. */
export type Cpf = string & { readonly [cpfBrand]: true };

/** Weights rise from 2 at the last character. Those of a CNPJ begin again after 9. */
const cpfWeights = 10;
const cnpjWeights = 8;

/**
 * The value as a CPF, or undefined when it is not eleven digits with right check digits. Anything but a string
 * is refused: a number has lost its leading zeros. Eleven equal digits pass the arithmetic but are never issued,
 * and are refused.
 */
export function parseCpf(value: unknown): Cpf | undefined {
  if (typeof value !== 'string' || !/^[0-9]{11}$/.test(value) || /^(.)\1{10}$/.test(value)) return undefined;
  return value === withCheckDigits(value.slice(0, 9), cpfWeights) ? (value as Cpf) : undefined;
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
    const cpf = parseCpf(withCheckDigits(root, cpfWeights));
    if (cpf !== undefined) return cpf;
  }
}

function withCheckDigits(root: string, weights: number): string {
  return withCheckDigit(withCheckDigit(root, weights), weights);
}

/**
 * The characters with a digit made of the sum of each one's value times its weight. A character's value is its ASCII
 * code minus 48, so that digits count as themselves and letters from A = 17 (Instrução Normativa RFB 2.229/2024,
 * annex XV).
 */
function withCheckDigit(characters: string, weights: number): string {
  let sum = 0;
  for (let place = 0; place < characters.length; place += 1) {
    sum += (characters.charCodeAt(characters.length - 1 - place) - 48) * (2 + (place % weights));
  }
  const rest = sum % 11;
  return `${characters}${rest < 2 ? 0 : 11 - rest}`;
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

/** A number from 0 up to but not including `limit`, for making documents. */
type RandomInteger = (limit: number) => number;

const randomInteger: RandomInteger = (limit) => Math.floor(Math.random() * limit);

declare const cnpjBrand: unique symbol;

/**
 * A CNPJ with valid check digits: fourteen characters, no mask, upper case. The first twelve may hold letters
 * since July 2026 (Instrução Normativa RFB 2.229/2024). Says nothing of whether it was ever issued.
 */
export type Cnpj = string & { readonly [cnpjBrand]: true };

/** A CNPJ in the words for a caller whose value is none. */
export const cnpjWords = 'a CNPJ: fourteen digits or upper case letters with valid check digits';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The value as a CNPJ, or undefined when it is not twelve of `[0-9A-Z]` and two right check digits. Anything but
 * a string is refused, and so are lower case letters and fourteen equal characters.
 */
export function parseCnpj(value: unknown): Cnpj | undefined {
  if (typeof value !== 'string' || !/^[0-9A-Z]{12}[0-9]{2}$/.test(value) || /^(.)\1{13}$/.test(value)) {
    return undefined;
  }
  return value === withCheckDigits(value.slice(0, 12), cnpjWeights) ? (value as Cnpj) : undefined;
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
  return withCheckDigits(`${root}0001`, cnpjWeights) as Cnpj;
}
