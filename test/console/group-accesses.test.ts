import assert from 'node:assert/strict';
import { it } from 'node:test';
import { groupAccesses } from '../../console/src/people/group-accesses.ts';

const access = (sequence: number, action: string, id = 'acc_1') => ({
  chain: 'a',
  sequence,
  action,
  outcome: 'done',
  actor: { kind: 'account', id },
  at: `2026-11-23T10:00:${String(sequence).padStart(2, '0')}Z`,
});

it('alike accesses that follow each other are one, with their number and the newest of them', () => {
  const photos = Array.from({ length: 18 }, (_, at) => access(at + 2, 'image.read'));
  const groups = groupAccesses([access(20, 'person.read'), ...photos, access(1, 'face.register')]);
  assert.deepEqual(
    groups.map(({ newest, count }) => [newest.action, newest.sequence, count]),
    [
      ['person.read', 20, 1],
      ['image.read', 19, 18],
      ['face.register', 1, 1],
    ],
  );
});

it('accesses of others, and of before something else, stay apart; one of two lists counts once', () => {
  const [first, second, third] = [
    access(1, 'image.read'),
    access(2, 'person.read'),
    access(3, 'image.read'),
  ] as const;
  const other = access(4, 'image.read', 'acc_2');
  assert.deepEqual(
    groupAccesses([third, second, first], [other, first]).map(({ newest }) => newest.sequence),
    [4, 3, 2, 1],
  );
});
