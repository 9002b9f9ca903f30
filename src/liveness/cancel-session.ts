import type { LivenessDeps } from './liveness-deps.ts';
import { type CaptureKey, changeCapture } from './open-capture.ts';
import { recordTransition } from './record-transition.ts';
import { updateSession } from './sessions-store.ts';
import { tellOfEnd } from './tell-of-end.ts';

/**
 * Ends a session that the person does not go on with: `abandoned`, or `not_performed` when the person cannot make the
 * movements, or cannot look at the light.
 * Rejects as `changeCapture` does.
 */
export async function cancelSession(
  deps: Pick<LivenessDeps, 'db' | 'clock' | 'auditKey'>,
  key: CaptureKey,
  options: { readonly cannotPerform?: boolean; readonly requestId?: string } = {},
): Promise<'abandoned' | 'not_performed'> {
  const state = options.cannotPerform === true ? 'not_performed' : 'abandoned';
  const { requestId } = options;
  await changeCapture(deps, key, ['started', 'capturing'], async (tx, session, now) => {
    await updateSession(tx, session.id, { state, endedAt: now, codeHash: null });
    await tellOfEnd(tx, session, now);
    await recordTransition(tx, deps, session, {
      by: 'link',
      ...(options.cannotPerform === true
        ? { action: 'liveness.not-perform' }
        : { action: 'liveness.abandon' }),
      requestId,
      at: now,
    });
  });
  return state;
}
