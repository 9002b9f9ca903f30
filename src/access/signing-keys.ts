import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { signingKeyContext } from './sealed-tables.ts';
import type { StoredSigningKey } from './signing-key-store.ts';

/**
 * What a key signs. Access tokens and responses have keys of their own: a token key can go once its last token
 * has expired, a response key stays published as long as somebody may want to check an old answer.
 */
export const signingPurposes = ['access-token', 'response'] as const;

export type SigningPurpose = (typeof signingPurposes)[number];

/** The public half of a P-256 key as it stands in the published set (RFC 7517). */
export type PublicJwk = {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  /** The key's thumbprint (RFC 7638, SHA-256, base64url). */
  readonly kid: string;
  readonly alg: 'ES256';
  readonly use: 'sig';
};

/** A key that signs. */
export type SigningKey = { readonly kid: string; readonly privateKey: CryptoKey };

/** The keys at hand, refreshed in the background. What returns no promise answers from memory. */
export type SigningKeys = {
  /** The key to sign with now. */
  current(purpose: SigningPurpose): SigningKey;
  /** The public half of a key that is not retired. */
  find(purpose: SigningPurpose, kid: string): CryptoKey | undefined;
  /** The same, reading the keys again when it is not known; at most once a second. */
  findOrReload(purpose: SigningPurpose, kid: string): Promise<CryptoKey | undefined>;
  /** The set for `/.well-known/jwks.json`: every key that is not retired, those not yet active included. */
  publicKeys(): { readonly keys: readonly PublicJwk[] };
  /** Reads the keys now: for the process that has just rotated one. */
  reload(): Promise<void>;
  /** Ends the background refresh. */
  stop(): void;
};

/** A new key pair, its private half sealed, ready to be stored. */
export async function createStoredSigningKey(
  cipher: RecordCipher,
  key: { readonly purpose: SigningPurpose; readonly createdAt: Date; readonly activeFrom: Date },
): Promise<StoredSigningKey> {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const privateJwk = await exportJWK(pair.privateKey);
  const kid = await calculateJwkThumbprint(privateJwk, 'sha256');
  const publicJwk: PublicJwk = {
    kty: 'EC',
    crv: 'P-256',
    x: privateJwk.x!,
    y: privateJwk.y!,
    kid,
    alg: 'ES256',
    use: 'sig',
  };
  return {
    ...key,
    kid,
    publicJwk,
    sealedPrivateKey: cipher.seal(Buffer.from(JSON.stringify(privateJwk)), signingKeyContext(kid)),
    retiredAt: undefined,
  };
}

/** Both halves of a stored key, ready for use. */
export async function openStoredSigningKey(
  cipher: RecordCipher,
  stored: StoredSigningKey,
): Promise<{ readonly privateKey: CryptoKey; readonly publicKey: CryptoKey }> {
  const opened = cipher.open(stored.sealedPrivateKey, signingKeyContext(stored.kid));
  const privateJwk = JSON.parse(Buffer.from(opened).toString('utf8')) as JWK;
  const [privateKey, publicKey] = await Promise.all([
    importJWK({ ...privateJwk, ext: true }, 'ES256'),
    importJWK({ ...stored.publicJwk }, 'ES256'),
  ]);
  return { privateKey: privateKey as CryptoKey, publicKey: publicKey as CryptoKey };
}
