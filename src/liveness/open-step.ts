import type { LivenessFrame, LivenessStep } from './types.ts';

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
