import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { AccountsDeps } from './accounts-deps.ts';
import { type Cookie, createCookie } from './cookies.ts';
import type { Account } from './types.ts';

/** Time that a browser stays known without a sign-in: 180 days. */
const seconds = 180 * 86_400;

type Deps = Pick<AccountsDeps, 'baseUrl' | 'indexOf'>;
type KnownTo = Pick<Account, 'id' | 'passwordHash'>;

/**
 * The browser of a Cookie header, if this account signed in with it since its password was set; undefined otherwise. It
 * proves nobody: it only has failures counted apart from those of strangers.
 */
export function findKnownDevice(
  deps: Deps,
  cookies: string | undefined,
  account: KnownTo,
): string | undefined {
  const [device = '', signature = ''] = (cookieFor(deps, account).read(cookies ?? '') ?? '').split('.');
  const [given, expected] = [Buffer.from(signature, 'base64url'), sign(deps, device, account)];
  return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined;
}

/** The Set-Cookie header by which a browser is known to an account that signed in with it; none without a password. */
export function rememberDevice(deps: Deps, cookies: string | undefined, account: KnownTo): readonly string[] {
  if (account.passwordHash === undefined) return [];
  const device = findKnownDevice(deps, cookies, account) ?? randomBytes(16).toString('base64url');
  const signature = Buffer.from(sign(deps, device, account)).toString('base64url');
  return [cookieFor(deps, account).set(`${device}.${signature}`)];
}

/** One for each account: several people may share a browser. */
function cookieFor({ baseUrl, indexOf }: Deps, { id }: KnownTo): Cookie {
  const tag = Buffer.from(indexOf('device-name', id)).toString('base64url').slice(0, 12);
  return createCookie(baseUrl, { name: `confere_device_${tag}`, seconds });
}

function sign({ indexOf }: Deps, device: string, { id, passwordHash }: KnownTo): Uint8Array {
  return indexOf('device', `${device}:${id}:${passwordHash}`);
}
