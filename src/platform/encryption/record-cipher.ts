import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { EncryptionError } from './errors.ts';

/** The stored form of a plaintext, as columns. Deleting `wrapped_key` alone makes the record unreadable for good. */
export type SealedColumns = {
  /** Which master key wrapped the data key. */
  readonly key_id: string;
  /** 61 bytes: the record's own data key, encrypted. */
  readonly wrapped_key: Uint8Array;
  /** The plaintext encrypted with the data key, 29 bytes longer than it. */
  readonly ciphertext: Uint8Array;
};

/** Seals records, each under a key of its own, and opens them. */
export type RecordCipher = {
  /** The master key that seals now. */
  readonly currentKeyId: string;
  /** Other master keys that still open. */
  readonly previousKeyIds: readonly string[];
  /**
   * The plaintext sealed under a data key of its own. `context` says what the record is and whose (for example
   * `face-template:fac_...`); it is not stored, and `open` succeeds only with the same one, so that a record
   * copied to another row does not open there.
   */
  seal(plaintext: Uint8Array, context: string): SealedColumns;
  /**
   * The plaintext. Throws `record_unreadable` when any byte or the context differs from what was sealed, and
   * `master_key_wrong` when the key that sealed it is not in the ring.
   */
  open(record: SealedColumns, context: string): Uint8Array;
  /** A key for one purpose from a master key of the ring, by its id. Throws `master_key_wrong` for another. */
  deriveKey(keyId: string, purpose: string): Uint8Array;
  /**
   * The record's data key wrapped by the current master key; the ciphertext is neither needed nor changed. Throws
   * like `open`.
   */
  rewrap(record: Omit<SealedColumns, 'ciphertext'>, context: string): Uint8Array;
};

const formatVersion = 1;
const nonceSizeBytes = 12;
const tagSizeBytes = 16;
const overheadBytes = 1 + nonceSizeBytes + tagSizeBytes;

/**
 * Envelope encryption with AES-256-GCM at both layers (NIST SP 800-38D): seals with the ring's current key,
 * opens with any of them. Synchronous; about a millisecond for a megabyte.
 *
 * NOTE: nonces are random, so one master key should wrap fewer than 2^32 records before it is rotated
 * (SP 800-38D, section 8.3). Data keys encrypt once and have no such limit.
 */
export function createRecordCipher(keys: MasterKeyRing): RecordCipher {
  const wrappingKeys = new Map<string, KeyObject>(
    [keys.current, ...keys.previous].map((key) => [key.id, deriveWrappingKey(key)]),
  );
  const currentKeyId = keys.current.id;
  const wrap = (dataKey: Uint8Array, nonce: Uint8Array, context: string) =>
    encrypt(wrappingKeys.get(currentKeyId)!, nonce, dataKey, `record-key\0${context}`);

  /** Hands the data key of a record to `use` and forgets it afterwards. */
  const withDataKey = <T>(
    record: Omit<SealedColumns, 'ciphertext'>,
    context: string,
    use: (dataKey: Uint8Array) => T,
  ): T => {
    const wrappingKey = wrappingKeys.get(record.key_id);
    if (wrappingKey === undefined) {
      throw new EncryptionError('master_key_wrong', {
        detail: `The record was sealed with master key ${record.key_id}, which is not configured.`,
      });
    }
    const dataKey = decrypt(wrappingKey, record.wrapped_key, `record-key\0${context}`);
    try {
      return use(dataKey);
    } finally {
      dataKey.fill(0);
    }
  };

  return {
    currentKeyId,
    previousKeyIds: keys.previous.map((key) => key.id),
    seal(plaintext, context) {
      // One call for all that is random: each costs as much as the encryption of some kilobytes.
      const random = randomBytes(keySizeBytes + 2 * nonceSizeBytes);
      const dataKey = random.subarray(0, keySizeBytes);
      const keyNonce = random.subarray(keySizeBytes, keySizeBytes + nonceSizeBytes);
      const nonce = random.subarray(keySizeBytes + nonceSizeBytes);
      try {
        return {
          key_id: currentKeyId,
          wrapped_key: wrap(dataKey, keyNonce, context),
          ciphertext: encrypt(createSecretKey(dataKey), nonce, plaintext, `record\0${context}`),
        };
      } finally {
        dataKey.fill(0);
      }
    },
    open: (record, context) =>
      withDataKey(record, context, (dataKey) =>
        decrypt(createSecretKey(dataKey), record.ciphertext, `record\0${context}`),
      ),
    deriveKey(keyId, purpose) {
      const key = [keys.current, ...keys.previous].find(({ id }) => id === keyId);
      if (key === undefined) throw new EncryptionError('master_key_wrong');
      return deriveKey(key, purpose);
    },
    rewrap: (record, context) =>
      withDataKey(record, context, (dataKey) => wrap(dataKey, randomBytes(nonceSizeBytes), context)),
  };
}

/**
 * Version byte, nonce, tag, ciphertext. The version is authenticated with the context. The nonce is fresh random bytes.
 */
function encrypt(key: KeyObject, nonce: Uint8Array, plaintext: Uint8Array, context: string): Uint8Array {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagSizeBytes });
  cipher.setAAD(additionalData(context));
  const body = cipher.update(plaintext);
  const rest = cipher.final();
  return Buffer.concat([Uint8Array.of(formatVersion), nonce, cipher.getAuthTag(), body, rest]);
}

function decrypt(key: KeyObject, sealed: Uint8Array, context: string): Uint8Array {
  if (sealed.byteLength < overheadBytes || sealed[0] !== formatVersion) {
    throw new EncryptionError('record_unreadable');
  }
  const nonce = sealed.subarray(1, 1 + nonceSizeBytes);
  const tag = sealed.subarray(1 + nonceSizeBytes, overheadBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagSizeBytes });
  decipher.setAAD(additionalData(context));
  decipher.setAuthTag(tag);
  try {
    const body = decipher.update(sealed.subarray(overheadBytes));
    const rest = decipher.final();
    return rest.byteLength === 0 ? body : Buffer.concat([body, rest]);
  } catch (cause) {
    throw new EncryptionError('record_unreadable', { cause });
  }
}

function additionalData(context: string): Uint8Array {
  return Buffer.from(`confere/v${formatVersion}/${context}`, 'utf8');
}

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
function deriveWrappingKey(masterKey: MasterKey): KeyObject {
  return createSecretKey(expand(masterKey.key, 'record-key-wrapping', keySizeBytes));
}

function expand(key: KeyObject, info: string, sizeBytes: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, new Uint8Array(0), `confere/v1/${info}`, sizeBytes));
}
