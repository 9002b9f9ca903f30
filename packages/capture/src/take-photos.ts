import { throwIfAborted } from './abort.ts';
import type { Camera } from './camera.ts';
import type { FaceFinder, Look } from './guidance/find-face.ts';
import { type Hint, hintOf, type Pose, poseOf, progressOf } from './guidance/read-pose.ts';
import { nameApp, nameCamera } from './name-app.ts';
import type { Begun, SessionClient, Step } from './session-client.ts';

/** Where the taking of photos shows how it goes. */
export type StepView = {
  showStep(step: Step): void;
  showHint(hint: Hint | 'more' | 'hold' | 'back'): void;
};

/** The progress of the photos of a session; kept when the camera stops and is opened again. */
export type Taken = {
  step: Step | undefined;
  /** Photos of the step that the server has. */
  received: number;
  wanted: number;
  /** The pose of the person who looks straight ahead, once seen. */
  straight: Pose | undefined;
  /** The person asked for more time: the photos of a step wait longer for the movement. */
  isSlow: boolean;
  /** Settles when nothing that was begun for it is on its way. */
  going: Promise<unknown>;
};

export const nothingTaken = (): Taken => ({
  step: undefined,
  received: 0,
  wanted: 0,
  straight: undefined,
  isSlow: false,
  going: Promise.resolve(),
});

export type TakePhotosOptions = {
  readonly taken: Taken;
  readonly client: SessionClient;
  readonly camera: Camera;
  readonly begun: Begun;
  /** Undefined while it loads, or where it cannot run: then time alone decides when a photo is taken. */
  readonly finder: () => FaceFinder | undefined;
  readonly view: StepView;
  readonly signal: AbortSignal;
};

const lookEveryMs = 90;
/** Time to read and follow a step where nothing sees whether it is followed. */
const blindMs = 1_600;
/** The same until a photo on the way to a pose. */
const blindWayMs = 800;
/** Time that a colour of the screen is shown at least: far fewer changes than three a second (WCAG 2.3.1). */
const lightMs = { usual: 800, slow: 1_600 } as const;
/** Share of the time that a movement is waited for: so long a head that turned at once is asked to come back a little. */
const backShare = 0.5;
const longestPatienceMs = { usual: 7_000, slow: 24_000 } as const;

/**
 * Takes the photos of every step that the server asks for, until it asks for no more. Guidance only chooses the
 * moment: when it sees nothing, the photos are taken all the same, and the server judges.
 */
export async function takePhotos(options: TakePhotosOptions): Promise<void> {
  const { client, camera, taken, begun, view, signal } = options;
  // Whoever stopped and came back may have a photo on its way still: another one in its place would be refused.
  await taken.going;
  for (;;) {
    throwIfAborted(signal);
    if (taken.step === undefined) {
      const step = await client.next({
        consentVersion: begun.consent?.version,
        camera: nameCamera(camera.label),
        appVersion: nameApp(navigator.userAgent),
      });
      if (step === null) return;
      Object.assign(taken, {
        step,
        received: step.received,
        wanted: Math.max(step.frames, step.received + 1),
      });
    }
    // Whoever stopped while the step was on its way looks at another screen, and may not bear its colour.
    throwIfAborted(signal);
    const step = taken.step as Step;
    view.showStep(step);
    const last = await takeStep(options, step);
    if (step.kind === 'center' && last !== undefined) taken.straight = last;
    taken.step = undefined;
  }
}

/** The pose that was seen last. */
async function takeStep(options: TakePhotosOptions, step: Step): Promise<Pose | undefined> {
  const { client, camera, begun, view, signal, taken } = options;
  let startedAt = performance.now();
  // How much of the step's time is waited for the movement; the rest is for sending.
  const patienceOf = () => {
    const most = longestPatienceMs[taken.isSlow ? 'slow' : 'usual'];
    const whole = (taken.step?.endMs ?? step.endMs) - Date.now() + performance.now() - startedAt;
    return Math.min(most, whole * 0.6);
  };
  let takenAt = Number.NEGATIVE_INFINITY;
  let pose: Pose | undefined;
  while (taken.received < taken.wanted) {
    throwIfAborted(signal);
    const { isShown } = camera;
    // Behind another app nobody follows the step: it is waited for anew once the person is back.
    if (!isShown) startedAt = performance.now();
    const waitedMs = performance.now() - startedAt;
    const finder = options.finder();
    const isOnWay = taken.received < (step.between ?? 0);
    // A moving head is elsewhere once it was looked for: the photo is of the picture that was looked at.
    const picture = camera.keepPicture();
    const look = await finder?.look(picture);
    throwIfAborted(signal);
    if (look?.faces[0] !== undefined) pose = poseOf(look.faces[0]);
    const state = judge(step, look, taken.straight);
    // The photo on the way was missed: quick heads and slow devices.
    const mustComeBack =
      finder !== undefined && isOnWay && state.isMade && waitedMs < patienceOf() * backShare;
    view.showHint(mustComeBack ? 'back' : state.hint);
    const isLit = step.kind !== 'light' || waitedMs >= lightMs[isSlow(taken) ? 'slow' : 'usual'];
    const isDue =
      finder === undefined
        ? waitedMs > (isOnWay ? blindWayMs : blindMs) * (taken.isSlow ? 2 : 1)
        : (state.isMade && !mustComeBack) || waitedMs > patienceOf() || (state.isBegun && isOnWay);
    if (isShown && isDue && isLit && performance.now() - takenAt >= begun.frameIntervalMs) {
      takenAt = performance.now();
      const jpeg = await camera.takeStill(picture, begun.maxFrameBytes);
      const { received, wanted } = await client.sendFrame(step.number, taken.received, jpeg);
      Object.assign(taken, { received, wanted });
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  return pose;
}

/** Whoever asked for more time, or for less motion, gets slower colours. */
function isSlow(taken: Taken): boolean {
  return taken.isSlow || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function judge(step: Step, look: Look | undefined, straight: Pose | undefined) {
  const face = look?.faces[0];
  if (look === undefined) return { hint: 'good', isMade: false, isBegun: false } as const;
  const hint = hintOf(look);
  if (face === undefined) return { hint, isMade: false, isBegun: false };
  const progress = progressOf(step.kind, poseOf(face), straight);
  const isUsable =
    hint === 'good' ||
    (step.kind !== 'center' && hint === 'off_centre') ||
    (step.kind === 'light' && hint === 'too_dark');
  return {
    hint: !isUsable ? hint : progress === 'made' ? 'hold' : progress === 'begun' ? 'more' : 'good',
    isMade: isUsable && progress === 'made',
    isBegun: isUsable && progress === 'begun',
  } as const;
}
