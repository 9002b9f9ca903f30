export {
  type AccessToken,
  mayReadEvidence,
  requirePerson,
  requireScope,
  requireUnbound,
} from './access-token.ts';
export { TokenError, type TokenErrorCode, tokenErrorCatalogue } from './errors.ts';
export {
  holdsScope,
  includingScopes,
  type Product,
  products,
  type Scope,
  scopes,
  scopesOfProduct,
} from './scopes.ts';
export {
  type SessionRequest,
  type SessionVerifier,
  type TokenVerifier,
  type TokenVerifiers,
  tokenPath,
  type VerifyTokenOptions,
} from './token-verifier.ts';
