export { addClientSecret } from './add-client-secret.ts';
export type { RulesOfClients } from './client-rules.ts';
export { countClients, findScopesOfClients, listClients } from './client-store.ts';
export { createClient } from './create-client.ts';
export { createFirstAdminClient } from './create-first-admin-client.ts';
export { createTokenEndpoint } from './create-token-endpoint.ts';
export { createTokenVerifier } from './create-token-verifier.ts';
export { clientIdKind } from './declarations.ts';
export { authorizationServerMetadata } from './describe-authorization-server.ts';
export { AccessError } from './errors.ts';
export { purgeClientAssertions, rotateOldSigningKeys } from './jobs.ts';
export { parseWebAddress } from './listed-addresses.ts';
export { loadSigningKeys } from './load-signing-keys.ts';
export { removeClientSecret } from './remove-client-secret.ts';
export { revokeClient } from './revoke-client.ts';
export { rotateSigningKey } from './rotate-signing-key.ts';
export { readUnshownFirstAdmin, showFirstAdmin } from './show-first-admin.ts';
export {
  type AuditExportStatement,
  type PublishedKeys,
  readAuditExportStatement,
  signAuditExport,
} from './sign-audit-export.ts';
export { type ErasureReceipt, signErasureReceipt } from './sign-erasure-receipt.ts';
export { type ResponseToSign, signResponse } from './sign-response.ts';
export { type SigningPurpose, signingPurposes } from './signing-key-store.ts';
export type { SigningKeys } from './signing-keys.ts';
export type { ClientCredentials, LivenessPolicy } from './types.ts';
