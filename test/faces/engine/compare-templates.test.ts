import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  compareTemplates,
  falseMatchRateRange,
  scoreThresholdFor,
} from '../../../src/faces/engine/compare-templates.ts';
import { templateBytes, templateLayout } from '../../../src/faces/engine/embed-face.ts';

const threshold = scoreThresholdFor(1e-4);

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
  assert.ok(Math.abs(score - 1) < 1e-5);
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

/** A template whose embedding A has that first value and whose embedding B is one unit vector. */
function template(shift: number): Uint8Array {
  const values = new Float32Array(templateLayout.a + templateLayout.b);
  values[0] = shift;
  values[templateLayout.a] = 1;
  return new Uint8Array(values.buffer);
}
