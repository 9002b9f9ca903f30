import { createHmac, randomBytes } from 'node:crypto';
import { inspectPhoto, storeImage } from '../images/index.ts';
import type { InventedEnd } from './declarations.ts';
import { insertFrame } from './frames-store.ts';
import { type CaptureKey, changeCapture } from './open-capture.ts';
import { recordTransition } from './record-transition.ts';
import { lockSession, updateSession } from './sessions-store.ts';
import { tellOfEnd } from './sums-store.ts';
import type { LivenessDeps, LivenessVerdict } from './types.ts';

/** Name and version of the engine whose verdicts are invented. */
const engine = 'sandbox@1';

/**
 * Ends a session of the sandbox as its person's scenario says, with one frame, and with the audit entries and the event
 * of a session that was held before a camera. Its link is used up. Does nothing for a session that has begun.
 */
export async function endWithoutCamera(
  deps: Pick<LivenessDeps, 'db' | 'clock' | 'cipher' | 'store' | 'auditKey' | 'frameKey'>,
  id: string,
  { reasons, frame }: InventedEnd,
): Promise<void> {
  const info = inspectPhoto(frame, { maxPixels: 1_000_000 });
  await storeImage(deps, { bytes: frame, info }, (insert) =>
    deps.db.transaction().execute(async (tx) => {
      const session = await lockSession(tx, id);
      if (session?.state !== 'created') return;
      const at = deps.clock.now();
      const isAlive = reasons.length === 0;
      // Every session shows the same picture: it must not count as a copy of another session's.
      const hash = createHmac('sha256', deps.frameKey).update(randomBytes(32)).digest();
      const imageId = await insert(tx);
      await insertFrame(tx, id, { step: 1, frame: 0, imageId, hash, receivedAt: at });
      const verdict: LivenessVerdict = {
        probability: isAlive ? 0.98 : 0.02,
        isAlive,
        engine,
        threshold: 0.5,
        reasons,
        steps: session.steps.map(({ frames }, index) => ({
          number: index + 1,
          faces: frames,
          isFulfilled: isAlive,
        })),
        referenceImageId: imageId,
      };
      const steps = session.steps.map((step) => ({
        ...step,
        shownAt: at.toISOString(),
        dueAt: session.expiresAt.toISOString(),
      }));
      await updateSession(tx, id, {
        state: isAlive ? 'passed' : 'failed',
        codeHash: undefined,
        steps,
        triedAt: at,
        endedAt: at,
        verdict,
      });
      await tellOfEnd(tx, session, at);
      for (const action of ['liveness.begin', 'liveness.finish'] as const) {
        await recordTransition(tx, deps, session, { by: 'link', action, at });
      }
      await recordTransition(tx, deps, session, {
        by: 'service',
        at,
        ...(isAlive ? { action: 'liveness.pass' } : { action: 'liveness.fail', detail: { reasons } }),
      });
    }),
  );
}

/**
 * Ends a session that the person does not go on with: `abandoned`, or `not_performed` when the person cannot make the
 * movements, or cannot look at the light. Rejects as `changeCapture` does.
 */
export async function cancelSession(
  deps: Pick<LivenessDeps, 'db' | 'clock' | 'auditKey'>,
  key: CaptureKey,
  options: { readonly cannotPerform?: boolean } = {},
): Promise<'abandoned' | 'not_performed'> {
  const state = options.cannotPerform === true ? 'not_performed' : 'abandoned';
  await changeCapture(deps, key, ['started', 'capturing'], async (tx, session, now, record) => {
    await updateSession(tx, session.id, { state, endedAt: now, codeHash: undefined });
    await tellOfEnd(tx, session, now);
    await (state === 'abandoned' ? record('liveness.abandon') : record('liveness.not-perform'));
  });
  return state;
}
