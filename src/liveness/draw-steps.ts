import { randomInt } from 'node:crypto';
import {
  type Challenge,
  type LightColour,
  type LivenessStep,
  lightColourNames,
  type Movement,
} from './types.ts';

const turns = ['left', 'right', 'up'] as const satisfies readonly Movement[];
/** Turns of a session: 26 sequences, so that a recording fits one in 26. */
const turnCount = 3;
/** Frames of the first step, of a turn, of a return. */
const frameCounts = { first: 3, turn: 3, center: 2 } as const;
/** Of the frames of a turn: those that are to show the way to it. See docs/decisions/0113. */
const between = 1;

/** Colours of a session with light: 960 sequences of three colours at least. 24 frames are in all the steps. */
const colourCount = 6;
const leastColours = 3;

/**
 * The steps of a session: straight ahead first, then three random turns, each with a return. One turn at least is to a
 * side, since flatness shows there. With light, random colours follow, no two alike in a row. Drawn from the operating
 * system's random numbers.
 */
export function drawSteps(
  draw: (count: number) => number = randomInt,
  challenge: Challenge = 'turns',
): readonly LivenessStep[] {
  const turned = drawTurns(draw);
  return challenge === 'turns' ? turned : [...turned, ...drawColours(draw)];
}

/** The tasks that a session's steps were drawn for. */
export function challengeOf({ steps }: { readonly steps: readonly LivenessStep[] }): Challenge {
  return steps.some(({ kind }) => kind === 'light') ? 'turns_and_light' : 'turns';
}

function drawColours(draw: (count: number) => number): readonly LivenessStep[] {
  for (;;) {
    const colours: LightColour[] = [];
    while (colours.length < colourCount) {
      const others = lightColourNames.filter((colour) => colour !== colours.at(-1));
      colours.push(others[draw(others.length)]!);
    }
    if (new Set(colours).size < leastColours) continue;
    return colours.map((colour) => ({ kind: 'light', colour, frames: 1 }));
  }
}

function drawTurns(draw: (count: number) => number): readonly LivenessStep[] {
  for (;;) {
    const drawn = Array.from(
      { length: turnCount },
      () => turns[draw(turns.length)] as (typeof turns)[number],
    );
    if (drawn.every((turn) => turn === 'up')) continue;
    return [
      { kind: 'center', frames: frameCounts.first },
      ...drawn.flatMap((kind): LivenessStep[] => [
        { kind, frames: frameCounts.turn, between },
        { kind: 'center', frames: frameCounts.center },
      ]),
    ];
  }
}
