import type { Cpf } from '../documents/index.ts';
import { TokenError } from './errors.ts';
import { holdsScope, type Product, type Scope } from './scopes.ts';

/** The content of a valid access token. */
export type AccessToken = {
  /** The client, or the account of a session. */
  readonly clientId: string;
  /** The account of a person, when the request came with a session of the console. */
  readonly account?: { readonly id: string; readonly sessionId: string };
  /** The token's audience. */
  readonly product: Product;
  readonly scopes: ReadonlySet<string>;
  /** The only person the token may be used for; absent when it is not bound. */
  readonly peopleId?: Cpf;
  /** The `jti` claim. */
  readonly tokenId: string;
  readonly expiresAt: Date;
};

/**
 * True when the token may read how an attempt was decided: its photos, likeness, liveness and networks. Such a token is
 * bound to nobody and has `attempts:read`; it belongs to a back end. Everybody else would learn from these what
 * photo passes.
 */
export function mayReadEvidence(token: AccessToken): boolean {
  return token.peopleId === undefined && token.scopes.has('attempts:read');
}

/**
 * Passes when the token is not bound, or bound to this person (undefined when the person was erased); otherwise
 * throws `token_other_person`.
 */
export function requirePerson(token: AccessToken, cpf: Cpf | undefined): void {
  if (token.peopleId !== undefined && token.peopleId !== cpf) {
    throw new TokenError('token_other_person');
  }
}

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

/** Passes when the token is bound to nobody; otherwise `scope_forbidden`: such a token may be on a phone. */
export function requireUnbound(token: AccessToken): void {
  if (token.peopleId !== undefined) {
    throw new TokenError('scope_forbidden', { detail: 'A token bound to a person cannot do this.' });
  }
}
