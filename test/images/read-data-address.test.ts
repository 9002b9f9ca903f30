import assert from 'node:assert/strict';
import { randomBytes, randomFillSync } from 'node:crypto';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { ImageError, readDataAddress } from '../../src/images/index.ts';
import { isDataAddress } from '../../src/images/read-data-address.ts';

const prefix = 'data:image/jpeg;base64,';

const maxBytes = 1_000;

describe('what is read', () => {
  test('any bytes come back as they were', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: maxBytes }), (bytes) => {
        const address = prefix + Buffer.from(bytes).toString('base64');
        assert.deepEqual(new Uint8Array(readDataAddress(address, maxBytes)), bytes);
      }),
    );
  });

  test('every image type is let through in any case, since only the bytes count', () => {
    for (const start of [
      'data:image/png;base64,',
      'DATA:IMAGE/SVG+XML;BASE64,',
      'data:image/x-a.b;base64,',
    ]) {
      assert.equal(isDataAddress(start), true);
      assert.equal(readDataAddress(`${start}AAAA`, maxBytes).length, 3);
    }
    assert.equal(isDataAddress('https://data:1/'), false);
  });

  test('exactly the limit is read and one byte more is too large', () => {
    for (const size of [999, 1_000]) {
      assert.equal(readDataAddress(prefix + Buffer.alloc(size).toString('base64'), 1_000).length, size);
    }
    for (const size of [1_001, 1_002, 1_003, 50_000]) {
      const address = prefix + Buffer.alloc(size).toString('base64');
      assert.throws(() => readDataAddress(address, 1_000), { code: 'image_too_large' });
    }
  });

  test('ten megabytes are read', () => {
    const bytes = randomFillSync(Buffer.alloc(10_000_000));
    assert.ok(bytes.equals(readDataAddress(prefix + bytes.toString('base64'), 10_000_000)));
  });
});

describe('what is refused', () => {
  const invalid: Record<string, string> = {
    'no comma': 'data:image/png;base64',
    'no base64': 'data:image/svg+xml,<svg/>',
    'a parameter': 'data:image/png;charset=utf-8;base64,AAAA',
    'base64 not last': 'data:image/png;base64;a=b,AAAA',
    'a space in front': ' data:image/png;base64,AAAA',
    'no subtype': 'data:image/;base64,AAAA',
    'an endless type': `data:image/${'a'.repeat(200)};base64,AAAA`,
    'no payload': prefix,
    'missing padding': `${prefix}AAA`,
    'too much padding': `${prefix}A===`,
    'padding only': `${prefix}====`,
    'padding inside': `${prefix}AA==AAAA`,
    'a space inside': `${prefix}AA AAAAA`,
    'a line break inside': `${prefix}AAAA\r\nAA`,
    'percent-encoding': `${prefix}AA%2B`,
    'the URL-safe alphabet': `${prefix}AA-_`,
    'a fragment': `${prefix}AAA#`,
    'other characters': `${prefix}AA.!`,
    'characters beyond ASCII': `${prefix}AAAÁ`,
    'characters whose low byte is a letter': `${prefix}AAA\u0141`,
    'a NUL': `${prefix}AAA\0`,
  };
  for (const [name, address] of Object.entries(invalid)) {
    test(`${name} is an invalid address`, () => {
      assert.throws(() => readDataAddress(address, maxBytes), { code: 'image_address_invalid' });
    });
  }

  test('line breaks are named as such', () => {
    for (const payload of ['AAAA\r\nAAAA', 'AAAA\n']) {
      assert.throws(() => readDataAddress(prefix + payload, maxBytes), { detail: /line breaks/ });
    }
  });

  test('other types than images are unsupported', () => {
    for (const address of ['data:text/html;base64,AAAA', 'data:,hello', 'data:application/pdf;base64,AAAA']) {
      assert.throws(() => readDataAddress(address, maxBytes), { code: 'image_unsupported' });
    }
  });

  test('a long hostile address is refused without delay', () => {
    const long = 10_000_000;
    for (const address of [
      `data:image/${'a'.repeat(long)}`,
      `data:image/png${';a=b'.repeat(long / 4)},AAAA`,
      `${prefix}${'='.repeat(long)}`,
      `${prefix}${' '.repeat(long)}`,
      `${prefix}${'A'.repeat(long - 1)}-`,
      `${prefix}${'é'.repeat(long)}`,
    ]) {
      assert.throws(() => readDataAddress(address, long), ImageError);
    }
  });
});

describe('the base64', () => {
  const isRefused = (text: string) =>
    assert.throws(() => readDataAddress(prefix + text, 2_000), { code: 'image_address_invalid' }, text);

  it('is refused for a character of no standard base64 wherever it is', () => {
    const text = randomBytes(1_500).toString('base64');
    fc.assert(
      fc.property(
        // Padding may stand at the end.
        fc.nat(text.length - 3),
        fc.constantFrom(' ', '\n', '-', '=', '_', '\0', '\x80', 'é', '\xff'),
        (at, character) => isRefused(text.slice(0, at) + character + text.slice(at + 1)),
      ),
      { numRuns: 500 },
    );
  });

  it('is refused when it is cut off or padded wrongly', () => {
    for (const text of ['A', 'AA', 'AAA', 'A===', 'A=A=', '=AAA', 'AA==AAAA', '====', 'AAAAA===']) {
      isRefused(text);
    }
  });
});
