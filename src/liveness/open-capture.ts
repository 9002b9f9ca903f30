import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db, Tx } from '../platform/db/types.ts';
import { isId } from '../platform/ids.ts';
import { livenessSessionIdKind } from './declarations.ts';
import { LivenessError } from './errors.ts';
import { findSession, lockSession } from './sessions-store.ts';
import type { LivenessDeps, LivenessSession } from './types.ts';

/** Who holds a secret of a session. */
export type CaptureKey = { readonly sessionId: string; readonly secret: string };

/**
 * The session that a secret opens. `capture`: the one that sends frames. `watch`: also an earlier one, whose holder
 * handed over. Rejects with `liveness_secret_invalid`, whether the session is missing or the secret is wrong.
 */
export async function openCapture(
  db: Db,
  { sessionId, secret }: CaptureKey,
  right: 'capture' | 'watch' = 'capture',
): Promise<LivenessSession> {
  return allow(
    isId(livenessSessionIdKind, sessionId) ? await findSession(db, sessionId) : undefined,
    secret,
    right,
  );
}

/**
 * Does the work on the locked session that a secret opens. Rejects as `openCapture` does, and with
 * `liveness_session_ended` unless the session is in one of the states and in time.
 */
export async function changeCapture<T>(
  { db, clock }: Pick<LivenessDeps, 'db' | 'clock'>,
  { sessionId, secret }: CaptureKey,
  states: readonly LivenessSession['state'][],
  work: (tx: Tx, session: LivenessSession, now: Date) => Promise<T>,
  right: 'capture' | 'watch' = 'capture',
): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    const found = isId(livenessSessionIdKind, sessionId) ? await lockSession(tx, sessionId) : undefined;
    const session = allow(found, secret, right);
    const now = clock.now();
    requireOpen(session, states, now);
    return await work(tx, session, now);
  });
}

/** Passes while the session is in one of the states and in time; otherwise `liveness_session_ended`. */
export function requireOpen(
  session: LivenessSession,
  states: readonly LivenessSession['state'][],
  now: Date,
): void {
  if (!states.includes(session.state) || session.expiresAt <= now) {
    throw new LivenessError('liveness_session_ended');
  }
}

function allow(
  session: LivenessSession | undefined,
  secret: string,
  right: 'capture' | 'watch',
): LivenessSession {
  if (session === undefined) throw new LivenessError('liveness_secret_invalid');
  const isCapture = isSecretOf(secret, session.captureHash);
  const isWatch = right === 'watch' && isSecretOf(secret, session.watchHash);
  if (!isCapture && !isWatch) throw new LivenessError('liveness_secret_invalid');
  return session;
}

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
