import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { EncryptionError } from './errors.ts';

/** The length of a master key, and of every key derived from it. */
export const keySizeBytes = 32;

/**
 * A master key. Holds a `KeyObject` and not the bytes, so that printing or serialising it shows nothing.
 * `id` is a fingerprint: 16 hex digits derived from the key, safe to store and to log.
 */
export type MasterKey = { readonly id: string; readonly key: KeyObject };

/** The key that seals, and the older ones that may still open. */
export type MasterKeyRing = { readonly current: MasterKey; readonly previous: readonly MasterKey[] };

/** A master key from its 32 bytes. Throws `master_key_malformed` for any other length. */
export function createMasterKey(bytes: Uint8Array): MasterKey {
  if (bytes.byteLength !== keySizeBytes) {
    throw new EncryptionError('master_key_malformed', {
      detail: `A master key has ${keySizeBytes} bytes; this one has ${bytes.byteLength}.`,
    });
  }
  const key = createSecretKey(bytes);
  return { id: Buffer.from(expand(key, 'key-id', 8)).toString('hex'), key };
}

/** A master key from its base64 text (surrounding white space ignored). Throws `master_key_malformed`. */
export function parseMasterKey(text: string): MasterKey {
  const trimmed = text.trim();
  // Buffer.from skips what is not base64, so a damaged key would otherwise become a different valid one.
  if (!/^[A-Za-z0-9+/]{43}=$/.test(trimmed)) throw new EncryptionError('master_key_malformed');
  return createMasterKey(Buffer.from(trimmed, 'base64'));
}

/**
 * 32 bytes for one purpose, always the same for the same master key and purpose (HKDF-SHA256, RFC 5869). Knowing
 * one derived key tells nothing of the master key or of another purpose's key.
 *
 * @example
 * const imageLinkKey = deriveKey(ring.current, 'image-links');
 */
export function deriveKey(masterKey: MasterKey, purpose: string): Uint8Array {
  return expand(masterKey.key, `purpose/${purpose}`, keySizeBytes);
}

/** The key that wraps data keys. Apart from `deriveKey`'s, so that no purpose's name can produce it. */
export function deriveWrappingKey(masterKey: MasterKey): KeyObject {
  return createSecretKey(expand(masterKey.key, 'record-key-wrapping', keySizeBytes));
}

function expand(key: KeyObject, info: string, sizeBytes: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, new Uint8Array(0), `confere/v1/${info}`, sizeBytes));
}
