export { addClientSecret } from './add-client-secret.ts';
export { createClient, type NewClient } from './create-client.ts';
export { createFirstAdminClient } from './create-first-admin-client.ts';
export { createTokenEndpoint, type TokenEndpoint } from './create-token-endpoint.ts';
export { createTokenVerifier, type TokenVerifier, type VerifyTokenOptions } from './create-token-verifier.ts';
export {
  type AuthorizationServerMetadata,
  authorizationServerMetadata,
  publicKeysPath,
  tokenPath,
} from './describe-authorization-server.ts';
export { AccessError, type AccessErrorCode, accessErrorCatalogue } from './errors.ts';
export { listClients } from './list-clients.ts';
export { loadSigningKeys } from './load-signing-keys.ts';
export { removeClientSecret } from './remove-client-secret.ts';
export { requirePerson } from './require-person.ts';
export { requireScope } from './require-scope.ts';
export { revokeClient } from './revoke-client.ts';
export { rotateSigningKey } from './rotate-signing-key.ts';
export { type Product, products, type Scope, scopes, scopesOfProduct } from './scopes.ts';
export { type ResponseToSign, signResponse } from './sign-response.ts';
export type { PublicJwk, SigningKeys, SigningPurpose } from './signing-keys.ts';
export type { AccessToken, Client, ClientCredentials } from './types.ts';
