import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  defaultFaceTemplates,
  encodeFaceTemplate,
  type FaceTemplateScoring,
  faceTemplateBytesOf,
  scoreFaceTemplates,
  searchVectorOf,
} from '../../src/engine/face-template.ts';

/** Templates of three values, as packs have them, and of two parts. */
const plain: FaceTemplateScoring = { templateModel: 'plain@1', embeddedValues: 3 };
const fused: FaceTemplateScoring = {
  templateModel: 'fused@1',
  embeddedValues: 4,
  parts: [
    { values: 1, share: 0.75 },
    { values: 3, share: 0.25 },
  ],
};

test('the score is the scalar product of the embeddings', () => {
  assert.equal(scoreFaceTemplates(template(1, 0, 0), template(0.5, 0.25, 0), plain), 0.5);
});

test('comparing is the same both ways, and wherever the bytes lie in memory', () => {
  const [a, b] = [template(0.3, 0.4, 0.5), template(0.7, 0.1, 0.2)];
  const shifted = new Uint8Array(a.length + 3);
  shifted.set(a, 3);
  const score = scoreFaceTemplates(a, b, plain);
  assert.equal(scoreFaceTemplates(b, a, plain), score);
  assert.equal(scoreFaceTemplates(shifted.subarray(3), b, plain), score);
});

test('the vectors and offsets of two templates give their score', () => {
  for (const scoring of [plain, fused]) {
    const values = scoring === plain ? [] : [0.6];
    const [a, b] = [template(0.3, 0.4, 0.5, ...values), template(0.7, 0.1, 0.2, ...values)];
    const [first, second] = [searchVectorOf(a, scoring), searchVectorOf(b, scoring)];
    assert.equal(first.values.length, scoring.embeddedValues);
    const product = first.values.reduce((sum, value, i) => sum + value * second.values[i]!, 0);
    assert.ok(Math.abs(product + first.offset + second.offset - scoreFaceTemplates(a, b, scoring)) < 1e-6);
  }
});

test('a template of another length is refused, also one of another model', () => {
  assert.throws(() => scoreFaceTemplates(template(1, 0, 0), template(1, 0), plain), TypeError);
  assert.throws(() => scoreFaceTemplates(template(1, 0, 0), template(1, 0, 0), fused), TypeError);
  assert.throws(() => searchVectorOf(template(1), plain), TypeError);
  assert.equal(faceTemplateBytesOf(defaultFaceTemplates), 2_048);
});

test('an embedding becomes a template of length one; one without direction, or of another length, none', () => {
  const made = encodeFaceTemplate(Float32Array.of(3, 0, 4), 3);
  assert.deepEqual([...new Float32Array(made.buffer)], [...Float32Array.of(0.6, 0, 0.8)]);
  assert.throws(() => encodeFaceTemplate(new Float32Array(3), 3));
  assert.throws(() => encodeFaceTemplate(Float32Array.of(1, Number.NaN, 0), 3));
  assert.throws(() => encodeFaceTemplate(Float32Array.of(1, 0), 3));
  assert.throws(() => encodeFaceTemplate(undefined, 3));
});

function template(...values: number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer);
}
