import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  compareTemplates,
  falseMatchRateRange,
  scoreThresholdFor,
  searchVectorOf,
} from '../../../src/faces/engine/compare-templates.ts';
import { encodeTemplate, templateBytes, templateLayout } from '../../../src/faces/engine/encode-template.ts';

const threshold = scoreThresholdFor(1e-4);
const ordinariness = 0.8;

test('a rarer false match asks for a higher score, also between the measured rates', () => {
  const rates = [1e-2, 5e-3, 1e-3, 4e-4, 1e-4, 2e-5, 1e-5];
  const scores = rates.map(scoreThresholdFor);
  for (const [i, score] of scores.entries()) {
    if (i > 0) assert.ok(score > (scores[i - 1] as number), `at ${rates[i]}`);
  }
});

test('a rate outside the measured range is refused', () => {
  assert.throws(() => scoreThresholdFor(falseMatchRateRange.least / 2), RangeError);
  assert.throws(() => scoreThresholdFor(falseMatchRateRange.greatest * 2), RangeError);
  assert.throws(() => scoreThresholdFor(Number.NaN), RangeError);
});

test('the similarity is one half exactly at the threshold', () => {
  const { score } = compareTemplates(template(0.3), template(0.1), 0);
  assert.equal(compareTemplates(template(0.3), template(0.1), score).similarity, 0.5);
});

test('a higher score never gives a lower similarity, and all lie between 0 and 1', () => {
  const shift = fc.double({ min: 0, max: 1.5, noNaN: true });
  fc.assert(
    fc.property(shift, shift, (first, second) => {
      const a = compareTemplates(template(0), template(first), threshold);
      const b = compareTemplates(template(0), template(second), threshold);
      assert.ok(a.similarity >= 0 && a.similarity <= 1);
      assert.equal(Math.sign(a.score - b.score) * Math.sign(a.similarity - b.similarity) < 0, false);
    }),
  );
});

test('a template is as like itself as can be, wherever its bytes lie in memory', () => {
  const plain = template(0.2);
  const shifted = new Uint8Array(plain.length + 3);
  shifted.set(plain, 3);
  const { score } = compareTemplates(plain, shifted.subarray(3), threshold);
  assert.ok(Math.abs(score - (1 - 0.5 * ordinariness)) < 1e-5);
});

test('comparing is the same both ways', () => {
  assert.deepEqual(
    compareTemplates(template(0.1), template(0.4), threshold),
    compareTemplates(template(0.4), template(0.1), threshold),
  );
});

test('a template of another length is refused', () => {
  assert.throws(() => compareTemplates(template(0), new Uint8Array(templateBytes - 4), threshold), TypeError);
});

test('faces that resemble many need more likeness for the same score', () => {
  const scoreOf = (one: number, other: number) =>
    compareTemplates(template(0.2, one), template(0.3, other), threshold).score;
  assert.ok(scoreOf(0.9, 0.8) < scoreOf(0.8, 0.8));
  assert.ok(Math.abs(scoreOf(0.8, 0.8) - scoreOf(0.9, 0.8) - 0.025) < 1e-6);
});

test('the vectors and offsets of two templates give their score', () => {
  const [a, b] = [template(0.1, 0.7), template(0.6, 0.9)];
  const [first, second] = [searchVectorOf(a), searchVectorOf(b)];
  const product = first.values.reduce((sum, value, i) => sum + value * (second.values[i] as number), 0);
  const { score } = compareTemplates(a, b, threshold);
  assert.ok(Math.abs(product + first.offset + second.offset - score) < 1e-6);
});

/** A template whose embeddings A stand at an angle of that many radians to each other, with the same embedding B. */
function template(angle: number, ordinary = ordinariness): Uint8Array {
  const a = new Float32Array(templateLayout.a);
  a[0] = 1.4 * Math.cos(angle);
  a[1] = 1.4 * Math.sin(angle);
  const b = new Float32Array(templateLayout.b).fill(0.2);
  return encodeTemplate(a, b, { ordinarinessOf: () => ordinary });
}
