import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { sealedSigningKey } from './declarations.ts';
import type { SigningPurpose, StoredSigningKey } from './signing-key-store.ts';

/** The public half of a key as it stands in the published set (RFC 7517): P-256, or Ed25519 (RFC 8037). */
export type PublicJwk = {
  readonly kty: 'EC' | 'OKP';
  readonly crv: 'P-256' | 'Ed25519';
  readonly x: string;
  /** P-256 only. */
  readonly y?: string;
  /** The key's thumbprint (RFC 7638, SHA-256, base64url). */
  readonly kid: string;
  readonly alg: 'ES256' | 'EdDSA';
  readonly use: 'sig';
};

/** A key that signs. */
export type SigningKey = { readonly kid: string; readonly privateKey: CryptoKey };

/** The keys at hand, refreshed in the background. What returns no promise answers from memory. */
export type SigningKeys = {
  /** The key to sign with now. */
  current(purpose: SigningPurpose): SigningKey;
  /** Every key that signs or has signed and is not retired, the newest first. */
  active(purpose: SigningPurpose): readonly SigningKey[];
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
  const alg = algorithmOf(key.purpose);
  const pair = await generateKeyPair(alg, { extractable: true });
  const privateJwk = await exportJWK(pair.privateKey);
  const kid = await calculateJwkThumbprint(privateJwk, 'sha256');
  return {
    ...key,
    kid,
    sealedPrivateKey: sealedSigningKey.sealJson(cipher, kid, privateJwk),
    retiredAt: undefined,
  };
}

function algorithmOf(purpose: SigningPurpose): PublicJwk['alg'] {
  return purpose === 'webhook' ? 'EdDSA' : 'ES256';
}

function publicHalfOf({ x = '', y = '' }: JWK, kid: string, alg: PublicJwk['alg']): PublicJwk {
  return alg === 'EdDSA'
    ? { kty: 'OKP', crv: 'Ed25519', x, kid, alg, use: 'sig' }
    : { kty: 'EC', crv: 'P-256', x, y, kid, alg, use: 'sig' };
}

/**
 * Both halves of a stored key, ready for use. The public one comes from the sealed private one, so that nobody without
 * the master key has tokens of his own believed.
 */
export async function openStoredSigningKey(
  cipher: RecordCipher,
  stored: StoredSigningKey,
): Promise<SigningKey & { readonly publicKey: CryptoKey; readonly publicJwk: PublicJwk }> {
  const privateJwk = sealedSigningKey.openJson<JWK>(cipher, stored.kid, stored.sealedPrivateKey);
  const alg = algorithmOf(stored.purpose);
  const publicJwk = publicHalfOf(privateJwk, stored.kid, alg);
  const [privateKey, publicKey] = await Promise.all([
    importJWK({ ...privateJwk, ext: true }, alg),
    importJWK({ ...publicJwk }, alg),
  ]);
  return {
    kid: stored.kid,
    privateKey: privateKey as CryptoKey,
    publicKey: publicKey as CryptoKey,
    publicJwk,
  };
}
