import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { cohortFile, earlierFaceTemplates } from '../../src/engine/earlier/encode-a-and-b.ts';
import { loadImpostorCohort } from '../../src/engine/impostor-cohort.ts';

const { embeddedValues } = earlierFaceTemplates;
const cohort = loadImpostorCohort(cohortFile);

/** The file read in another way than the code under test reads it. */
function readCohort(): { readonly faces: readonly (readonly number[])[]; readonly factor: number } {
  const bytes = readFileSync(cohortFile);
  const [count, length] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
  const faces = Array.from({ length: count }, (_, face) =>
    Array.from({ length }, (_, index) => bytes.readInt8(16 + face * length + index)),
  );
  return { faces, factor: bytes.readFloatLE(12) };
}

test('what resembles no face is not ordinary, and its opposite less so', () => {
  const alternating = Float32Array.from({ length: embeddedValues }, (_, i) => (i % 2 === 0 ? 1 : -1));
  const scaled = alternating.map((value) => value / Math.sqrt(embeddedValues));
  assert.ok(Math.abs(cohort.ordinarinessOf(scaled)) < 0.3);
  const roots = new Float32Array(embeddedValues).fill(1 / Math.sqrt(embeddedValues));
  assert.ok(cohort.ordinarinessOf(roots) > cohort.ordinarinessOf(roots.map((value) => -value)));
});

/** Recorded with the cohort that comes with the networks; another cohort makes other templates. */
const recorded = [
  { face: 0, ordinariness: 0.84223 },
  { face: 400, ordinariness: 0.86185 },
  { face: 767, ordinariness: 0.87919 },
];

test('faces of the cohort are as ordinary as was recorded, and as their ten nearest say', () => {
  const { faces, factor } = readCohort();
  assert.equal(faces.length, 768);
  for (const { face, ordinariness } of recorded) {
    const values = Float32Array.from(faces[face]!, (value) => value * factor);
    const measured = cohort.ordinarinessOf(values);
    const likenesses = faces.map((other) =>
      other.reduce((sum, value, index) => sum + value * factor * values[index]!, 0),
    );
    const nearest = likenesses.toSorted((a, b) => b - a).slice(0, 10);
    assert.ok(Math.abs(measured - nearest.reduce((sum, one) => sum + one, 0) / 10) < 1e-4, `${measured}`);
    assert.ok(Math.abs(measured - ordinariness) < 1e-4, `face ${face}: ${measured}`);
  }
});

test('likeness grows with the length of what is compared', () => {
  const values = Float32Array.from({ length: embeddedValues }, (_, i) => Math.abs(Math.sin(i)) / 30);
  const once = cohort.ordinarinessOf(values);
  const twice = cohort.ordinarinessOf(values.map((value) => 2 * value));
  assert.ok(once > 0 && Math.abs(twice - 2 * once) < 1e-4);
});

test('templates of another layout are refused', () => {
  assert.throws(() => cohort.ordinarinessOf(new Float32Array(128)), TypeError);
});
