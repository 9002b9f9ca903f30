import { RequestError } from '../platform/errors.ts';
import { AccountsError } from './errors.ts';
import { isEasyPassword } from './is-easy-password.ts';

/** A person's name, trimmed: 1 to 100 characters without control characters. */
export function parseName(value: string): string {
  const name = value.trim().normalize('NFC');
  if (name === '' || name.length > 100 || /\p{Cc}/u.test(name)) {
    throw new RequestError([
      { path: 'body/name', message: 'must be 1 to 100 characters without control characters' },
    ]);
  }
  return name;
}

/** An e-mail address, trimmed and in lower case: two spellings are one account. */
export function parseEmail(value: string): string {
  const email = value.trim().normalize('NFKC').toLowerCase();
  if (email.length > 254 || !/^[^\s@<>"(),:;\\[\]\p{Cc}]+@[^\s@<>"(),:;\\[\]\p{Cc}]+$/u.test(email)) {
    throw new RequestError([{ path: 'body/email', message: 'must be an e-mail address' }]);
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
