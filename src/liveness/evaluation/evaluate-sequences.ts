import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  compareStillness,
  compareSurroundings,
  EngineError,
  type FaceEngine,
  measureRelief,
  type Rate,
  wilson,
} from '../../engine/index.ts';
import { ImageError, inspectPhoto } from '../../images/index.ts';
import { challengeRules, judgeFrames } from '../judge-frames.ts';
import { type SeenFace, turnBetween } from '../measure-turn.ts';
import type { LivenessReason, LivenessStep, Movement } from '../types.ts';
import type { LabelledSequence } from './read-labelled-sequences.ts';

/** See `evaluateSequences`. */
export type SequenceEvaluation = Awaited<ReturnType<typeof evaluateSequences>>;

/** A sequence with its outcome and what it shows. */
export type LabelledOutcome = JudgedSequence & Pick<LabelledSequence, 'label' | 'species' | 'instrument'>;

/**
 * The error rates of presentation attack detection (ISO/IEC 30107-3) on recorded sequences, judged one after the other.
 * Rates and intervals are shares from 0 to 1; null where there is no sequence. `interval`: 95 %, Wilson.
 */
export async function evaluateSequences(
  deps: {
    readonly engine: FaceEngine;
    readonly onProgress?: (done: number, total: number, name: string) => void;
  },
  sequences: readonly LabelledSequence[],
) {
  const judged: LabelledOutcome[] = [];
  for (const [done, sequence] of sequences.entries()) {
    deps.onProgress?.(done, sequences.length, sequence.name);
    const { label, species, instrument } = sequence;
    judged.push({ ...(await judgeSequence(deps.engine, sequence)), label, species, instrument });
  }
  deps.onProgress?.(sequences.length, sequences.length, '');
  return { ...countOutcomes(judged), engine: deps.engine.describe().livenessEngine };
}

function countOutcomes(judged: readonly LabelledOutcome[]) {
  const live = judged.filter(({ label }) => label === 'live');
  const refused = live.filter(({ outcome }) => outcome !== 'passed').length;
  const bpcer = wilson(refused, live.length);
  const bySpecies = Map.groupBy(
    judged.filter(({ label }) => label === 'attack'),
    ({ species }) => species,
  );
  return {
    intervalMethod: 'wilson-95' as const,
    bonaFide: {
      sequences: live.length,
      /** Those that did not pass, for whatever reason. */
      refused,
      bpcer: bpcer?.share ?? null,
      interval: bpcer === undefined ? null : intervalOf(bpcer),
    },
    species: [...bySpecies].map(([name, attacks]) => {
      const passed = attacks.filter(({ outcome }) => outcome === 'passed').length;
      // There is no species without a sequence.
      const apcer = wilson(passed, attacks.length) as Rate;
      const counts = { name, sequences: attacks.length, passed };
      return { ...counts, apcer: apcer.share, interval: intervalOf(apcer) };
    }),
    /** The same for each instrument of a species, and for each camera of live people; empty when none is named. */
    instruments: countInstruments(judged),
    judged,
  };
}

function countInstruments(judged: readonly LabelledOutcome[]) {
  const named = judged.filter(({ instrument }) => instrument !== '');
  const groups = Map.groupBy(named, ({ label, species, instrument }) =>
    JSON.stringify([label, label === 'live' ? '' : species, instrument]),
  );
  return [...groups].map(([key, own]) => {
    const [label, species, instrument] = JSON.parse(key) as [LabelledSequence['label'], string, string];
    // Attacks that passed, or live sequences that did not.
    const wrong = own.filter(({ outcome }) => (outcome === 'passed') === (label === 'attack')).length;
    const rate = wilson(wrong, own.length) as Rate;
    const counts = { label, species, instrument, sequences: own.length, wrong };
    return { ...counts, rate: rate.share, interval: intervalOf(rate) };
  });
}

function intervalOf({ low, high }: Rate): readonly [number, number] {
  return [low, high];
}

/** The outcome of one sequence. `refused`: it shows too little to judge, which counts as not passed. */
type JudgedSequence = {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'refused';
  readonly reasons: readonly (LivenessReason | 'no_face' | 'no_turn')[];
  /** 0 when it was refused. */
  readonly probability: number;
};

const leastFaces = 3;

/**
 * Judges the frames of a sequence by the turns that it shows, as if these had been asked: each frame as a session's,
 * without times. Frames that cannot be read count as frames without a face; a frame that comes again counts once.
 */
async function judgeSequence(engine: FaceEngine, { name, files }: LabelledSequence): Promise<JudgedSequence> {
  const frames = new Map<string, Uint8Array>();
  for (const file of files) {
    const bytes = await readFile(file);
    frames.set(createHash('sha256').update(bytes).digest('hex'), bytes);
  }
  const faces = await Promise.all([...frames.values()].map((bytes) => findFace(engine, bytes)));
  const refuse = (reason: 'no_face' | 'no_turn') =>
    ({ name, outcome: 'refused', reasons: [reason], probability: 0 }) as const;
  if (faces.filter((face) => face !== undefined).length < leastFaces) return refuse('no_face');
  const shown = findShownTurns(faces);
  if (shown === undefined) return refuse('no_turn');
  const { livenessEngine, livenessThreshold } = engine.describe();
  const receivedAt = new Date(0);
  const { isAlive, reasons, probability } = judgeFrames(
    shown.steps,
    faces.map((face, index) => ({
      step: shown.stepOf[index] ?? 0,
      imageId: String(index),
      // So far apart that nobody asks whether a face can move so fast.
      receivedAt: new Date(receivedAt.getTime() + index * 60_000),
      face,
    })),
    {
      compare: (a, b) => engine.compare(a, b).similarity,
      compareSurroundings,
      compareStillness,
      measureRelief,
      passive: { engine: livenessEngine, threshold: livenessThreshold },
      known: [],
      rules: recordingRules,
    },
  );
  return { name, outcome: isAlive ? 'passed' : 'failed', reasons, probability };
}

async function findFace(engine: FaceEngine, bytes: Uint8Array): Promise<SeenFace | undefined> {
  try {
    inspectPhoto(bytes);
    return await engine.observe(bytes);
  } catch (error) {
    const isOfFrame = error instanceof EngineError || error instanceof ImageError;
    if (isOfFrame && (error.kind !== 'unavailable' || error.code === 'face_engine_timeout')) return undefined;
    throw error;
  }
}

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
