import { LivenessError } from './errors.ts';
import { frameLimits } from './frame-limits.ts';
import { listFrames } from './frames-store.ts';
import { type OpenStep, openStepOf } from './next-step.ts';
import { type CaptureKey, changeCapture } from './open-capture.ts';
import { updateSession } from './sessions-store.ts';
import type { LivenessDeps, LivenessStep } from './types.ts';

/**
 * Gives the person more time (WCAG 2.2.1): `finishSeconds` again for the session, and twice the usual time for the open
 * step and those that follow. `due`: the end of the open step's time; undefined without an open step.
 *
 * Rejects with `liveness_extension_refused` when it was given `extensions` times, and as `changeCapture` does.
 */
export async function extendSession(
  deps: Pick<LivenessDeps, 'db' | 'clock' | 'auditKey' | 'settings'>,
  key: CaptureKey,
) {
  const { extensions: most, finishSeconds } = deps.settings;
  return await changeCapture(deps, key, ['started', 'capturing'], async (tx, session, _now, record) => {
    const extensions = session.extensions + 1;
    if (extensions > most) throw new LivenessError('liveness_extension_refused');
    const finishBefore = new Date(session.expiresAt.getTime() + finishSeconds * 1000);
    const open = openStepOf(session.steps, await listFrames(tx, session.id));
    const { steps, due } = lengthen(session.steps, open, finishBefore);
    await updateSession(tx, session.id, { extensions, expiresAt: finishBefore, steps });
    await record('liveness.extend');
    return { finishBefore, extensionsLeft: most - extensions, due };
  });
}

/** The steps with twice the usual time for the open one, once however often it is asked for. */
function lengthen(
  steps: readonly LivenessStep[],
  open: OpenStep | undefined,
  finishBefore: Date,
): { readonly steps: readonly LivenessStep[]; readonly due: Date | undefined } {
  const step = open && steps[open.number - 1];
  if (open === undefined || step?.shownAt === undefined) return { steps, due: undefined };
  const end = Date.parse(step.shownAt) + frameLimits.longStepMs;
  const due = new Date(Math.min(end, finishBefore.getTime()));
  return { steps: steps.with(open.number - 1, { ...step, dueAt: due.toISOString() }), due };
}
