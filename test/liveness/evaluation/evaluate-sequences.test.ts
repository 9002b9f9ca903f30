import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findShownTurns } from '../../../src/liveness/evaluation/evaluate-sequences.ts';
import type { SeenFace } from '../../../src/liveness/measure-turn.ts';

type Pose = readonly [yaw: number, pitch: number] | undefined;

const find = (poses: readonly Pose[]) =>
  findShownTurns(
    poses.map((pose) =>
      pose === undefined
        ? undefined
        : ({ quality: { yawDegrees: pose[0], pitchDegrees: pose[1], sharpness: 40 } } as SeenFace),
    ),
  );
const yaws = (...values: readonly number[]): Pose[] => values.map((yaw) => [yaw, 18]);
const kinds = (poses: readonly Pose[]) => find(poses)?.steps.map(({ kind }) => kind);

describe('the turns that a sequence shows', () => {
  it('are those to both sides and up, each frame in its step or between two', () => {
    const poses = [...yaws(1, 2, 9, 20, 30, 8, 0, -14, -2), [1, 31], [0, 19]] as Pose[];
    const found = find(poses);
    assert.deepEqual(
      found?.steps.map(({ kind, frames }) => `${kind} ${frames}`),
      ['center 2', 'left 2', 'center 1', 'right 1', 'center 1', 'up 1', 'center 1'],
    );
    assert.deepEqual(found?.stepOf, [1, 1, 0, 2, 2, 0, 3, 4, 5, 6, 7]);
  });

  it('begin where the sequence does: in a turn, with frames lost, or only up', () => {
    assert.deepEqual(kinds(yaws(-40, -30, -3, 2, 1)), ['right', 'center']);
    assert.deepEqual(kinds([undefined, ...yaws(0, 1), undefined, ...yaws(25, 26)]), ['center', 'left']);
    assert.deepEqual(kinds([...yaws(0, 1, 2, 0), [2, 30], [3, 33], [0, 19]]), ['center', 'up', 'center']);
    // Somebody who never looks ahead turns from where the head stood.
    assert.deepEqual(kinds(yaws(20, 22, 40, 45, 21)), ['center', 'left', 'center']);
  });

  it('are none where nothing, or too little, or one frame of many moves', () => {
    assert.equal(find([]), undefined);
    assert.equal(find([undefined, undefined]), undefined);
    assert.equal(find(yaws(0, 1, 2, 1, 0)), undefined);
    assert.equal(find(yaws(0, 8, 11, 8, 0)), undefined);
    const still = Array.from({ length: 12 }, () => 0);
    assert.equal(find(yaws(...still, 30, ...still)), undefined);
    assert.deepEqual(kinds(yaws(...still, 30, 28, ...still)), ['center', 'left', 'center']);
    const long = [...still, ...still, ...still, ...still];
    assert.equal(find(yaws(...long, 30, 28, ...still)), undefined);
    assert.deepEqual(kinds(yaws(...long, 30, 28, 27, ...still)), ['center', 'left', 'center']);
  });

  it('are the three clearest of many', () => {
    const poses = yaws(0, 14, 0, -30, 0, 40, 0, -13, 0, 25, 0);
    assert.deepEqual(
      kinds(poses)?.filter((kind) => kind !== 'center'),
      ['right', 'left', 'left'],
    );
  });
});
