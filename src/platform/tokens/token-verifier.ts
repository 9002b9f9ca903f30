import type { AccessToken } from './access-token.ts';
import type { Product } from './scopes.ts';

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
