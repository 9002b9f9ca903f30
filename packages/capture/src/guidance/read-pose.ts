import type { StepKind } from '../session-client.ts';
import type { Look, Point, SeenFace } from './find-face.ts';

/** Advice about the picture, `good` when there is nothing to say. */
export type Hint = 'no_face' | 'many_faces' | 'too_dark' | 'too_far' | 'too_close' | 'off_centre' | 'good';

/** Rough turn of a head; both without a unit, 0 is straight ahead. */
export type Pose = {
  /** Positive to the person's left. */
  readonly turn: number;
  /** Grows as the chin rises. */
  readonly lift: number;
};

const least = { brightness: 0.16, height: 0.3 };
const most = { height: 0.82, shift: 0.2 };
/** The size from which a movement counts as made: about 20 degrees to a side, as the server wants 11. */
const enough = { turn: 0.45, lift: 0.09 };
const begun = { turn: 0.2, lift: 0.03 };
const straight = 0.2;

/** The first thing to change about the picture. Turned heads are not asked to be in the middle. */
export function hintOf({ faces, brightness }: Look): Hint {
  const [face, ...others] = faces;
  if (face === undefined) return brightness < least.brightness ? 'too_dark' : 'no_face';
  if (others.some((other) => other.height > face.height / 2)) return 'many_faces';
  if (face.height < least.height) return 'too_far';
  if (face.height > most.height) return 'too_close';
  if (Math.hypot(face.centre.x, face.centre.y) > most.shift) return 'off_centre';
  return brightness < least.brightness ? 'too_dark' : 'good';
}

/** Measured along the line of the eyes, so that a head may be held askew. */
export function poseOf(face: SeenFace): Pose {
  const { rightEye, leftEye } = face;
  const eyeDistance = Math.max(Math.hypot(leftEye.x - rightEye.x, leftEye.y - rightEye.y), 0.001);
  const along = { x: (leftEye.x - rightEye.x) / eyeDistance, y: (leftEye.y - rightEye.y) / eyeDistance };
  const across = (point: Point) => (point.x - face.nose.x) * along.x + (point.y - face.nose.y) * along.y;
  const below = (point: Point) => (point.y - rightEye.y) * along.x - (point.x - rightEye.x) * along.y;
  const [toRight, toLeft] = [Math.abs(across(face.rightEar)), Math.abs(across(face.leftEar))];
  return {
    turn: (toRight - toLeft) / Math.max(toRight + toLeft, 0.001),
    lift: 1 - below(face.nose) / Math.max(below(face.mouth), 0.001),
  };
}

/** The progress of a movement: `made` when it looks as asked, seen from how the head was held straight. */
export function progressOf(kind: StepKind, pose: Pose, before: Pose | undefined): 'still' | 'begun' | 'made' {
  // Nobody knows yet how this person looks straight ahead.
  const isAhead = kind === 'center' || kind === 'light';
  if (before === undefined) return isAhead && Math.abs(pose.turn) < 2 * straight ? 'made' : 'still';
  if (isAhead) return Math.abs(pose.turn - before.turn) < straight ? 'made' : 'still';
  if (kind === 'up') return compare(pose.lift - before.lift, begun.lift, enough.lift);
  const turned = pose.turn - before.turn;
  return compare(kind === 'left' ? turned : -turned, begun.turn, enough.turn);
}

function compare(value: number, first: number, whole: number): 'still' | 'begun' | 'made' {
  if (value >= whole) return 'made';
  return value >= first ? 'begun' : 'still';
}
