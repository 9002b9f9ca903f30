import type { FastifyRequest } from 'fastify';
import { TokenError } from '../../platform/tokens/index.ts';
import { addressKey } from '../../web/rate-limits/index.ts';
import type { BegunSession } from '../begin-session.ts';
import { AccountsError } from '../errors.ts';
import { rememberDevice } from '../known-devices.ts';
import type { SignInSource } from '../record-sign-in.ts';
import type { AccountRouteDeps } from './session-representation.ts';

/**
 * Where a request comes from that begins or ends in a session. Refuses those of foreign pages, which would sign a
 * person in to somebody else's account, and those whose cookie would travel in the clear.
 */
export function signInSourceOf(
  request: FastifyRequest,
  { accounts, cookies }: AccountRouteDeps,
): SignInSource {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers;
  const own = new URL(accounts.baseUrl).origin;
  if (
    (origin !== undefined && origin !== own) ||
    !['same-origin', 'none', undefined].includes(fetchSite as string)
  ) {
    throw new TokenError('session_request_refused', { detail: `The console is used at ${own}.` });
  }
  if (cookies.areInsecure) throw new AccountsError('sign_in_insecure');
  return sourceOf(request);
}

/** Where a request comes from. */
export function sourceOf({ ip, id, headers }: FastifyRequest): SignInSource {
  const { 'user-agent': userAgent, cookie: cookies } = headers;
  return { address: ip, network: addressKey(ip), userAgent, cookies, requestId: id };
}

/** The Set-Cookie headers of a session that begins: its own, and the one that makes its browser known. */
export function setCookies(
  begun: BegunSession,
  source: SignInSource,
  { accounts, cookies }: AccountRouteDeps,
): string[] {
  return [cookies.session.set(begun.secret), ...rememberDevice(accounts, source.cookies, begun.account)];
}
