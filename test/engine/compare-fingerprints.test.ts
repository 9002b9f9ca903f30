import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareFingerprints, copyThreshold } from '../../src/engine/compare-fingerprints.ts';
import { fingerprintSize as size } from '../../src/engine/draw-fingerprint.ts';

/** A texture of waves of several lengths, seen through a shift in pixels. */
function draw(seed: number, change: { x?: number; y?: number; gain?: number; outside?: number } = {}) {
  const { x: shiftX = 0, y: shiftY = 0, gain = 1, outside = 0 } = change;
  const waves = Array.from({ length: 40 }, (_, i) => {
    const noise = (salt: number) => Math.abs(Math.sin(seed * 91.7 + i * 37.3 + salt * 11.9) * 43758.5453) % 1;
    return { x: noise(1) - 0.5, y: noise(2) - 0.5, phase: 7 * noise(3) };
  });
  return Uint8Array.from({ length: size * size }, (_, at) => {
    const [x, y] = [(at % size) + shiftX, Math.floor(at / size) + shiftY];
    if (at % size < outside) return 0;
    const sum = waves.reduce(
      (total, wave) => total + Math.sin(2 * (wave.x * x + wave.y * y) + wave.phase),
      0,
    );
    return Math.min(255, Math.max(1, Math.round(128 + gain * 8 * sum)));
  });
}

const mirror = (fingerprint: Uint8Array) =>
  fingerprint.map((_, at) => fingerprint[at - (at % size) + size - 1 - (at % size)]!);

describe('compareFingerprints', () => {
  it('a fingerprint is alike to itself, shifted, with less contrast, mirrored, and with an edge cut off', () => {
    const one = draw(1);
    for (const other of [
      one,
      draw(1, { x: 1.3, y: -0.8 }),
      draw(1, { gain: 0.6 }),
      mirror(one),
      draw(1, { outside: 12 }),
    ]) {
      assert.ok(compareFingerprints(one, other) >= copyThreshold);
      assert.ok(compareFingerprints(other, one) >= copyThreshold);
    }
  });

  it('others are not, nor is a picture of nothing', () => {
    const one = draw(1);
    for (const seed of [2, 3, 4, 5, 6]) assert.ok(compareFingerprints(one, draw(seed)) < copyThreshold);
    assert.ok(compareFingerprints(one, new Uint8Array(size * size).fill(128)) < copyThreshold);
    assert.ok(compareFingerprints(one, new Uint8Array(size * size)) < copyThreshold);
  });

  it('too little in common says nothing', () => {
    const one = draw(1);
    assert.equal(compareFingerprints(one, draw(1, { outside: 50 })), 0);
  });

  it('another length is a mistake of the program', () => {
    assert.throws(() => compareFingerprints(new Uint8Array(4), draw(1)), TypeError);
  });
});
