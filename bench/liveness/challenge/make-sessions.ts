import { drawSteps } from '../../../src/liveness/draw-steps.ts';
import { challengeRules, type JudgedFrame, type judgeFrames } from '../../../src/liveness/judge-frames.ts';
import { type SeenFace, turnBetween } from '../../../src/liveness/measure-turn.ts';
import type { LivenessReason, LivenessStep, StepKind } from '../../../src/liveness/types.ts';
import type { CollectedFrame } from './frames.ts';
import type { TurnedByHand } from './scenes.ts';

/** Everything that was seen of one person. */
export type Person = { readonly name: string; readonly frames: readonly CollectedFrame[] };

export type JudgeWith = {
  readonly compare: (a: Uint8Array, b: Uint8Array) => number;
  readonly compareSurroundings: (a: Uint8Array, b: Uint8Array) => number | undefined;
  readonly compareStillness: (a: Uint8Array, b: Uint8Array) => number | undefined;
  readonly measureRelief: (a: Uint8Array, b: Uint8Array) => number | undefined;
  readonly random: () => number;
  /** Without the passive engine, which takes many drawn pictures for what they are. */
  readonly withoutPassive?: boolean;
};

type Kind = CollectedFrame['shows'];
/** The face that answers a step; undefined where none is seen. `isBetween`: on the way to what the step asks for. */
export type Answer = (
  kind: StepKind,
  index: number,
  step: number,
  isBetween: boolean,
) => SeenFace | undefined;

const between = { steps: 4_000, frames: 300 };
/** The threshold of the passive engine in use. */
const passive = { engine: 'fr-liveness@2', threshold: 0.4 };

/** The steps of a session, as the service draws them. */
export function drawAskedSteps(random: () => number): readonly LivenessStep[] {
  return drawSteps((count) => Math.floor(random() * count));
}

/** A session as it is judged. */
export type MadeSession = Parameters<typeof judgeFrames>;

/** A session whose steps were answered, in time unless `delayMs` says otherwise. */
export function makeSession(
  steps: readonly LivenessStep[],
  answer: Answer,
  { withoutPassive = false, random: _random, ...compareBy }: JudgeWith,
  known: readonly LivenessReason[] = [],
  delayMs = 0,
): MadeSession {
  const frames = steps.flatMap(({ kind, frames, between: way = 0 }, index) =>
    Array.from(
      { length: frames },
      (_, frame): JudgedFrame => ({
        step: index + 1,
        imageId: `${index}-${frame}`,
        receivedAt: new Date(index * between.steps + 2_000 + frame * between.frames + delayMs),
        face: answer(kind, frame, index, frame < way),
      }),
    ),
  );
  const shown = steps.map((step, index) => ({
    ...step,
    shownAt: new Date(index * between.steps).toISOString(),
    dueAt: new Date((index + 1) * between.steps).toISOString(),
  }));
  const rules = withoutPassive ? { rules: { ...challengeRules, passiveShare: 0 } } : {};
  return [shown, frames, { ...compareBy, passive, known, ...rules }];
}

/** Answers with what was drawn of a person, of one species. */
export function answerWith({ frames }: Person, species: string): Answer {
  const own = frames.filter((frame) => frame.species === species);
  return (kind, index, step, isBetween) => {
    const fitting = own.filter((frame) => frame.shows === kind && (frame.isBetween ?? false) === isBetween);
    return fitting[(isBetween ? (step - 1) / 2 : index) % Math.max(1, fitting.length)]?.face;
  };
}

/** Answers with a random picture of a species, whatever was asked. */
export function answerAtRandom({ frames }: Person, species: string, random: () => number): Answer {
  const own = frames.filter((frame) => frame.species === species);
  return () => own[Math.floor(random() * own.length)]?.face;
}

const turnedPhoto = 12;

/** The photo of each kind that shows most of it. Undefined when none is turned to a side. */
export function choosePhotos<Photo extends { readonly face: SeenFace }>(
  photos: readonly Photo[],
): Readonly<Record<Kind, Photo>> | undefined {
  const by = (value: (face: SeenFace) => number) =>
    photos.toSorted((a, b) => value(b.face) - value(a.face))[0] as Photo;
  if (photos.length === 0) return undefined;
  const best = {
    center: by(({ quality }) => -Math.abs(quality.yawDegrees)),
    left: by(({ quality }) => quality.yawDegrees),
    right: by(({ quality }) => -quality.yawDegrees),
    up: by(({ quality }) => quality.pitchDegrees),
  };
  const turned = Math.max(best.left.face.quality.yawDegrees, -best.right.face.quality.yawDegrees);
  return turned < turnedPhoto ? undefined : best;
}

/** What is shown between two photos that are swapped. */
export type ShownBetween =
  | 'the frontal photo'
  | 'the turned photo'
  | 'no face'
  | 'another photo'
  | TurnedByHand;

/**
 * Answers with the photo of a person that shows most of what was asked, and on the way to it with `shown`: of several
 * pictures the one that seems most to be on the way, as if it had been tried at home. Undefined when no photo is turned
 * to a side.
 */
export function answerWithPhotos({ frames }: Person, shown: ShownBetween): Answer | undefined {
  const photos = frames.flatMap(({ species, face }) => (species === 'lone photos' && face ? [{ face }] : []));
  const best = choosePhotos(photos);
  if (best === undefined) return undefined;
  const wayTo = (kind: Exclude<Kind, 'center'>): SeenFace | undefined => {
    if (shown === 'no face') return undefined;
    if (shown === 'the frontal photo') return best.center.face;
    if (shown === 'the turned photo') return best[kind].face;
    const drawn = frames.filter((frame) => frame.species === shown && frame.shows === kind);
    const faces = (shown === 'another photo' ? photos : drawn).flatMap(({ face }) => (face ? [face] : []));
    const along = (face: SeenFace) => turnBetween(best.center.face, face)[kind === 'up' ? 'pitch' : 'yaw'];
    const away = (face: SeenFace) => Math.abs(along(face) / along(best[kind].face) - 0.5);
    return faces.toSorted((a, b) => away(a) - away(b))[0];
  };
  return (kind, _index, _step, isBetween) => {
    if (kind === 'light') return undefined;
    return isBetween && kind !== 'center' ? wayTo(kind) : best[kind].face;
  };
}
