/** The codes of RFC 6749, section 5.2, and of RFC 8707. */
export type TokenRefusalCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'invalid_target';

/** A request for a token that is refused, in the words of RFC 6749. */
export class TokenRefusal extends Error {
  readonly code: TokenRefusalCode;

  constructor(code: TokenRefusalCode, description: string) {
    super(description);
    this.code = code;
  }

  /** 401 for credentials that are wrong, 400 for all else. */
  get status(): number {
    return this.code === 'invalid_client' ? 401 : 400;
  }
}

/** Throws a `TokenRefusal`. */
export function refuseToken(code: TokenRefusalCode, description: string): never {
  throw new TokenRefusal(code, description);
}
