import assert from 'node:assert/strict';
import { it } from 'node:test';
import { requireDistinct } from '../src/app.ts';

it('a list without a name twice is given back as it is, one with a name twice is refused', () => {
  const nameOf = (text: string) => text.slice(0, 3);
  assert.deepEqual(requireDistinct(['per_1', 'com_1'], nameOf), ['per_1', 'com_1']);
  assert.throws(() => requireDistinct(['per_1', 'com_1', 'per_2'], nameOf), /two of per/);
});
