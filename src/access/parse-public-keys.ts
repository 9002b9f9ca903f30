import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { AccessError } from './errors.ts';

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

/** Members that make a thumbprint (RFC 7638, section 3.2; RFC 8037, section 2), in the order it wants them. */
const membersOf: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
};

/**
 * The keys with all but their public members left out; one without a `kid` gets its thumbprint for one. Taken are EC
 * keys on P-256, Ed25519 and RSA of at least 2048 bits, four at most.
 *
 * Throws `client_keys_invalid`, also for a private key, which nobody but the client should have.
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
  if (jwk.kid !== undefined && (typeof jwk.kid !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(jwk.kid))) {
    refuse('a kid is not 1 to 200 printable characters');
  }
  return toClientKey(
    importKey(() => createPublicKey({ key: jwk, format: 'jwk' })),
    jwk.kid,
  );
}

function importKey(read: () => KeyObject): KeyObject {
  try {
    return read();
  } catch {
    return refuse('a key cannot be read');
  }
}

function toClientKey(key: KeyObject, kid: string | undefined): ClientPublicKey {
  const jwk = key.export({ format: 'jwk' }) as Record<string, string>;
  const isTaken =
    (jwk.kty === 'EC' && jwk.crv === 'P-256') ||
    (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') ||
    (jwk.kty === 'RSA' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= leastRsaBits);
  if (!isTaken) refuse(`keys are EC on P-256, Ed25519, or RSA of at least ${leastRsaBits} bits`);
  const members = Object.fromEntries(membersOf[jwk.kty!]!.map((name) => [name, jwk[name]!]));
  const thumbprint = createHash('sha256').update(JSON.stringify(members)).digest('base64url');
  return { ...members, kty: jwk.kty!, kid: kid ?? thumbprint };
}

function refuse(message: string): never {
  throw new AccessError('client_keys_invalid', { problems: [{ path: 'keys', message }] });
}
