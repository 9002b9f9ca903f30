import { holdsScope, type Scope } from '../platform/tokens/index.ts';
import { AccessError } from './errors.ts';

/** Whoever gives a client its credentials: the scopes of the token. An operator at the command line has no such limit. */
export type Grantor = { readonly scopes: ReadonlySet<string> };

/**
 * Passes when the grantor holds every one of the scopes. Otherwise `client_scopes_exceeded`: whoever could make, rotate
 * or re-key a client with more scopes would have them.
 */
export function requireScopesHeld(grantor: Grantor, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !holdsScope(grantor.scopes, scope));
  if (missing.length > 0) {
    throw new AccessError('client_scopes_exceeded', {
      detail: `The access token lacks ${missing.join(' ')}.`,
    });
  }
}

/** The same for ending what a client has, which whoever holds `admin` may for every client. */
export function requireMayEnd(grantor: Grantor, scopes: readonly Scope[]): void {
  if (!grantor.scopes.has('admin')) requireScopesHeld(grantor, scopes);
}
