import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fromRow, toRow } from '../../../src/platform/db/index.ts';

it('a row becomes values without its null, what is sealed and what is left out', () => {
  const row = { id: 'a', client_id: null, due_at: 1, origin: 'o', detail: { a_b: null }, ciphertext: 'c' };
  const values = fromRow({ ...row, key_id: 'k', wrapped_key: 'w' }, 'origin');
  assert.deepEqual(values, { id: 'a', clientId: undefined, dueAt: 1, detail: { a_b: null } });
});

it('values become columns: a member that is undefined is null, one that is not there names none', () => {
  assert.deepEqual(toRow({ id: 'a', lastSeenAt: undefined, isDefault: false }), {
    id: 'a',
    last_seen_at: null,
    is_default: false,
  });
});
