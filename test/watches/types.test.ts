import assert from 'node:assert/strict';
import { it } from 'node:test';
import { representWatch } from '../../src/watches/types.ts';

it('a watch shows neither its document nor anything that this release does not know', () => {
  const at = new Date('2026-11-29T12:00:00Z');
  const watch = {
    id: 'wat_1',
    clientId: 'cli_1',
    subject: 'person',
    document: { cpf: '52998224725' },
    profileId: 'per_1',
    templateId: 'tpl_1',
    intervalDays: undefined,
    createdAt: at,
    dueAt: undefined,
    lastExecutionId: undefined,
    lastRunAt: at,
    lastOutcome: Buffer.of(2),
  };
  // A later release may add columns to the table, which this one reads whole.
  assert.deepEqual(representWatch({ ...watch, laterIndex: Buffer.of(1) } as never), {
    id: 'wat_1',
    clientId: 'cli_1',
    subject: 'person',
    personId: 'per_1',
    templateId: 'tpl_1',
    isOnRegistryChange: true,
    createdAt: at.toISOString(),
    lastRunAt: at.toISOString(),
  });
});
