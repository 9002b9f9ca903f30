import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { compareStillness, compareSurroundings, EngineError, type FaceEngine } from '../../engine/index.ts';
import { ImageError, inspectPhoto } from '../../images/index.ts';
import { judgeFrames } from '../judge-frames.ts';
import type { SeenFace } from '../measure-turn.ts';
import type { LivenessReason } from '../types.ts';
import { findShownTurns, recordingRules } from './find-shown-turns.ts';
import type { LabelledSequence } from './read-labelled-sequences.ts';

/** The outcome of one sequence. `refused`: it shows too little to judge, which counts as not passed. */
export type JudgedSequence = {
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
export async function judgeSequence(
  engine: FaceEngine,
  { name, files }: LabelledSequence,
): Promise<JudgedSequence> {
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
