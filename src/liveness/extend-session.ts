import { LivenessError } from './errors.ts';
import { frameLimits } from './frame-limits.ts';
import { listFrames } from './frames-store.ts';
import type { LivenessDeps } from './liveness-deps.ts';
import { type CaptureKey, changeCapture } from './open-capture.ts';
import { openStepOf } from './open-step.ts';
import { recordTransition } from './record-transition.ts';
import { updateSession } from './sessions-store.ts';

/** The time that a session has after more was given. */
export type ExtendedSession = {
  readonly finishBefore: Date;
  /** How often more time is given from now on. */
  readonly extensionsLeft: number;
  /** The end of the open step's time; undefined without an open step. */
  readonly due: Date | undefined;
};

/**
 * Gives the person more time (WCAG 2.2.1): `finishSeconds` again for the session, and twice the usual time for the open
 * step and those that follow. Rejects with `liveness_extension_refused` when it was given `extensions` times, and as
 * `changeCapture` does.
 */
export async function extendSession(
  deps: Pick<LivenessDeps, 'db' | 'clock' | 'audit' | 'settings'>,
  key: CaptureKey,
  options: { readonly requestId?: string } = {},
): Promise<ExtendedSession> {
  const { extensions: most, finishSeconds } = deps.settings;
  const { session, extended } = await changeCapture(
    deps,
    key,
    ['STARTED', 'CAPTURING'],
    async (tx, session) => {
      const extensions = session.extensions + 1;
      if (extensions > most) throw new LivenessError('liveness_extension_refused');
      const finishBefore = new Date(session.expiresAt.getTime() + finishSeconds * 1000);
      const open = openStepOf(session.steps, await listFrames(tx, session.id));
      const step = open && session.steps[open.number - 1];
      const due =
        step?.shownAt === undefined
          ? undefined
          : new Date(Math.min(Date.parse(step.shownAt) + frameLimits.longStepMs, finishBefore.getTime()));
      await updateSession(tx, session.id, {
        extensions,
        expiresAt: finishBefore,
        ...(open === undefined || step === undefined || due === undefined
          ? {}
          : { steps: session.steps.with(open.number - 1, { ...step, dueAt: due.toISOString() }) }),
      });
      return { session, extended: { finishBefore, extensionsLeft: most - extensions, due } };
    },
  );
  const { requestId } = options;
  await recordTransition(deps, session, { by: 'link', action: 'liveness.extend', requestId });
  return extended;
}
