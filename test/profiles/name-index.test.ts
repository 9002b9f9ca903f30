import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createNameIndex } from '../../src/profiles/index.ts';

const index = createNameIndex(Buffer.alloc(32, 1));

it('gives each word of a name once, as 16 bytes that say nothing without the key', () => {
  const words = index('Ana Maria de Souza e Souza');
  assert.equal(words.length, 3);
  for (const word of words) assert.equal(Buffer.from(word, 'base64url').length, 16);
  assert.deepEqual(words, index('ANA MARÍA SOUZA'));
  const other = createNameIndex(Buffer.alloc(32, 2))('Ana Maria de Souza');
  assert.ok(words.every((word) => !other.includes(word)));
});

it('gives words in an order that does not say which stood first', () => {
  assert.deepEqual(index('Lima Ana Bruno'), index('Bruno Lima Ana'));
  assert.deepEqual(index('Lima Ana Bruno'), index('Lima Ana Bruno').toSorted());
});

it('gives nothing for a text without words', () => {
  assert.deepEqual(index(' - '), []);
});
