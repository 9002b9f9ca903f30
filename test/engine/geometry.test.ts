import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  alignPoints,
  mirrorView,
  type Point,
  scaleOf,
  squareView,
  throughView,
} from '../../src/engine/geometry.ts';

const coordinate = fc.double({ min: -500, max: 500, noNaN: true });
const point = fc.record({ x: coordinate, y: coordinate });

test('aligning points that differ by a shift, a turn and a scale finds exactly that', () => {
  const placement = {
    centre: point,
    side: fc.double({ min: 20, max: 2000, noNaN: true }),
    angle: coordinate,
  };
  fc.assert(
    fc.property(fc.record(placement), ({ centre, side, angle }) => {
      const view = squareView(centre, side, angle, 112);
      const wanted = [
        { x: 38, y: 52 },
        { x: 74, y: 51 },
        { x: 56, y: 72 },
      ];
      const found = alignPoints(
        wanted.map((place) => throughView(view, place)),
        wanted,
      );
      for (const place of [...wanted, { x: 0, y: 111 }]) {
        assertNear(throughView(found, place), throughView(view, place));
      }
    }),
  );
});

test('a square view shows its centre in the middle and has the scale asked for', () => {
  fc.assert(
    fc.property(point, coordinate, (centre, angle) => {
      const view = squareView(centre, 300, angle, 100);
      assertNear(throughView(view, { x: 49.5, y: 49.5 }), centre);
      assert.ok(Math.abs(scaleOf(view) - 3) < 1e-9);
    }),
  );
});

test('a mirrored view shows at each place what lay opposite', () => {
  const view = squareView({ x: 120, y: 80 }, 90, 0.4, 30);
  const mirrored = mirrorView(view, 30);
  assertNear(throughView(mirrored, { x: 0, y: 7 }), throughView(view, { x: 29, y: 7 }));
  assertNear(throughView(mirrored, { x: 12, y: 20 }), throughView(view, { x: 17, y: 20 }));
});

function assertNear(actual: Point, expected: Point): void {
  assert.ok(Math.hypot(actual.x - expected.x, actual.y - expected.y) < 1e-6, `${actual.x}, ${actual.y}`);
}
