import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decodeCursor, encodeCursor } from '../../src/platform/cursors.ts';

const form = /^(\d+)\.(\w+)$/;

it('a cursor leads back to its place', () => {
  assert.deepEqual(decodeCursor(encodeCursor('12.word'), form)?.slice(1), ['12', 'word']);
  assert.match(encodeCursor('12.word'), /^[\w-]+$/);
});

it('what is no cursor of the list is refused, and another spelling of one', () => {
  const cursor = encodeCursor('12.word');
  const bytes = Buffer.from([0xff, 0xfe]).toString('base64url');
  for (const text of ['', 'x', encodeCursor('word.12'), `${cursor}=`, `${cursor}!`, ` ${cursor}`, bytes]) {
    assert.throws(() => decodeCursor(text, form), { code: 'cursor_invalid' }, text);
  }
});
