import type { Cpf } from '../documents.ts';
import { TokenError } from './errors.ts';

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

/** Every scope there is, in the order they are documented. */
export const scopes = [
  'faces:authenticate',
  'attempts:read',
  'liveness:write',
  'liveness:read',
  'faces:read',
  'faces:write',
  'faces:duplicates',
  'people:read',
  'companies:read',
  'companies:contacts',
  'executions:read',
  'executions:write',
  'templates:write',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'people:erase',
  'people:export',
  'people:hold',
  'cases:read',
  'cases:write',
  'cases:decide',
  'audit:read',
  'audit:export',
  'sources:write',
  'system:read',
  'clients:read',
  'clients:write',
  'admin',
] as const;

export type Scope = (typeof scopes)[number];

/** Scopes to read that come with another one: whoever may change something may read it. */
export const includingScopes: Readonly<Partial<Record<Scope, Scope>>> = {
  'faces:read': 'faces:write',
  'executions:read': 'executions:write',
  'webhooks:read': 'webhooks:write',
  'clients:read': 'admin',
  'clients:write': 'admin',
  'system:read': 'admin',
};

/** True when one of the scopes is the one that is needed, or includes it. */
export function holdsScope(held: ReadonlySet<string>, needed: Scope): boolean {
  const including = includingScopes[needed];
  return held.has(needed) || (including !== undefined && held.has(including));
}

/** The two products; the one a client belongs to is the audience of its tokens. */
export const products = ['mobile', 'customer'] as const;

export type Product = (typeof products)[number];

/**
 * The scopes the clients of each product may hold. The tokens of a mobile client end up on phones, so they never
 * hold a scope that reads profiles or registers faces.
 */
export const scopesOfProduct: Readonly<Record<Product, readonly Scope[]>> = {
  mobile: ['faces:authenticate', 'attempts:read', 'liveness:write', 'liveness:read'],
  customer: scopes,
};

/** The parts of a request that may come with a session, as the browser sent them. */
export type SessionRequest = {
  /** True when the method may change something. */
  readonly isChange: boolean;
  readonly cookie: string;
  /** The headers X-CSRF-Token, Origin and Sec-Fetch-Site. */
  readonly csrfToken: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
};

/** Checks sessions of the console. Port between the HTTP edge and whoever keeps them. */
export type SessionVerifier = {
  /**
   * The session as a token of a customer client with the scopes that its account's role has now; undefined when no
   * cookie names one. Rejects with `session_ended`, and with `session_request_refused` for a change that may
   * come from a foreign page.
   */
  verify(request: SessionRequest): Promise<AccessToken | undefined>;
};

/** Path of the token endpoint (RFC 6749, section 3.2). */
export const tokenPath = '/oauth2/token';

export type VerifyTokenOptions = {
  /** The audience the endpoint belongs to, or several; any when absent. */
  readonly product?: Product | readonly Product[];
  /** True if the header may hold the token alone, without `Bearer`. */
  readonly bareTokenAllowed: boolean;
  /** The error code without a token; `authorization_missing` when absent. */
  readonly missingCode?: 'authorization_missing' | 'access_token_missing';
};

/** Checks access tokens, remembering those it has seen. */
export type TokenVerifier = {
  /**
   * The claims of the token in an Authorization header, after every check: form, signature, type, issuer, expiry,
   * audience, and the revocation of its client. `requireScope` and `requirePerson` check scopes and the bound person.
   *
   * Rejects with a `TokenError`: `authorization_missing` or `access_token_missing`, `token_invalid`,
   * `token_expired`, `token_revoked`, `token_wrong_product`, or `token_check_unavailable`.
   */
  verify(authorization: string | undefined, options: VerifyTokenOptions): Promise<AccessToken>;
  /** Reads the revocations now: for the process that has just revoked a client. */
  refreshRevocations(): Promise<void>;
  /** Ends the background refresh. */
  stop(): void;
};

/** Checks of tokens: of the issuer that the deployment accepts, and of this service itself; usually the same. */
export type TokenVerifiers = { readonly accepted: TokenVerifier; readonly own: TokenVerifier };
