export { revokeClient } from './change-client.ts';
export { parseWebAddress, type RulesOfClients } from './client-rules.ts';
export { addClientSecret, removeClientSecret } from './client-secrets.ts';
export { countClients, findScopesOfClients, listClients } from './client-store.ts';
export { createClient } from './create-client.ts';
export { createTokenEndpoint } from './create-token-endpoint.ts';
export { createTokenVerifier } from './create-token-verifier.ts';
export { clientIdKind } from './declarations.ts';
export { authorizationServerMetadata } from './describe-authorization-server.ts';
export { AccessError } from './errors.ts';
export { createFirstAdminClient, readUnshownFirstAdmin, showFirstAdmin } from './first-admin-client.ts';
export { purgeClientAssertions, rotateOldSigningKeys } from './jobs.ts';
export { loadSigningKeys } from './load-signing-keys.ts';
export { rotateSigningKey } from './rotate-signing-key.ts';
export {
  type AuditExportStatement,
  type ErasureReceipt,
  type PublishedKeys,
  readAuditExportStatement,
  signAuditExport,
  signErasureReceipt,
} from './sign-documents.ts';
export { type ResponseToSign, signResponse } from './sign-response.ts';
export { type SigningPurpose, signingPurposes } from './signing-key-store.ts';
export type { SigningKeys } from './signing-keys.ts';
export type { ClientCredentials, LivenessPolicy } from './types.ts';
