import { randomInt } from 'node:crypto';
import {
  type LivenessReason,
  type LivenessStep,
  type MendableReason,
  mendableReasons,
  type StepKind,
} from './types.ts';

/** Movements that one session asks for again at most. */
export const mostAskedAgain = 2;

/**
 * The steps of a session with those that may mend what it lacks, to be shown after the others: straight ahead for light
 * and sharpness, one of its turns, at random, for a frame on the way. Everything that was sent is judged with them.
 *
 * Undefined when anything else speaks against the session, so that nobody who is taken for an attack tries again within
 * it, and when more than `mostAskedAgain` of its steps would be asked for again.
 */
export function askAgain(
  steps: readonly LivenessStep[],
  reasons: readonly LivenessReason[],
  draw: (count: number) => number = randomInt,
): readonly LivenessStep[] | undefined {
  const lacking = reasons.filter(isMendable);
  if (lacking.length === 0 || lacking.length < reasons.length) return undefined;
  const more = lacking.map((again): LivenessStep => {
    const fits = again === 'turn_too_quick' ? isTurn : isAhead;
    const own = steps.filter(({ kind }) => fits(kind));
    const { kind, frames, between } = own[again === 'turn_too_quick' ? draw(own.length) : 0]!;
    return { kind, frames, ...(between === undefined ? {} : { between }), again };
  });
  const asked = steps.filter(({ again }) => again !== undefined).length;
  return asked + more.length > mostAskedAgain ? undefined : [...steps, ...more];
}

/** The reason that a session waits for a movement again; undefined when it does not, or the movement was shown. */
export function waitsFor(steps: readonly LivenessStep[]): MendableReason | undefined {
  return steps.find(({ again, shownAt }) => again !== undefined && shownAt === undefined)?.again;
}

function isMendable(reason: LivenessReason): reason is MendableReason {
  return (mendableReasons as readonly LivenessReason[]).includes(reason);
}

function isAhead(kind: StepKind): boolean {
  return kind === 'center';
}

function isTurn(kind: StepKind): boolean {
  return kind !== 'center' && kind !== 'light';
}
