import { createHash } from 'node:crypto';
import { importJWK, type JWTPayload, jwtVerify } from 'jose';
import type { Db } from '../platform/db/types.ts';
import { insertClientAssertion } from './client-assertion-store.ts';
import { assertionAlgorithms } from './describe-authorization-server.ts';
import type { ClientPublicKey } from './parse-public-keys.ts';
import { clockToleranceSeconds } from './token-claims.ts';

/** Each assertion is remembered until it expires, so none may live for longer. */
const longestLifetimeSeconds = 3_600;

/**
 * True if one of the client's keys signed the assertion (RFC 7523, section 3) and it is used for the first time, in
 * whichever process.
 */
export async function useClientAssertion(
  db: Db,
  client: { readonly id: string; readonly publicKeys: readonly ClientPublicKey[] },
  { assertion, audiences }: { readonly assertion: string; readonly audiences: readonly string[] },
): Promise<boolean> {
  for (const { kid, ...publicKey } of client.publicKeys) {
    const claims = await verify(assertion, { kid, publicKey }, { clientId: client.id, audiences });
    if (claims === undefined) continue;
    const { exp = 0, jti } = claims;
    if (exp > Date.now() / 1000 + longestLifetimeSeconds) return false;
    if (typeof jti !== 'string' || jti === '') return false;
    const id = createHash('sha256').update(`${client.id}${jti}`).digest('base64url');
    return await insertClientAssertion(db, id, new Date((exp + clockToleranceSeconds) * 1000));
  }
  return false;
}

async function verify(
  assertion: string,
  { kid, publicKey }: { readonly kid: string; readonly publicKey: Readonly<Record<string, string>> },
  { clientId, audiences }: { readonly clientId: string; readonly audiences: readonly string[] },
): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(
      assertion,
      ({ alg, kid: named }) => {
        if (named !== undefined && named !== kid) throw new TypeError('another key');
        return importJWK(publicKey, alg);
      },
      {
        algorithms: [...assertionAlgorithms],
        issuer: clientId,
        subject: clientId,
        audience: [...audiences],
        requiredClaims: ['exp', 'jti'],
        clockTolerance: clockToleranceSeconds,
      },
    );
    return payload;
  } catch {
    // Whatever is wrong with it: it proves nothing.
    return undefined;
  }
}
