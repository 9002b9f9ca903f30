import { setTimeout as wait } from 'node:timers/promises';
import { LivenessError } from './errors.ts';
import { listFrames } from './frames-store.ts';
import { type JudgeDeps, judgeSession, waitsFor } from './judge-session.ts';
import { openStepOf } from './next-step.ts';
import { type CaptureKey, changeCapture, openCapture, requireOpen } from './open-capture.ts';
import { updateSession } from './sessions-store.ts';
import type { LivenessDeps, LivenessReason, LivenessSession } from './types.ts';

/** `repeat`: the session goes on with a movement once more. `try_again`: it did not pass. */
export const captureOutcomes = ['done', 'repeat', 'try_again'] as const;

/** Advice for the next time. */
export const captureHints = [
  'turn_further',
  'turn_slower',
  'be_quicker',
  'stay_in_view',
  'stay_in_place',
  'more_light',
  'hold_still',
  'uncover_face',
  'darker_place',
  'even_light',
  'later',
] as const;
type CaptureHint = (typeof captureHints)[number];

/** The message to the person in front of the camera: never the reasons. */
export type CaptureOutcome = {
  readonly outcome: (typeof captureOutcomes)[number];
  /** Of every outcome but `done`. */
  readonly hint?: CaptureHint;
  /** The time that a session which goes on must finish in. */
  readonly finishBefore?: Date;
  readonly redirectUrl?: string;
};

type FinishDeps = JudgeDeps & Pick<LivenessDeps, 'onBackgroundError'>;

/** Time limit of the page's wait for the judgement. */
const longestWaitMs = 10_000;

/**
 * Ends the capture and judges it; a session that was finished before is answered again and stays as it is. From the
 * commit on the session is judged, if not by this process then by the next run of the job. One that lacks only what a
 * movement made again may mend goes on with it, as `judgeSession` says.
 *
 * Rejects with `liveness_step_open` while steps lack frames, and as `changeCapture` does.
 */
export async function finishSession(deps: FinishDeps, key: CaptureKey): Promise<CaptureOutcome> {
  const before = await openCapture(deps.db, key);
  if (waitsFor(before.steps) !== undefined) {
    requireOpen(before, ['capturing'], deps.clock.now());
    return outcomeOf(before);
  }
  if (!isFinished(before)) {
    await closeCapture(deps, key).catch(async (error: unknown) => {
      // The same request may have come twice at once.
      const now = await openCapture(deps.db, key);
      if (!isFinished(now) && waitsFor(now.steps) === undefined) throw error;
    });
  }
  if (!isJudged(before)) {
    let isAwaited = true;
    const judging = judgeSession(deps, key.sessionId, () => isAwaited).catch(deps.onBackgroundError);
    await Promise.race([judging, wait(longestWaitMs, undefined, { ref: false })]);
    isAwaited = false;
  }
  return outcomeOf(await openCapture(deps.db, key));
}

function isFinished(session: LivenessSession): boolean {
  return session.state === 'judging' || isJudged(session);
}

function isJudged({ state }: LivenessSession): boolean {
  return state === 'passed' || state === 'failed';
}

async function closeCapture(deps: FinishDeps, key: CaptureKey): Promise<void> {
  await changeCapture(deps, key, ['capturing'], async (tx, session, now, record) => {
    const frames = await listFrames(tx, session.id);
    if (session.steps.some(({ shownAt }) => shownAt === undefined) || openStepOf(session.steps, frames)) {
      throw new LivenessError('liveness_step_open');
    }
    await updateSession(tx, session.id, { state: 'judging', endedAt: now });
    await record('liveness.finish');
  });
}

/** Advice for people who mean well. Whoever is taken for an attack gets the same, whatever the reason. */
const hints: Readonly<Record<LivenessReason, CaptureHint>> = {
  wrong_direction: 'turn_further',
  turn_too_quick: 'turn_slower',
  too_late: 'be_quicker',
  face_lost: 'stay_in_view',
  surroundings_changed: 'stay_in_place',
  too_dark: 'more_light',
  too_blurred: 'hold_still',
  face_covered: 'uncover_face',
  light_unclear: 'darker_place',
  flat: 'even_light',
  other_person: 'even_light',
  frames_repeated: 'even_light',
  frames_seen_before: 'even_light',
  motion_broken: 'even_light',
  passive_spoof: 'even_light',
  wrong_light: 'even_light',
  not_judged: 'later',
};

function outcomeOf({ verdict, steps, expiresAt, redirectUrl }: LivenessSession): CaptureOutcome {
  const again = waitsFor(steps);
  const found = (verdict?.reasons ?? []).map((reason) => hints[reason]);
  const hint = found.includes('even_light') ? 'even_light' : found[0];
  return {
    ...(again !== undefined
      ? { outcome: 'repeat', hint: hints[again], finishBefore: expiresAt }
      : hint === undefined
        ? { outcome: 'done' }
        : { outcome: 'try_again', hint }),
    ...(redirectUrl === undefined ? {} : { redirectUrl }),
  };
}
