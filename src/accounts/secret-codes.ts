import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A secret of 256 random bits as 43 characters: of a session's cookie, or of a link. */
export function createSecretCode(): string {
  return randomBytes(32).toString('base64url');
}

/** The kept form of a secret. It has nothing to guess, so a fast hash is enough. */
export function hashSecretCode(code: string): Uint8Array {
  return createHash('sha256').update(code).digest();
}

/** The value that a page must send with each change: only who can read the answer of GET /v1/session knows it. */
export function csrfTokenOf(sessionSecret: string): string {
  return createHmac('sha256', sessionSecret).update('csrf').digest('base64url');
}
