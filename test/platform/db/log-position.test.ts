import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseLogPosition } from '../../../src/platform/db/log-position.ts';

it('places in the log are compared as numbers, over both halves', () => {
  assert.ok(parseLogPosition('0/A000000') < parseLogPosition('0/B000000'));
  assert.ok(parseLogPosition('0/FFFFFFFF') < parseLogPosition('1/0'));
  assert.ok(parseLogPosition('9/0') < parseLogPosition('10/0'));
  assert.equal(parseLogPosition('16/B374D848'), (0x16n << 32n) + 0xb374d848n);
});

it('the first byte after the header of a page is the end of the page before it', () => {
  assert.equal(parseLogPosition('0/3000028'), parseLogPosition('0/3000000'));
  assert.equal(parseLogPosition('0/3002018'), parseLogPosition('0/3002000'));
  assert.notEqual(parseLogPosition('0/3002020'), parseLogPosition('0/3002000'));
});
