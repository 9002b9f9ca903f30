import { isPhone } from '../is-phone.ts';
import type { Choice, Stage } from '../stage.ts';
import type { Taken } from '../take-photos.ts';

/** A session goes over to a phone before its first step, not after; on a phone it is there already. */
export function phoneChoice(stage: Stage, { step }: Pick<Taken, 'step'>): Choice[] {
  return step === undefined && !isPhone() ? [{ name: 'phone', label: stage.texts.otherDevice }] : [];
}
