import { AccessError } from './errors.ts';
import type { Scope } from './scopes.ts';
import type { AccessToken } from './types.ts';

/**
 * Passes when the token holds the scope. On the mobile surface a missing scope is `token_scope_missing` (a 401,
 * as the contract has no 403 there), elsewhere `scope_forbidden`.
 */
export function requireScope(token: AccessToken, scope: Scope, surface: 'mobile' | 'customer'): void {
  if (!token.scopes.has(scope)) {
    throw new AccessError(surface === 'mobile' ? 'token_scope_missing' : 'scope_forbidden', {
      detail: `The scope ${scope} is needed.`,
    });
  }
}
