import { createHash } from 'node:crypto';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import type { Cpf } from '../../platform/documents.ts';
import type { SendRequest } from '../exchange.ts';
import type { SignedAnswer } from '../observations.ts';
import { toDataAddress } from './look-at-photos.ts';
import type { DemoClient } from './prepare-clients.ts';

/** Asks for a signed answer and verifies it as a back end would that gets it from a phone it does not trust. */
export async function verifySignedAnswer(
  send: SendRequest,
  asked: {
    readonly client: DemoClient;
    readonly phoneToken: string;
    readonly issuer: string;
    readonly cpf: Cpf;
    readonly photo: Uint8Array;
  },
): Promise<SignedAnswer> {
  const { client, issuer, cpf } = asked;
  const answer = await send('POST', '/faces/authenticate?shouldSignResponse=true', {
    token: asked.phoneToken,
    json: { peopleId: cpf, imageUrl: toDataAddress(asked.photo) },
  });
  const receivedAt = Math.floor(Date.now() / 1000);
  const published = await send('GET', '/.well-known/jwks.json', {
    show: ({ keys }) => ({ keys: Array.isArray(keys) ? keys.length : keys }),
    needs: 200,
  });
  const keySet = published.body as unknown as JSONWebKeySet;
  const signature = answer.headers.get('x-response-signature') ?? '';
  const findRefusal = async (jws: string): Promise<string | undefined> => {
    try {
      await jwtVerify(jws, createLocalJWKSet(keySet), {
        algorithms: ['ES256'],
        typ: 'confere-response+jwt',
        issuer,
        audience: client.clientId,
        requiredClaims: ['iat', 'exp', 'jti', 'attemptId', 'peopleId', 'isMatch', 'digest', 'environment'],
        clockTolerance: 5,
      });
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  const refusedBecause = signature === '' ? 'there is none' : await findRefusal(signature);
  const isReadable = refusedBecause === undefined;
  return {
    status: answer.status,
    refusedBecause,
    header: isReadable ? { ...decodeProtectedHeader(signature) } : {},
    claims: isReadable ? decodeJwt(signature) : {},
    publishedKids: keySet.keys.map(({ kid }) => String(kid)),
    facts: {
      iss: issuer,
      aud: client.clientId,
      jti: answer.body.requestId,
      attemptId: answer.headers.get('x-attempt-id'),
      peopleId: cpf,
      isMatch: answer.body.isMatch,
      digest: createHash('sha256').update(answer.bytes).digest('base64url'),
      environment: 'live',
      receivedAt,
    },
    isAlteredRefused: isReadable && (await findRefusal(turnVerdictRound(signature))) !== undefined,
  };
}

/** The signature's claims with the other verdict, under the signature as it was. */
function turnVerdictRound(jws: string): string {
  const [header, , signature] = jws.split('.');
  const claims = decodeJwt(jws);
  const altered = Buffer.from(JSON.stringify({ ...claims, isMatch: !claims.isMatch })).toString('base64url');
  return [header, altered, signature].join('.');
}
