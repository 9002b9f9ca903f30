import { LivenessError } from './errors.ts';
import { type CaptureKey, changeCapture, deriveSessionSecret, isSecretOf } from './open-capture.ts';
import { updateSession } from './sessions-store.ts';
import type { LivenessDeps } from './types.ts';

/** Time limit for the other device to begin. */
const codeLifetimeMs = 5 * 60_000;

/**
 * A one-time code for another device; the secret that asked for it only watches from now on. Until the code is used, the
 * same secret may ask again: the answer is the same, and nothing changes.
 *
 * Rejects with `liveness_handover_refused` once a step was shown, and as `changeCapture` does.
 */
export async function handOverSession(
  deps: Pick<LivenessDeps, 'db' | 'clock' | 'auditKey' | 'secretKey'>,
  key: CaptureKey,
): Promise<{ readonly code: string; readonly expiresAt: Date }> {
  const { secret: code, hash: codeHash } = deriveSessionSecret(deps.secretKey, [
    'handover',
    key.sessionId,
    key.secret,
  ]);
  return await changeCapture(
    deps,
    key,
    ['started', 'capturing'],
    async (tx, session, now, record) => {
      if (!isSecretOf(key.secret, session.captureHash)) {
        if (!isSecretOf(code, session.codeHash)) throw new LivenessError('liveness_secret_invalid');
        return { code, expiresAt: session.expiresAt };
      }
      if (session.state !== 'started') throw new LivenessError('liveness_handover_refused');
      const expiresAt = new Date(now.getTime() + codeLifetimeMs);
      const watchHash = session.captureHash!;
      await updateSession(tx, session.id, { codeHash, captureHash: undefined, watchHash, expiresAt });
      await record('liveness.handover');
      return { code, expiresAt };
    },
    'watch',
  );
}
