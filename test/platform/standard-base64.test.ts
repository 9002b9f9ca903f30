import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeStandardBase64, decodeStandardBase64Bytes } from '../../src/platform/standard-base64.ts';

describe('decodeStandardBase64Bytes', () => {
  it('gives the bytes of any length, also of many pieces', () => {
    for (const length of [0, 1, 2, 3, 6_143, 6_144, 6_145, 12_288, 20_000]) {
      const bytes = randomBytes(length);
      const decoded = decodeStandardBase64Bytes(Buffer.from(bytes.toString('base64')));
      assert.deepEqual(decoded, bytes);
    }
  });

  it('refuses a changed character wherever it is, as the decoder of whole texts does', () => {
    const text = randomBytes(15_001).toString('base64');
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.constantFrom(0x20, 0x0a, 0x2d, 0x3d, 0x5f, 0x00, 0x80, 0xe9, 0xff, 0x41, 0x2b),
        (at, byte) => {
          const changed = Buffer.from(text);
          changed[at] = byte;
          const whole = decodeStandardBase64(changed.toString('latin1'));
          assert.deepEqual(decodeStandardBase64Bytes(changed), whole);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('refuses texts that are cut off or padded wrongly', () => {
    for (const text of ['A', 'AA', 'AAA', 'A===', 'A=A=', '=AAA', 'AA==AAAA', '====', 'AAAAA===']) {
      assert.equal(decodeStandardBase64Bytes(Buffer.from(text)), undefined, text);
    }
  });
});
