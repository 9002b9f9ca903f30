export { parseWebAddress, type RulesOfClients } from './client-rules.ts';
export { countClients, findScopesOfClients } from './client-store.ts';
export { createClient } from './create-client.ts';
export { clientIdKind } from './declarations.ts';
export { createFirstAdminClient, readUnshownFirstAdmin, showFirstAdmin } from './first-admin-client.ts';
export { loadSigningKeys } from './load-signing-keys.ts';
export {
  type AuditExportStatement,
  type ErasureReceipt,
  type PublishedKeys,
  readAuditExportStatement,
  signAuditExport,
  signErasureReceipt,
} from './sign-documents.ts';
export type { ResponseToSign } from './sign-response.ts';
export { signingPurposes } from './signing-key-store.ts';
export type { SigningKeys } from './signing-keys.ts';
export type { ClientCredentials, LivenessPolicy } from './types.ts';
