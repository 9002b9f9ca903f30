export { addClientSecret } from './add-client-secret.ts';
export type { SecretGuard } from './authenticate-client.ts';
export { createClient, type NewClient } from './create-client.ts';
export { createExternalTokenVerifier, type ExternalIssuer } from './create-external-token-verifier.ts';
export { createFirstAdminClient } from './create-first-admin-client.ts';
export { createKeyClient } from './create-key-client.ts';
export { createTokenEndpoint, type TokenEndpoint } from './create-token-endpoint.ts';
export { createTokenVerifier, type TokenVerifier, type VerifyTokenOptions } from './create-token-verifier.ts';
export {
  type AuthorizationServerMetadata,
  authorizationServerMetadata,
  publicKeysPath,
  tokenPath,
} from './describe-authorization-server.ts';
export { describeClient } from './describe-client.ts';
export { AccessError } from './errors.ts';
export { type AccessJobsDeps, purgeClientAssertions, rotateOldSigningKeys } from './jobs.ts';
export { listClients } from './list-clients.ts';
export { loadSigningKeys } from './load-signing-keys.ts';
export type { PublicKeysInput } from './parse-public-keys.ts';
export { removeClientSecret } from './remove-client-secret.ts';
export { removeOldClientSecrets } from './remove-old-client-secrets.ts';
export { replaceClientKeys } from './replace-client-keys.ts';
export { requirePerson } from './require-person.ts';
export { requireScope } from './require-scope.ts';
export { revokeClient } from './revoke-client.ts';
export { rotateSigningKey } from './rotate-signing-key.ts';
export { type Product, products, type Scope, scopes, scopesOfProduct } from './scopes.ts';
export { accessSealedTables } from './sealed-tables.ts';
export { type ErasureReceipt, signErasureReceipt } from './sign-erasure-receipt.ts';
export { type ResponseToSign, signResponse } from './sign-response.ts';
export { type PublicJwk, type SigningKeys, type SigningPurpose, signingPurposes } from './signing-keys.ts';
export type { AccessToken, Client, ClientCredentials } from './types.ts';
