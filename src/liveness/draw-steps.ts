import { randomInt } from 'node:crypto';
import type { LivenessStep, Movement } from './types.ts';

const turns = ['left', 'right', 'up'] as const satisfies readonly Movement[];
/** Turns of a session: 26 sequences, so that a recording fits one in 26. */
const turnCount = 3;
/** Frames of the first step, of a turn, of a return. */
const frameCounts = { first: 3, turn: 3, center: 2 } as const;

/**
 * The steps of a session: straight ahead first, then three random turns, each with a return. One turn at least is to a
 * side, since flatness shows there. Drawn from the operating system's random numbers.
 */
export function drawSteps(draw: (count: number) => number = randomInt): readonly LivenessStep[] {
  for (;;) {
    const drawn = Array.from(
      { length: turnCount },
      () => turns[draw(turns.length)] as (typeof turns)[number],
    );
    if (drawn.every((turn) => turn === 'up')) continue;
    return [
      { kind: 'center', frames: frameCounts.first },
      ...drawn.flatMap((kind): LivenessStep[] => [
        { kind, frames: frameCounts.turn },
        { kind: 'center', frames: frameCounts.center },
      ]),
    ];
  }
}
