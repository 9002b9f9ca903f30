import { timingSafeEqual } from 'node:crypto';
import { type AccessToken, type SessionVerifier, TokenError } from '../platform/tokens/index.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import type { Cookie } from './cookies.ts';
import { scopesOf } from './role-scopes.ts';
import { csrfTokenOf, hashSecretCode } from './secret-codes.ts';
import { findSessionByToken, touchSession } from './sessions-store.ts';

/** A session is noted as used so often. */
const touchEveryMs = 30_000;

/**
 * Checks sessions against the database with each request, so that the end of a session, another role and a disabled
 * account count at once in every process.
 */
export function createSessionVerifier(
  deps: Pick<AccountsDeps, 'db' | 'cipher' | 'clock' | 'settings' | 'baseUrl' | 'environment'>,
  cookie: Cookie,
): SessionVerifier {
  const { origin } = new URL(deps.baseUrl);
  const idleMs = deps.settings.idleMinutes * 60_000;
  return {
    async verify(request) {
      const secret = cookie.read(request.cookie);
      if (secret === undefined) return undefined;
      if (!/^[\w-]{43}$/.test(secret)) throw new TokenError('session_ended');
      const session = await findSessionByToken(deps.db, deps.cipher, hashSecretCode(secret));
      const now = deps.clock.now().getTime();
      if (
        session === undefined ||
        session.isDisabled ||
        session.expiresAt.getTime() <= now ||
        session.lastSeenAt.getTime() + idleMs <= now
      ) {
        throw new TokenError('session_ended');
      }
      if (request.isChange) refuseForeignPage(request, { origin, csrfToken: csrfTokenOf(secret) });
      if (now - session.lastSeenAt.getTime() >= touchEveryMs) {
        await touchSession(deps.db, session.id, new Date(now));
      }
      const token: AccessToken = {
        clientId: session.accountId,
        account: { id: session.accountId, sessionId: session.id },
        product: 'customer',
        scopes: new Set(scopesOf(session.role, deps.environment)),
        tokenId: session.id,
        expiresAt: session.expiresAt,
      };
      return token;
    },
  };
}

/** A browser says where a request comes from in Origin or Sec-Fetch-Site, and no page can change either. */
function refuseForeignPage(
  request: Parameters<SessionVerifier['verify']>[0],
  expected: { readonly origin: string; readonly csrfToken: string },
): void {
  const { origin, fetchSite, csrfToken } = request;
  const isOwnPage =
    (origin !== undefined || fetchSite !== undefined) &&
    (origin === undefined || origin === expected.origin) &&
    (fetchSite === undefined || fetchSite === 'same-origin');
  if (!isOwnPage) {
    throw new TokenError('session_request_refused', { detail: `The console is used at ${expected.origin}.` });
  }
  const [sent, own] = [Buffer.from(csrfToken ?? ''), Buffer.from(expected.csrfToken)];
  if (sent.length !== own.length || !timingSafeEqual(sent, own)) {
    throw new TokenError('session_request_refused', {
      detail: 'X-CSRF-Token does not belong to the session.',
    });
  }
}
