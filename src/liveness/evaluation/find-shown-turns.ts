import { challengeRules } from '../judge-frames.ts';
import { type SeenFace, turnBetween } from '../measure-turn.ts';
import type { LivenessStep, Movement } from '../types.ts';

/**
 * The rules for recordings, where frames are many and lost now and then. What counts as a turn is decided by
 * `findShownTurns`; relative to another frontal frame it may be some degrees less.
 */
export const recordingRules = {
  ...challengeRules,
  leastTurnDegrees: 8,
  leastLiftDegrees: 6,
  mostOffCentreDegrees: 16,
  leastLikenessOfAny: 0.05,
  mostLostShare: 0.5,
};

const leastTurnDegrees = 12;
const leastLiftDegrees = 10;

/** The turns that a sequence shows, as the steps that somebody would have asked for. */
export type ShownTurns = {
  readonly steps: readonly LivenessStep[];
  /** The step of each frame, from 1; 0 between two steps. */
  readonly stepOf: readonly number[];
};

/** A session asks for as many turns: of a longer sequence the clearest count. */
const mostTurns = 3;
/** Frames that look ahead like the most frontal one, in degrees of yaw. */
const nearFrontal = 5;
/** Of more frames than this, one alone may be a mistake of the networks: a turn then needs two, or three. */
const [fewFrames, someFrames] = [12, 40] as const;

type Run = { readonly kind: Movement; readonly frames: readonly number[]; readonly degrees: number };

/**
 * The turns of a sequence relative to its most frontal frame: 12 degrees to a side, or 10 upwards, in several frames
 * unless there are few. Undefined without any. `faces`: of each frame, undefined where there is none.
 */
export function findShownTurns(faces: readonly (SeenFace | undefined)[]): ShownTurns | undefined {
  const reference = findFrontal(faces.filter((face) => face !== undefined));
  if (reference === undefined) return undefined;
  const shown = faces.map((face) => (face === undefined ? undefined : movementOf(reference, face)));
  const seen = shown.filter((movement) => movement !== undefined).length;
  const least = seen <= fewFrames ? 1 : seen <= someFrames ? 2 : 3;
  const runs = listRuns(shown);
  const turns = runs.filter(({ kind, frames }) => kind !== 'center' && frames.length >= least);
  const clearest = new Set(turns.toSorted((a, b) => b.degrees - a.degrees).slice(0, mostTurns));
  if (clearest.size === 0) return undefined;
  const kept = runs.filter((run) => run.kind === 'center' || clearest.has(run));
  const stepOf = faces.map((_, index) => kept.findIndex(({ frames }) => frames.includes(index)) + 1);
  return { steps: kept.map(({ kind, frames }) => ({ kind, frames: frames.length })), stepOf };
}

/** Of the frames that look ahead, one that is neither lifted nor lowered much: a lift is measured from it. */
function findFrontal(seen: readonly SeenFace[]): SeenFace | undefined {
  const least = Math.min(...seen.map(({ quality }) => Math.abs(quality.yawDegrees)));
  const ahead = seen.filter(({ quality }) => Math.abs(quality.yawDegrees) <= least + nearFrontal);
  const byPitch = ahead.toSorted((a, b) => a.quality.pitchDegrees - b.quality.pitchDegrees);
  return byPitch[Math.floor(byPitch.length / 4)];
}

type Shown = { readonly kind: Movement | 'between'; readonly degrees: number };

function movementOf(reference: SeenFace, face: SeenFace): Shown {
  const { mostAsideDegrees, mostTilt } = recordingRules;
  const { yaw, pitch } = turnBetween(reference, face);
  const degrees = Math.abs(yaw);
  if (degrees >= leastTurnDegrees && Math.abs(pitch) <= degrees * mostTilt) {
    return { kind: yaw > 0 ? 'left' : 'right', degrees };
  }
  if (pitch >= leastLiftDegrees && degrees <= mostAsideDegrees) return { kind: 'up', degrees: pitch };
  const isAhead = degrees < leastTurnDegrees / 2 && Math.abs(pitch) < leastLiftDegrees;
  return { kind: isAhead ? 'center' : 'between', degrees: 0 };
}

/** Frames of one movement one after the other; frames without a face or between two movements end none. */
function listRuns(shown: readonly (Shown | undefined)[]): readonly Run[] {
  const runs: { kind: Movement; frames: number[]; degrees: number }[] = [];
  for (const [index, one] of shown.entries()) {
    if (one === undefined || one.kind === 'between') continue;
    const { kind, degrees } = one;
    const last = runs.at(-1);
    if (last?.kind === kind) {
      last.frames.push(index);
      last.degrees = Math.max(last.degrees, degrees);
    } else runs.push({ kind, frames: [index], degrees });
  }
  return runs;
}
