import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isSanctionInForce, judgePosition } from '../../../src/people/lists/judge-dates.ts';

const today = '2026-03-10';

it('a position is current until its last day, then in grace until that ends', () => {
  const judge = (endDate: string | undefined, graceEndDate?: string, years?: number) => {
    const position = {
      startDate: '2020-01-01',
      ...(endDate && { endDate }),
      ...(graceEndDate && { graceEndDate }),
    };
    const { isCurrent, isInGracePeriod } = judgePosition(position, today, years);
    return isCurrent ? 'current' : isInGracePeriod ? 'grace' : 'past';
  };
  assert.equal(judge(undefined), 'current');
  assert.equal(judge(today), 'current');
  assert.equal(judge('2026-03-09'), 'grace');
  assert.equal(judge('2021-03-10'), 'grace');
  assert.equal(judge('2021-03-09'), 'past');
  assert.equal(judge('2021-03-09', today), 'grace');
  assert.equal(judge('2025-03-09', '2026-03-09'), 'past');
  assert.equal(judge('2021-03-09', '2030-01-01', 2), 'past', "the operator's rule goes before the list's");
  assert.equal(judge('2025-03-09', '2025-03-09', 2), 'grace');
  assert.equal(judge('2026-03-09', undefined, 0), 'past');
});

it('a position that has not begun is neither', () => {
  const { isCurrent, isInGracePeriod } = judgePosition({ startDate: '2026-03-11' }, today, undefined);
  assert.deepEqual([isCurrent, isInGracePeriod], [false, false]);
});

it('a sanction is in force from its first to its last day, and unfitness until it is dropped', () => {
  assert.ok(isSanctionInForce({ startDate: today, endDate: today }, today));
  assert.ok(isSanctionInForce({ startDate: '2020-01-01' }, today));
  assert.ok(!isSanctionInForce({ startDate: '2026-03-11' }, today));
  assert.ok(!isSanctionInForce({ startDate: '2020-01-01', endDate: '2026-03-09' }, today));
  const category = 'Declaração de Inidoneidade com prazo determinado';
  assert.ok(isSanctionInForce({ category, startDate: '2020-01-01', endDate: '2024-01-01' }, today));
});
