import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedValues } from '../../../src/faces/engine/encode-template.ts';
import { loadImpostorCohort } from '../../../src/faces/engine/impostor-cohort.ts';

const cohort = loadImpostorCohort();

test('what resembles no face is not ordinary, and its opposite less so', () => {
  const alternating = Float32Array.from({ length: embeddedValues }, (_, i) => (i % 2 === 0 ? 1 : -1));
  const scaled = alternating.map((value) => value / Math.sqrt(embeddedValues));
  assert.ok(Math.abs(cohort.ordinarinessOf(scaled)) < 0.3);
  const roots = new Float32Array(embeddedValues).fill(1 / Math.sqrt(embeddedValues));
  assert.ok(cohort.ordinarinessOf(roots) > cohort.ordinarinessOf(roots.map((value) => -value)));
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
