import { toAnswer } from '../platform/to-answer.ts';
import { consentOf, requireConsent } from './begin-session.ts';
import { frameLimits } from './frame-limits.ts';
import { listFrames } from './frames-store.ts';
import { type CaptureKey, changeCapture } from './open-capture.ts';
import { refuseLocked } from './refuse-locked.ts';
import { updateSession } from './sessions-store.ts';
import { lockTriers } from './tries-store.ts';
import type {
  LightColour,
  LivenessDeps,
  LivenessFrame,
  LivenessSession,
  LivenessStep,
  StepKind,
} from './types.ts';

/** A step that is shown. */
export type ShownStep = {
  /** From 1. */
  readonly number: number;
  readonly of: number;
  readonly kind: StepKind;
  /** Of a `light` step: what the screen shows. */
  readonly colour?: LightColour;
  readonly frames: number;
  /** Of a turn: how many of the frames are to show the way to the pose. */
  readonly between?: number;
  readonly due: Date;
};

/**
 * Shows the next step and starts its time; undefined when all of them have their frames. Nobody learns of a step before
 * the one before it has its frames: until then the open step is answered again, its time unchanged. With a consent in
 * force, whoever asks for the first step says that it was given.
 *
 * Rejects as `changeCapture` does, and before the first step with `liveness_locked` when too many sessions of the CPF or
 * the device did not pass or are open.
 */
export async function nextStep(
  deps: Pick<LivenessDeps, 'db' | 'clock' | 'auditKey' | 'settings'>,
  key: CaptureKey,
  options: {
    readonly consentVersion?: string | undefined;
    /** Kept with the first step, for figures by camera. */
    readonly camera?: string | undefined;
    /** The same by app and version. */
    readonly appVersion?: string | undefined;
  } = {},
): Promise<ShownStep | undefined> {
  const { consentVersion, camera, appVersion } = options;
  if (consentVersion !== undefined) requireConsent(consentOf(deps.settings), consentVersion);
  return await changeCapture(deps, key, ['started', 'capturing'], async (tx, session, now, record) => {
    const open = openStepOf(session.steps, await listFrames(tx, session.id));
    if (open?.dueAt !== undefined) {
      return { ...shownOf(session, open.number), due: new Date(open.dueAt) };
    }
    const index = session.steps.findIndex(({ shownAt }) => shownAt === undefined);
    const step = session.steps[index];
    if (step === undefined) return undefined;
    const stepMs = session.extensions > 0 ? frameLimits.longStepMs : frameLimits.stepMs;
    const due = new Date(Math.min(now.getTime() + stepMs, session.expiresAt.getTime()));
    const isFirst = index === 0;
    if (isFirst && session.test === undefined) {
      await refuseLocked({ ...deps, db: tx }, await lockTriers(tx, session.id));
    }
    await updateSession(tx, session.id, {
      state: 'capturing',
      steps: session.steps.with(index, { ...step, shownAt: now.toISOString(), dueAt: due.toISOString() }),
      ...(isFirst && {
        triedAt: now,
        ...(camera !== undefined && { camera }),
        ...(appVersion !== undefined && { appVersion }),
        ...(session.consentVersion !== undefined &&
          session.consentedAt === undefined && { consentedAt: now }),
      }),
    });
    if (isFirst) await record('liveness.capture');
    return { ...shownOf(session, index + 1), due };
  });
}

/** A step as the page learns of it. */
function shownOf({ steps }: Pick<LivenessSession, 'steps'>, number: number): Omit<ShownStep, 'due'> {
  const { kind, colour, frames, between } = steps[number - 1]!;
  return toAnswer({ number, of: steps.length, kind, colour, frames, between });
}

/** A step that was shown and lacks frames. */
export type OpenStep = LivenessStep & {
  /** From 1. */
  readonly number: number;
  readonly received: number;
};

/** The step that waits for frames; undefined before the first one and between two. */
export function openStepOf(
  steps: readonly LivenessStep[],
  frames: readonly Pick<LivenessFrame, 'step'>[],
): OpenStep | undefined {
  const index = steps.findLastIndex(({ shownAt }) => shownAt !== undefined);
  const step = steps[index];
  if (step === undefined) return undefined;
  const received = frames.filter((frame) => frame.step === index + 1).length;
  return received < step.frames ? { ...step, number: index + 1, received } : undefined;
}
