import { setTimeout as wait } from 'node:timers/promises';
import { LivenessError } from './errors.ts';
import { listFrames } from './frames-store.ts';
import { judgeSession } from './judge-session.ts';
import type { LivenessDeps } from './liveness-deps.ts';
import { type CaptureKey, changeCapture, openCapture } from './open-capture.ts';
import { openStepOf } from './open-step.ts';
import { recordTransition } from './record-transition.ts';
import { updateSession } from './sessions-store.ts';
import type { LivenessReason, LivenessSession } from './types.ts';

/** The message to the person in front of the camera: never the verdict. */
export type CaptureOutcome = {
  readonly outcome: 'done' | 'try_again';
  readonly hint?:
    | 'turn_further'
    | 'turn_slower'
    | 'be_quicker'
    | 'stay_in_view'
    | 'stay_in_place'
    | 'darker_place';
  readonly redirectUrl?: string;
};

export type FinishDeps = Pick<
  LivenessDeps,
  'db' | 'clock' | 'auditKey' | 'cipher' | 'store' | 'engine' | 'settings' | 'onBackgroundError'
>;

/** Time limit of the page's wait for the judgement. */
const longestWaitMs = 10_000;

/**
 * Ends the capture and judges it; a session that was finished before is answered again and stays as it is. From the
 * commit on the session is judged, if not by this process then by the next run of the job.
 *
 * Rejects with `liveness_step_open` while steps lack frames, and as `changeCapture` does.
 */
export async function finishSession(
  deps: FinishDeps,
  key: CaptureKey,
  options: { readonly requestId?: string } = {},
): Promise<CaptureOutcome> {
  const before = await openCapture(deps.db, key);
  if (!isFinished(before)) {
    await closeCapture(deps, key, options.requestId).catch(async (error: unknown) => {
      // The same request may have come twice at once.
      if (!isFinished(await openCapture(deps.db, key))) throw error;
    });
  }
  if (!isJudged(before)) {
    const judging = judgeSession(deps, key.sessionId).catch(deps.onBackgroundError);
    await Promise.race([judging, wait(longestWaitMs, undefined, { ref: false })]);
  }
  return outcomeOf(await openCapture(deps.db, key));
}

function isFinished({ state }: LivenessSession): boolean {
  return state === 'judging' || state === 'passed' || state === 'failed';
}

function isJudged({ state }: LivenessSession): boolean {
  return state === 'passed' || state === 'failed';
}

async function closeCapture(deps: FinishDeps, key: CaptureKey, requestId: string | undefined): Promise<void> {
  await changeCapture(deps, key, ['capturing'], async (tx, session, now) => {
    const frames = await listFrames(tx, session.id);
    if (session.steps.some(({ shownAt }) => shownAt === undefined) || openStepOf(session.steps, frames)) {
      throw new LivenessError('liveness_step_open');
    }
    await updateSession(tx, session.id, { state: 'judging', endedAt: now });
    await recordTransition(tx, deps, session, { by: 'link', action: 'liveness.finish', requestId, at: now });
  });
}

/** Mistakes of people who mean well, and what helps. Whoever is taken for an attack learns nothing. */
const hints: Partial<Record<LivenessReason, NonNullable<CaptureOutcome['hint']>>> = {
  wrong_direction: 'turn_further',
  turn_too_quick: 'turn_slower',
  too_late: 'be_quicker',
  face_lost: 'stay_in_view',
  surroundings_changed: 'stay_in_place',
  light_unclear: 'darker_place',
};

function outcomeOf({ verdict, redirectUrl }: LivenessSession): CaptureOutcome {
  const reasons = verdict?.reasons ?? [];
  const hint = reasons[0] && hints[reasons[0]];
  const isMistake = hint !== undefined && reasons.every((reason) => hints[reason] !== undefined);
  return {
    ...(isMistake ? { outcome: 'try_again', hint } : { outcome: 'done' }),
    ...(redirectUrl === undefined ? {} : { redirectUrl }),
  };
}
