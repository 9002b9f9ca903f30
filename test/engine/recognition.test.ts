import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { RecognitionPack } from '../../src/engine/engine-packs.ts';
import {
  createDefaultRecognition,
  createPackRecognition,
  type Recognition,
} from '../../src/engine/recognition.ts';

const rates = [1e-2, 5e-3, 1e-3, 4e-4, 1e-4, 2e-5, 1e-5];

const pack = {
  templateModel: 'pack@1',
  values: 512,
  calibration: {
    falseMatchRates: [
      { falseMatchRate: 1e-2, score: 0.2 },
      { falseMatchRate: 1e-5, score: 0.6 },
    ],
    logOddsPerScore: 30,
  },
  description: { role: 'embedding', name: 'pack', version: '1', licence: 'MIT' },
} as unknown as RecognitionPack;

const kinds: Record<string, { create: (rate: number) => Recognition; bytes: number }> = {
  'the default': { create: createDefaultRecognition, bytes: 2_048 },
  'a pack': { create: (rate) => createPackRecognition(pack, rate), bytes: 2_048 },
};

for (const [name, { create, bytes }] of Object.entries(kinds)) {
  describe(name, () => {
    /** Scores `product` with itself. */
    const template = (product: number) => {
      const values = new Float32Array(bytes / 4);
      values[0] = product;
      return new Uint8Array(values.buffer);
    };
    const one = template(1);

    test('asks for a higher score where false matches have to be rarer, also between the measured rates', () => {
      const scores = rates.map((rate) => create(rate).scoreThreshold);
      for (const [i, score] of scores.entries()) {
        if (i > 0) assert.ok(score > scores[i - 1]!, `at ${rates[i]}`);
      }
    });

    test('refuses a rate outside the measured range', () => {
      for (const rate of [5e-6, 2e-2, Number.NaN]) assert.throws(() => create(rate), RangeError);
    });

    test('gives a similarity of one half exactly at the threshold', () => {
      const recognition = create(1e-4);
      assert.equal(recognition.scoreAt(0.5), recognition.scoreThreshold);
      const atThreshold = recognition.compare(one, template(Math.fround(recognition.scoreThreshold)));
      assert.ok(Math.abs(atThreshold.similarity - 0.5) < 1e-5);
      assert.ok(recognition.compare(one, template(recognition.scoreThreshold + 0.001)).similarity > 0.5);
      assert.ok(recognition.compare(one, template(recognition.scoreThreshold - 0.001)).similarity < 0.5);
    });

    test('never gives a lower similarity for a higher score, and none outside 0 to 1', () => {
      const recognition = create(1e-4);
      const product = fc.double({ min: -1, max: 1, noNaN: true });
      fc.assert(
        fc.property(product, product, (first, second) => {
          const [a, b] = [
            recognition.compare(one, template(first)),
            recognition.compare(one, template(second)),
          ];
          assert.ok(a.similarity >= 0 && a.similarity <= 1);
          assert.equal(Math.sign(a.score - b.score) * Math.sign(a.similarity - b.similarity) < 0, false);
        }),
      );
    });
  });
}
