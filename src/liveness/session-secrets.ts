import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new code or secret of 256 random bits, with the hash that is stored of it. */
export function createSessionSecret(): { readonly secret: string; readonly hash: Uint8Array } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

/**
 * The secret of a session that was begun with a code and a nonce: the same for the same, so that whoever lost the answer
 * asks again. Nobody makes it without the key.
 */
export function deriveSessionSecret(
  key: Uint8Array,
  begun: { readonly sessionId: string; readonly code: string; readonly nonce: string },
): { readonly secret: string; readonly hash: Uint8Array } {
  const text = JSON.stringify([begun.sessionId, begun.code, begun.nonce]);
  const secret = createHmac('sha256', key).update(text).digest('base64url');
  return { secret, hash: hashSecret(secret) };
}

/**
 * The code by which the holder of a secret hands a session over: the same for the same secret, so that a lost answer can be
 * asked for again. Nobody makes it without the key.
 */
export function deriveHandoverCode(
  key: Uint8Array,
  holder: { readonly sessionId: string; readonly secret: string },
): { readonly secret: string; readonly hash: Uint8Array } {
  const text = JSON.stringify(['handover', holder.sessionId, holder.secret]);
  const secret = createHmac('sha256', key).update(text).digest('base64url');
  return { secret, hash: hashSecret(secret) };
}

/** True when the hash is that of the secret. Takes the same time for every secret of its length. */
export function isSecretOf(secret: string, hash: Uint8Array | undefined): boolean {
  return hash !== undefined && timingSafeEqual(hashSecret(secret), hash);
}

// Plain SHA-256: nobody guesses 256 random bits.
function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
