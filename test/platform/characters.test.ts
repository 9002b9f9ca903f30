import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from '@fastify/type-provider-typebox';
import { Value } from 'typebox/value';
import { cutText, isLongerThan } from '../../src/platform/characters.ts';

describe('the length of a text', () => {
  const han = '𠮷';
  const texts = ['', 'ABC', 'ABCD', 'ABCDE', 'ABCDEFGHI', han.repeat(4), han.repeat(5), `A${han.repeat(4)}`];

  it('is counted as JSON Schema counts it', () => {
    for (const text of texts) {
      assert.equal(isLongerThan(text, 4), !Value.Check(Type.String({ maxLength: 4 }), text), text);
    }
  });

  it('is cut between two characters', () => {
    for (const text of texts) {
      const cut = cutText(text, 4);
      assert.ok(text.startsWith(cut) && cut.isWellFormed() && !isLongerThan(cut, 4), text);
      assert.equal(cut === text, !isLongerThan(text, 4), text);
    }
    assert.equal(cutText(`A${han.repeat(9)}`, 4), `A${han.repeat(3)}`);
  });
});
