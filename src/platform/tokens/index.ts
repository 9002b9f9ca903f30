export type { AccessToken } from './access-token.ts';
export { TokenError, type TokenErrorCode, tokenErrorCatalogue } from './errors.ts';
export { mayReadEvidence } from './may-read-evidence.ts';
export { requirePerson } from './require-person.ts';
export { requireScope } from './require-scope.ts';
export { requireUnbound } from './require-unbound.ts';
export {
  holdsScope,
  includingScopes,
  type Product,
  products,
  type Scope,
  scopes,
  scopesOfProduct,
} from './scopes.ts';
export type { SessionRequest, SessionVerifier } from './session-verifier.ts';
export { tokenPath } from './token-path.ts';
export type { TokenVerifier, TokenVerifiers, VerifyTokenOptions } from './token-verifier.ts';
