import { LivenessError } from './errors.ts';
import type { LivenessDeps } from './liveness-deps.ts';
import { type CaptureKey, changeCapture } from './open-capture.ts';
import { recordTransition } from './record-transition.ts';
import { createSessionSecret } from './session-secrets.ts';
import { updateSession } from './sessions-store.ts';

/** Time limit for the other device to begin. */
const codeLifetimeMs = 5 * 60_000;

/**
 * A new one-time code for another device; the secret that asked for it only watches from now on. Rejects with
 * `liveness_handover_refused` once a step was shown, and as `changeCapture` does.
 */
export async function handOverSession(
  deps: Pick<LivenessDeps, 'db' | 'clock' | 'audit'>,
  key: CaptureKey,
  options: { readonly requestId?: string } = {},
): Promise<{ readonly code: string; readonly expiresAt: Date }> {
  const { secret: code, hash: codeHash } = createSessionSecret();
  const { session, expiresAt } = await changeCapture(
    deps,
    key,
    ['STARTED', 'CAPTURING'],
    async (tx, session, now) => {
      if (session.state !== 'STARTED') throw new LivenessError('liveness_handover_refused');
      const expiresAt = new Date(now.getTime() + codeLifetimeMs);
      const changes = { codeHash, captureHash: null, expiresAt };
      await updateSession(tx, session.id, {
        ...changes,
        ...(session.captureHash === undefined ? {} : { watchHash: session.captureHash }),
      });
      return { session, expiresAt };
    },
  );
  const { requestId } = options;
  await recordTransition(deps, session, { by: 'link', action: 'liveness.handover', requestId });
  return { code, expiresAt };
}
