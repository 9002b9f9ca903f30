import type { Choice, Stage } from '../stage.ts';
import type { Taken } from '../take-photos.ts';

/** A session goes over to a phone before its first step, not after. */
export function phoneChoice(stage: Stage, { step }: Taken): Choice[] {
  return step === undefined ? [{ name: 'phone', label: stage.texts.otherDevice }] : [];
}
