import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cleanText, maxTextLength, readText } from '../../../src/people/rows/clean-value.ts';

it('the length of a text is counted in characters, in the form in which it is kept', () => {
  for (const text of ['𠮷'.repeat(maxTextLength), 'e\u0301'.repeat(maxTextLength)]) {
    assert.deepEqual(cleanText(text), { value: text.normalize('NFC') });
    assert.deepEqual(cleanText(`${text}A`), { fault: 'field_too_long' });
  }
  // One character here, and two in the form that is kept.
  assert.deepEqual(cleanText('\u0958'.repeat(maxTextLength)), { fault: 'field_too_long' });
});

it('a long text of a list is cut between two characters', () => {
  assert.equal(readText(`A${'𠮷'.repeat(maxTextLength)}`), `A${'𠮷'.repeat(maxTextLength - 1)}`);
});
