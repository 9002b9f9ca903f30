import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AuditAction } from '../platform/audit/index.ts';
import type { Db, Tx } from '../platform/db/types.ts';
import { LivenessError } from './errors.ts';
import { recordTransition } from './record-transition.ts';
import { findSession, lockSession } from './sessions-store.ts';
import type { LivenessDeps, LivenessSession } from './types.ts';

/** Who holds a secret of a session. The request's id goes into the audit log. */
export type CaptureKey = { readonly sessionId: string; readonly secret: string; readonly requestId?: string };

/**
 * The session that a secret opens. `capture`: the one that sends frames. `watch`: also an earlier one, whose holder
 * handed over. Rejects with `liveness_secret_invalid`, whether the session is missing or the secret is wrong.
 */
export async function openCapture(
  db: Db,
  { sessionId, secret }: CaptureKey,
  right: 'capture' | 'watch' = 'capture',
): Promise<LivenessSession> {
  return allow(await findSession(db, sessionId), secret, right);
}

/** A change of a session by whoever holds its secret. `record` is its last statement, see `recordTransition`. */
type CaptureChange<T> = (
  tx: Tx,
  session: LivenessSession,
  now: Date,
  record: (action: AuditAction) => Promise<void>,
) => Promise<T>;

/**
 * Does the work on the locked session that a secret opens. Rejects as `openCapture` does, and with
 * `liveness_session_ended` unless the session is in one of the states and in time.
 */
export async function changeCapture<T>(
  deps: Pick<LivenessDeps, 'db' | 'clock' | 'auditKey'>,
  { sessionId, secret, requestId }: CaptureKey,
  states: readonly LivenessSession['state'][],
  work: CaptureChange<T>,
  right: 'capture' | 'watch' = 'capture',
): Promise<T> {
  return await deps.db.transaction().execute(async (tx) => {
    const session = allow(await lockSession(tx, sessionId), secret, right);
    const at = deps.clock.now();
    requireOpen(session, states, at);
    return await work(tx, session, at, (action) =>
      recordTransition(tx, deps, session, { by: 'link', action, requestId, at }),
    );
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

/** A code or secret of 256 bits, with the hash that is stored of it. */
type SessionSecret = { readonly secret: string; readonly hash: Uint8Array };

/** A new one, at random. */
export function createSessionSecret(): SessionSecret {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

/** The same one for the same texts, so that whoever lost an answer asks again. Nobody makes it without the key. */
export function deriveSessionSecret(key: Uint8Array, texts: readonly string[]): SessionSecret {
  const secret = createHmac('sha256', key).update(JSON.stringify(texts)).digest('base64url');
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
