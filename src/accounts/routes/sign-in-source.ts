import type { FastifyRequest } from 'fastify';
import { TokenError } from '../../platform/tokens/index.ts';
import { AccountsError } from '../errors.ts';
import type { SignInSource } from '../record-sign-in.ts';
import type { AccountRouteDeps } from './session-representation.ts';

/**
 * Where a request comes from that begins or ends in a session. Refuses those of foreign pages, which would sign a
 * person in to somebody else's account, and those whose cookie would travel in the clear.
 */
export function signInSourceOf(
  request: FastifyRequest,
  { accounts, cookie }: AccountRouteDeps,
): SignInSource {
  const { origin, 'sec-fetch-site': fetchSite, 'user-agent': userAgent } = request.headers;
  const own = new URL(accounts.baseUrl).origin;
  if (
    (origin !== undefined && origin !== own) ||
    !['same-origin', 'none', undefined].includes(fetchSite as string)
  ) {
    throw new TokenError('session_request_refused', { detail: `The console is used at ${own}.` });
  }
  if (cookie.isInsecure) throw new AccountsError('sign_in_insecure');
  return { address: request.ip, userAgent, requestId: request.id };
}
