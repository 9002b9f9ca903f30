import type { Db, Tx } from '../platform/db/types.ts';
import { isId } from '../platform/ids.ts';
import { livenessSessionIdKind } from './declarations.ts';
import { LivenessError } from './errors.ts';
import type { LivenessDeps } from './liveness-deps.ts';
import { isSecretOf } from './session-secrets.ts';
import { findSession, lockSession } from './sessions-store.ts';
import type { LivenessSession } from './types.ts';

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
