import type { TurnedFace, TurnedLikeness } from '../../../src/engine/index.ts';
import { drawSteps } from '../../../src/liveness/draw-steps.ts';
import { challengeRules, type JudgedFrame, type judgeFrames } from '../../../src/liveness/judge-frames.ts';
import type { SeenFace } from '../../../src/liveness/measure-turn.ts';
import type { LivenessReason, LivenessStep, StepKind } from '../../../src/liveness/types.ts';
import type { CollectedFrame } from './frames.ts';

/** Everything that was seen of one person. */
export type Person = { readonly name: string; readonly frames: readonly CollectedFrame[] };

export type JudgeWith = {
  readonly compare: (a: Uint8Array, b: Uint8Array) => number;
  readonly compareTurned: (from: TurnedFace, to: TurnedFace) => TurnedLikeness;
  readonly random: () => number;
  /** Without the passive engine, which takes many drawn pictures for what they are. */
  readonly withoutPassive?: boolean;
};

type Kind = CollectedFrame['shows'];
/** The face that answers a step; undefined where none is seen. */
export type Answer = (kind: StepKind, index: number, step: number) => SeenFace | undefined;

const between = { steps: 4_000, frames: 300 };
/** The threshold of the passive engine in use. */
const passive = { engine: 'fr-liveness@1', threshold: 0.4 };

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
  { compare, compareTurned, withoutPassive = false }: JudgeWith,
  known: readonly LivenessReason[] = [],
  delayMs = 0,
): MadeSession {
  const frames = steps.flatMap(({ kind, frames }, index) =>
    Array.from(
      { length: frames },
      (_, frame): JudgedFrame => ({
        step: index + 1,
        imageId: `${index}-${frame}`,
        receivedAt: new Date(index * between.steps + 2_000 + frame * between.frames + delayMs),
        face: answer(kind, frame, index),
      }),
    ),
  );
  const shown = steps.map((step, index) => ({
    ...step,
    shownAt: new Date(index * between.steps).toISOString(),
    dueAt: new Date((index + 1) * between.steps).toISOString(),
  }));
  const rules = withoutPassive ? { rules: { ...challengeRules, passiveShare: 0 } } : {};
  return [shown, frames, { compare, compareTurned, passive, known, ...rules }];
}

/** Answers with what was drawn of a person, of one species. */
export function answerWith({ frames }: Person, species: string): Answer {
  const own = frames.filter((frame) => frame.species === species);
  return (kind, index) => {
    const fitting = own.filter(({ shows }) => shows === kind);
    return fitting[index % Math.max(1, fitting.length)]?.face;
  };
}

/** Answers with a random picture of a species, whatever was asked. */
export function answerAtRandom({ frames }: Person, species: string, random: () => number): Answer {
  const own = frames.filter((frame) => frame.species === species);
  return () => own[Math.floor(random() * own.length)]?.face;
}

const turnedPhoto = 12;

/** Answers with the photo of a person that shows most of what was asked. Undefined when none is turned to a side. */
export function answerWithPhotos({ frames }: Person): Answer | undefined {
  const faces = frames.flatMap(({ species, face }) => (species === 'lone photos' && face ? [face] : []));
  const by = (value: (face: SeenFace) => number) => faces.toSorted((a, b) => value(b) - value(a))[0];
  const best: Record<Kind, SeenFace | undefined> = {
    center: by(({ quality }) => -Math.abs(quality.yawDegrees)),
    left: by(({ quality }) => quality.yawDegrees),
    right: by(({ quality }) => -quality.yawDegrees),
    up: by(({ quality }) => quality.pitchDegrees),
  };
  const turned = Math.max(best.left?.quality.yawDegrees ?? 0, -(best.right?.quality.yawDegrees ?? 0));
  return turned < turnedPhoto ? undefined : (kind) => (kind === 'light' ? undefined : best[kind]);
}
