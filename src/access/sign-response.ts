import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Cpf } from '../platform/documents.ts';
import type { Environment } from '../platform/environment/environment-store.ts';
import { issuerOf } from './describe-authorization-server.ts';
import type { SigningKeys } from './signing-keys.ts';

/** The `typ` of a signed answer; nothing else this service signs has it. */
const signedResponseType = 'confere-response+jwt';

export type ResponseToSign = {
  /** Who asked: the signature's audience. */
  readonly clientId: string;
  readonly requestId: string;
  readonly attemptId: string;
  /** When the attempt was made. */
  readonly attemptedAt: Date;
  readonly peopleId: Cpf;
  readonly isMatch: boolean;
  /** The body exactly as it is sent, before any content coding. A string stands for its UTF-8 bytes. */
  readonly body: Uint8Array | string;
};

/**
 * The value of `X-Response-Signature`: a compact JWS (ES256) that binds the answer's body to the client, the
 * person and the attempt. `digest` is the SHA-256 of the body in base64url without padding, so one changed byte
 * is seen; `attemptId` tells a replay. `iat` is the time of the attempt: an answer that repeats it for the same
 * `Idempotency-Key` is no younger.
 *
 * NOTE: it holds the CPF readable to whoever holds the answer, who has sent it.
 */
export async function signResponse(
  deps: {
    readonly keys: SigningKeys;
    readonly issuer: string;
    /** `live` when absent; the claim of the same name. */
    readonly environment?: Environment;
    /** 300 when absent: how long the answer may travel before it is verified. */
    readonly lifetimeSeconds?: number;
  },
  response: ResponseToSign,
): Promise<string> {
  const key = deps.keys.current('response');
  const issuedAt = Math.floor(response.attemptedAt.getTime() / 1000);
  return await new SignJWT({
    attemptId: response.attemptId,
    peopleId: response.peopleId,
    isMatch: response.isMatch,
    environment: deps.environment ?? 'live',
    digest: createHash('sha256').update(response.body).digest('base64url'),
  })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: signedResponseType })
    .setIssuer(issuerOf(deps.issuer))
    .setAudience(response.clientId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + (deps.lifetimeSeconds ?? 300))
    .setJti(response.requestId)
    .sign(key.privateKey);
}
