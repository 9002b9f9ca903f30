import type { AccessToken } from './access-token.ts';
import { TokenError } from './errors.ts';

/** Passes when the token is bound to nobody; otherwise `scope_forbidden`: such a token may be on a phone. */
export function requireUnbound(token: AccessToken): void {
  if (token.peopleId !== undefined) {
    throw new TokenError('scope_forbidden', { detail: 'A token bound to a person cannot do this.' });
  }
}
