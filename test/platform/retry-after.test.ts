import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readRetryAfter } from '../../src/platform/retry-after.ts';

it('a wait is read from seconds, however many, and from a date', () => {
  assert.equal(readRetryAfter(' 2 '), 2_000);
  assert.equal(readRetryAfter('5000000'), 5_000_000_000);
  assert.ok(readRetryAfter('9'.repeat(400))! > 0);
  const inAnHour = readRetryAfter(new Date(Date.now() + 3_600_000).toUTCString())!;
  assert.ok(inAnHour > 3_500_000 && inAnHour <= 3_600_000, String(inAnHour));
  assert.equal(readRetryAfter('Thu, 01 Jan 1970 00:00:00 GMT'), 0);
  for (const nothing of [undefined, '', 'soon']) assert.equal(readRetryAfter(nothing), undefined);
});
