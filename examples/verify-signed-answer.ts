// How a back end checks the answer of POST /v1/face-authentications?shouldSignResponse=true that an app hands it.
// Needs nothing of this project but the address it is served at: copy it, and install jose.
import { createHash, timingSafeEqual } from 'node:crypto';
import { type JWTVerifyGetKey, jwtVerify } from 'jose';

export type AnswerToVerify = {
  /** The body's bytes exactly as the app received them: not parsed and written again. */
  readonly body: Uint8Array;
  /** The value of the X-Response-Signature header. */
  readonly signature: string;
  /** The client id your app authenticates with. */
  readonly clientId: string;
  /** The CPF you expect: of the person who is logged in, not of what the app says. */
  readonly peopleId: string;
};

export type VerifiedAnswer = {
  readonly isMatch: boolean;
  readonly requestId: string;
  readonly attemptId: string;
};

/**
 * The answer, once it is known to be the service's, unchanged, recent, and about that person. Throws otherwise.
 * Keep each `attemptId` for five minutes and refuse one that comes again.
 *
 * @example
 * const keys = createRemoteJWKSet(new URL('https://confere.example/.well-known/jwks.json'));
 * const answer = await verifySignedAnswer(received, { issuer: 'https://confere.example', keys });
 */
export async function verifySignedAnswer(
  answer: AnswerToVerify,
  service: {
    /** The public base address of the service, without a slash at its end. */
    readonly issuer: string;
    /** Made once with jose's `createRemoteJWKSet`, which fetches the keys and remembers them. */
    readonly keys: JWTVerifyGetKey;
    /** `live` unless given: the word of a sandbox is worth nothing elsewhere. */
    readonly environment?: 'live' | 'sandbox';
    readonly now?: Date;
  },
): Promise<VerifiedAnswer> {
  const { payload } = await jwtVerify(answer.signature, service.keys, {
    algorithms: ['ES256'],
    typ: 'confere-response+jwt',
    issuer: service.issuer,
    audience: answer.clientId,
    requiredClaims: ['iat', 'exp', 'jti', 'attemptId', 'peopleId', 'isMatch', 'digest'],
    clockTolerance: 5,
    ...(service.now === undefined ? {} : { currentDate: service.now }),
  });
  const digest = createHash('sha256').update(answer.body).digest();
  const signedDigest = Buffer.from(String(payload.digest), 'base64url');
  if (signedDigest.byteLength !== digest.byteLength || !timingSafeEqual(signedDigest, digest)) {
    throw new Error('the body is not the one that was signed');
  }
  if ((payload.environment ?? 'live') !== (service.environment ?? 'live')) {
    throw new Error('the answer is of another environment');
  }
  if (payload.peopleId !== answer.peopleId) {
    throw new Error('the answer is about another person');
  }
  return {
    isMatch: payload.isMatch === true,
    requestId: String(payload.jti),
    attemptId: String(payload.attemptId),
  };
}
