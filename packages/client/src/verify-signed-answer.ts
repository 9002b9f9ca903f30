import { decodeBase64, encodeBase64url } from './base64url.ts';
import { VerificationError } from './errors.ts';
import type { KeySet } from './key-set.ts';

export type AnswerToVerify = {
  /** The body's bytes exactly as the app received them: not parsed and written again. */
  readonly body: Uint8Array;
  /** The value of the `X-Response-Signature` header. */
  readonly signature: string;
  /** The client id that the app authenticates with. */
  readonly clientId: string;
  /** The CPF you expect: of the person who is logged in, not of what the app says. */
  readonly peopleId: string;
};

export type VerifiedAnswer = {
  readonly isMatch: boolean;
  readonly requestId: string;
  readonly attemptId: string;
};

export type AnswerTrust = {
  /** The public base address of the service, without a slash at its end. */
  readonly issuer: string;
  readonly keys: KeySet;
  /** `live` unless given: the word of a sandbox is worth nothing elsewhere. */
  readonly environment?: 'live' | 'sandbox';
  readonly now?: Date;
};

type Claims = Readonly<Record<string, unknown>>;

const toleranceSeconds = 5;
const texts = ['jti', 'attemptId', 'peopleId', 'digest'] as const;

/**
 * The verdict of a signed answer, once it is known to be the service's, unchanged, recent and about that person.
 * Throws `VerificationError` otherwise. Keep each `attemptId` for five minutes and refuse one that comes again: this
 * function remembers none.
 */
export async function verifySignedAnswer(
  answer: AnswerToVerify,
  { issuer, keys, environment = 'live', now = new Date() }: AnswerTrust,
): Promise<VerifiedAnswer> {
  const claims = await readClaims(answer.signature, keys);
  const seconds = now.getTime() / 1000;
  const { iss, aud, exp, iat, isMatch, environment: made = 'live' } = claims;
  if (
    typeof exp !== 'number' ||
    typeof iat !== 'number' ||
    typeof isMatch !== 'boolean' ||
    texts.some((name) => typeof claims[name] !== 'string')
  ) {
    throw new VerificationError('claims_wrong', 'the signature lacks a claim');
  }
  if (iss !== issuer) throw new VerificationError('claims_wrong', 'another service signed the answer');
  if (made !== environment) {
    throw new VerificationError('other_environment', 'the answer is of another environment');
  }
  if (aud !== answer.clientId)
    throw new VerificationError('claims_wrong', 'the answer is for another client');
  if (exp + toleranceSeconds <= seconds || iat - toleranceSeconds > seconds) {
    throw new VerificationError('expired', 'the answer is too old, or of the future');
  }
  const digest = await crypto.subtle.digest('SHA-256', answer.body as Uint8Array<ArrayBuffer>);
  if (encodeBase64url(new Uint8Array(digest)) !== claims.digest) {
    throw new VerificationError('body_changed', 'the body is not the one that was signed');
  }
  if (claims.peopleId !== answer.peopleId) {
    throw new VerificationError('other_person', 'the answer is about another person');
  }
  return { isMatch, requestId: String(claims.jti), attemptId: String(claims.attemptId) };
}

/** The claims of a compact JWS of the kind that answers have, its signature checked. */
async function readClaims(signature: string, keys: KeySet): Promise<Claims> {
  const [head = '', claims = '', value = '', ...rest] = signature.split('.');
  const { alg, typ, kid, crit } = parsePart(head);
  if (rest.length > 0 || crit !== undefined || typeof kid !== 'string') {
    throw new VerificationError('signature_malformed', 'the signature is no compact JWS');
  }
  if (alg !== 'ES256' || typ !== 'confere-response+jwt') {
    throw new VerificationError('signature_wrong', 'the signature is of another kind');
  }
  const { kty, crv, x, y } = await keys.get(kid);
  if (kty !== 'EC' || crv !== 'P-256')
    throw new VerificationError('signature_wrong', 'the key is of another kind');
  const key = await crypto.subtle.importKey(
    'jwk',
    { kty, crv, x: x!, y: y! },
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['verify'],
  );
  const isGood = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    decodePart(value),
    new TextEncoder().encode(`${head}.${claims}`),
  );
  if (!isGood) throw new VerificationError('signature_wrong', 'the signature is not the service’s');
  return parsePart(claims);
}

function parsePart(part: string): Claims {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(decodePart(part)));
    if (typeof value === 'object' && value !== null) return value as Claims;
  } catch (cause) {
    throw new VerificationError('signature_malformed', 'the signature is no compact JWS', { cause });
  }
  throw new VerificationError('signature_malformed', 'the signature is no compact JWS');
}

/** The bytes of base64url in its one form: what decoding would pass over is refused. */
function decodePart(part: string): Uint8Array<ArrayBuffer> {
  try {
    const bytes = decodeBase64(part);
    if (encodeBase64url(bytes) === part) return bytes;
  } catch {
    // Said below.
  }
  throw new VerificationError('signature_malformed', 'the signature is no compact JWS');
}
