import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fillDays } from '../../console/src/figures/fill-days.ts';

it('days without attempts count none, over the end of a month, and known days keep their figures', () => {
  const known = { day: '2026-03-01', attempts: 7, matchRate: 0.5 };
  assert.deepEqual(fillDays([known], '2026-02-27', '2026-03-02'), [
    { day: '2026-02-27', attempts: 0 },
    { day: '2026-02-28', attempts: 0 },
    known,
    { day: '2026-03-02', attempts: 0 },
  ]);
});

it('days stay as they are when the period is no period or longer than a chart shows', () => {
  const known = [{ day: '2026-03-01', attempts: 7 }];
  for (const [first, last] of [
    ['2026-03-02', '2026-03-01'],
    ['', '2026-03-01'],
    ['2024-01-01', '2026-03-01'],
  ] as const) {
    assert.deepEqual(fillDays(known, first, last), known);
  }
});
