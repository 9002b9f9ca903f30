import type { AccessToken } from './access-token.ts';
import { TokenError } from './errors.ts';
import { holdsScope, type Scope } from './scopes.ts';

/**
 * Passes when the token holds the scope, or one that includes it. On the mobile surface a missing scope is `token_scope_missing` (a 401,
 * as the contract has no 403 there), elsewhere `scope_forbidden`.
 */
export function requireScope(token: AccessToken, scope: Scope, surface: 'mobile' | 'customer'): void {
  if (!holdsScope(token.scopes, scope)) {
    throw new TokenError(surface === 'mobile' ? 'token_scope_missing' : 'scope_forbidden', {
      detail: `The scope ${scope} is needed.`,
    });
  }
}
