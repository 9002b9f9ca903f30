import type { AccessToken } from './access-token.ts';
import type { Product } from './scopes.ts';

/** The parts of a request that may come with a session, as the browser sent them. */
export type SessionRequest = {
  /** True when the method may change something. */
  readonly isChange: boolean;
  /** The Cookie header. */
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
