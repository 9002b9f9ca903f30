import { RequestError } from '../platform/errors.ts';
import { isPrintable } from '../platform/printable.ts';
import { AccountsError } from './errors.ts';

/** A person's name, trimmed: 1 to 100 characters that all show. */
export function parseName(value: string): string {
  const name = value.trim().normalize('NFC');
  if (name === '' || name.length > 100 || !isPrintable(name)) {
    throw RequestError.at('body/name', 'must be 1 to 100 printable characters');
  }
  return name;
}

/** An e-mail address, trimmed and in lower case: two spellings are one account. */
export function parseEmail(value: string): string {
  const email = value.trim().normalize('NFKC').toLowerCase();
  const isAddress = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/u.test(email);
  if (email.length > 254 || !isAddress || !isPrintable(email)) {
    throw RequestError.at('body/email', 'must be an e-mail address');
  }
  return email;
}

/** A password that may be kept: 12 to 200 characters, and hard to guess for who knows the person's name and address. */
export async function parsePassword(
  value: string,
  person: { readonly name: string; readonly email: string },
): Promise<string> {
  const local = person.email.split('@')[0] ?? '';
  const isOwn = local.length > 3 && value.toLowerCase().includes(local);
  const words = [person.email, ...person.email.split(/[@.]/), person.name, ...person.name.split(' ')];
  const isWeak = value.length < 12 || value.length > 200 || isOwn || (await isEasyPassword(value, words));
  if (isWeak) throw new AccountsError('password_refused');
  return value;
}

/**
 * Characters that are looked at: the time grows with the square of them, and everybody waits for it. The least score is
 * reached by the first five words of a sentence.
 */
const looked = 32;
/** The most of the scale of zxcvbn, 0 to 4: more than 10^10 guesses. */
const leastScore = 4;

type Estimator = { check(password: string, words: readonly string[]): { readonly score: number } };

let loading: Promise<Estimator> | undefined;

/** Two megabytes of words, loaded with the first password that somebody chooses. */
async function loadEstimator(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  const estimator = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...portuguese.dictionary },
    graphs: common.adjacencyGraphs,
  });
  return { check: (password, words) => estimator.check(password, [...words]) };
}

/**
 * True for a password that is found within 10^10 guesses: common passwords, words and names of Brazil, keys in a row,
 * dates, repetitions, and what is made of the person's own words. Estimated by zxcvbn (Wheeler, USENIX Security 2016).
 * Takes up to a fifth of a second. NOT checked: lists of leaked passwords, and what stands behind the 32nd character.
 */
async function isEasyPassword(password: string, ownWords: readonly string[]): Promise<boolean> {
  loading ??= loadEstimator();
  const { score } = (await loading).check(password.slice(0, looked), [...ownWords, 'confere']);
  return score < leastScore;
}
