import { compactVerify, createLocalJWKSet, type JSONWebKeySet, type JWTPayload, SignJWT } from 'jose';
import { issuerOf } from './describe-authorization-server.ts';
import type { SigningKeys } from './signing-keys.ts';

/** The `typ` of the statement at the end of an export of the audit log. */
const auditExportType = 'confere-audit-export+jwt';

/** The service that signs. */
type Signer = { readonly keys: SigningKeys; readonly issuer: string };

/** The statement of a service about an export of its audit log. */
export type AuditExportStatement = {
  readonly id: string;
  readonly exportedAt: Date;
  /** SHA-256 of every byte before the line with the statement, in base64url. */
  readonly digest: string;
  readonly events: number;
  readonly chains: number;
};

/**
 * A compact JWS (ES256) that binds an export to the service and its moment. It does not expire, and is verified with
 * the published keys for as long as the response key is.
 */
export async function signAuditExport(
  deps: Signer,
  { id, exportedAt, ...claims }: AuditExportStatement,
): Promise<string> {
  return await signDocument(deps, auditExportType, { ...claims, jti: id }, exportedAt);
}

async function signDocument(
  { keys, issuer }: Signer,
  typ: string,
  claims: JWTPayload,
  at: Date,
): Promise<string> {
  const key = keys.current('response');
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ })
    .setIssuer(issuerOf(issuer))
    .setIssuedAt(Math.floor(at.getTime() / 1000))
    .sign(key.privateKey);
}

/** The set of `/.well-known/jwks.json`. */
export type PublishedKeys = JSONWebKeySet;

/** The claims of a statement that one of the keys signed; undefined when none of them did. */
export async function readAuditExportStatement(
  statement: string,
  keys: PublishedKeys,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const { payload, protectedHeader } = await compactVerify(statement, createLocalJWKSet(keys), {
      algorithms: ['ES256'],
    });
    if (protectedHeader.typ !== auditExportType) return undefined;
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return undefined;
  }
}

/** The `typ` of a receipt of erasure. */
const erasureReceiptType = 'confere-erasure-receipt+jwt';

/** That a person was erased, and what of them. */
export type ErasureReceipt = {
  readonly id: string;
  /** The client that asked for it: the receipt's audience. */
  readonly clientId: string;
  readonly personId: string;
  readonly erasedAt: Date;
  /** The number of erased records of each kind. */
  readonly erased: Readonly<Record<string, number>>;
};

/**
 * A compact JWS (ES256) that says what was erased and when. It does not expire, and is verified with the published
 * keys for as long as the response key is; holds no CPF.
 */
export async function signErasureReceipt(
  deps: Signer,
  { id, clientId, personId, erasedAt, erased }: ErasureReceipt,
): Promise<string> {
  const claims = { erasedAt: erasedAt.toISOString(), erased, aud: clientId, sub: personId, jti: id };
  return await signDocument(deps, erasureReceiptType, claims, erasedAt);
}
