import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeStandardBase64 } from '../../src/platform/standard-base64.ts';

describe('decodeStandardBase64', () => {
  it('gives the bytes of any length', () => {
    for (const length of [0, 1, 2, 3, 6_143, 6_144, 6_145]) {
      const bytes = randomBytes(length);
      assert.deepEqual(decodeStandardBase64(bytes.toString('base64')), bytes);
    }
  });

  it('refuses a character of no standard base64 wherever it is', () => {
    const text = randomBytes(1_500).toString('base64');
    fc.assert(
      fc.property(
        // Padding may stand at the end.
        fc.nat(text.length - 3),
        fc.constantFrom(' ', '\n', '-', '=', '_', '\0', '\x80', 'é', '\xff'),
        (at, character) => {
          const changed = text.slice(0, at) + character + text.slice(at + 1);
          assert.equal(decodeStandardBase64(changed), undefined);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('refuses texts that are cut off or padded wrongly', () => {
    for (const text of ['A', 'AA', 'AAA', 'A===', 'A=A=', '=AAA', 'AA==AAAA', '====', 'AAAAA===']) {
      assert.equal(decodeStandardBase64(text), undefined, text);
    }
  });
});
