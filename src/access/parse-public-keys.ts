import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { RequestError } from '../platform/errors.ts';

/** A public key of a client as it is stored and handed to the token endpoint: nothing but the public members. */
export type ClientPublicKey = Readonly<Record<string, string>> & {
  readonly kid: string;
  readonly kty: string;
};

/** A set in JWK form (RFC 7517), or one key in PEM (SPKI). */
export type PublicKeysInput =
  | { readonly jwks: { readonly keys: readonly unknown[] } }
  | { readonly publicKeyPem: string };

/** Two for the change from one to the next, and room for a second machine. */
const keysAtMost = 4;
const leastRsaBits = 2_048;
/** Each signature costs time that grows with the square of the size; nobody needs more. */
const mostRsaBits = 8_192;
/** The exponent of nearly every key. A large one makes a check as slow as a signature. */
const largestRsaExponent = 65_537n;
/** Text of a number with `mostRsaBits`, in base64url. */
const longestMember = Math.ceil(mostRsaBits / 6);

/** Members that make a thumbprint (RFC 7638, section 3.2; RFC 8037, section 2), in the order it wants them. */
const membersOf: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
};

/**
 * The keys with all but their public members left out; one without a `kid` gets its thumbprint for one. Taken are EC
 * keys on P-256, Ed25519 and RSA of 2048 to 8192 bits with an exponent of 65537 at most, four of them at most.
 *
 * Throws `request_invalid`, also for a private key, which nobody but the client should have.
 */
export function parsePublicKeys(input: PublicKeysInput): ClientPublicKey[] {
  const keys = 'publicKeyPem' in input ? [parsePem(input.publicKeyPem)] : input.jwks.keys.map(parseJwk);
  if (keys.length === 0) refuse('at least one key is needed');
  if (keys.length > keysAtMost) refuse(`${keysAtMost} keys at most`);
  if (new Set(keys.map(({ kid }) => kid)).size !== keys.length) refuse('two keys have the same kid');
  return keys;
}

function parsePem(pem: string): ClientPublicKey {
  // Node would take a private key and derive the public one.
  if (/PRIVATE KEY/.test(pem)) refuse('this is a private key');
  return toClientKey(
    importKey(() => createPublicKey(pem)),
    undefined,
  );
}

function parseJwk(value: unknown): ClientPublicKey {
  if (typeof value !== 'object' || value === null) refuse('a key is not a JWK');
  const jwk = value as JsonWebKey & { kid?: unknown };
  if ('d' in jwk || 'k' in jwk) refuse('a key holds private members');
  // Before the key is made of them: that alone takes seconds for a number of millions of bits.
  for (const name of ['n', 'e', 'x', 'y'] as const) {
    const member: unknown = jwk[name];
    if (typeof member === 'string' && member.length > longestMember) refuse(`the member ${name} is too long`);
  }
  if (jwk.kid !== undefined && (typeof jwk.kid !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(jwk.kid))) {
    refuse('a kid is not 1 to 200 printable characters');
  }
  return toClientKey(
    importKey(() => createPublicKey({ key: jwk, format: 'jwk' })),
    jwk.kid,
  );
}

function importKey<Key>(read: () => Key): Key {
  try {
    return read();
  } catch {
    return refuse('a key cannot be read');
  }
}

function toClientKey(key: KeyObject, kid: string | undefined): ClientPublicKey {
  // DSA, Diffie-Hellman and other kinds have no form as a JWK.
  const jwk = importKey(() => key.export({ format: 'jwk' })) as Record<string, string>;
  const isTaken =
    (jwk.kty === 'EC' && jwk.crv === 'P-256') ||
    (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') ||
    (jwk.kty === 'RSA' && isUsualRsaKey(key));
  if (!isTaken) {
    refuse(
      `keys are EC on P-256, Ed25519, or RSA of ${leastRsaBits} to ${mostRsaBits} bits with an exponent of at most ${largestRsaExponent}`,
    );
  }
  const members = Object.fromEntries(membersOf[jwk.kty!]!.map((name) => [name, jwk[name]!]));
  const thumbprint = createHash('sha256').update(JSON.stringify(members)).digest('base64url');
  return { ...members, kty: jwk.kty!, kid: kid ?? thumbprint };
}

function isUsualRsaKey({ asymmetricKeyDetails }: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  return (
    modulusLength >= leastRsaBits &&
    modulusLength <= mostRsaBits &&
    publicExponent > 1n &&
    publicExponent <= largestRsaExponent
  );
}

function refuse(message: string): never {
  throw RequestError.at('body/jwks', message);
}
