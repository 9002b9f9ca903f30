import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { generateCpf } from '../../src/platform/documents.ts';
import { purgeExecutionKeys, resumeExecutions } from '../../src/profiles/jobs.ts';
import { describeDatabases } from '../support/database.ts';
import { useProfiles } from './open-profiles.ts';

const dayMs = 86_400_000;

describeDatabases('the background work of executions', (kind) => {
  const profiles = useProfiles(kind, []);
  const always = [{ name: 'always', when: 'true', status: 'APPROVED' }] as const;

  it('takes up an execution whose job is gone', async () => {
    const { id: templateId } = await profiles().template({ rules: [...always] });
    const { execution } = await profiles().run({ cpf: generateCpf() }, templateId);
    await profiles()
      .db.updateTable('executions')
      .set({ state: 'running', status: 'PROCESSING', completed_at: null })
      .where('id', '=', execution.id)
      .execute();
    await resumeExecutions(profiles());
    const { state } = (await profiles().until(execution.id, () => true)).execution;
    assert.equal(state, 'running', 'a fresh one may still be worked on');
    await profiles().later(600_000, () => resumeExecutions(profiles()));
    assert.equal((await profiles().until(execution.id)).execution.status, 'APPROVED');
  });

  it('leaves executions alone that have ended', async () => {
    const { id: templateId } = await profiles().template({ rules: [...always] });
    const { execution } = await profiles().run({ cpf: generateCpf() }, templateId);
    const countJobs = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from jobs where data ->> 'executionId' = ${execution.id}`.execute(
        profiles().db,
      );
      return rows[0]!.count;
    };
    const before = await countJobs();
    await profiles().later(600_000, () => resumeExecutions(profiles()));
    assert.equal(await countJobs(), before);
  });

  it('forgets idempotency keys after a day, not before', async () => {
    const cpf = generateCpf();
    const { id: templateId } = await profiles().template({});
    const start = () => profiles().start({ cpf }, templateId, { idempotencyKey: 'key' });
    const first = await start();
    await profiles().later(dayMs - 60_000, () => purgeExecutionKeys(profiles()));
    assert.equal(await start(), first);
    await profiles().later(dayMs + 60_000, () => purgeExecutionKeys(profiles()));
    assert.notEqual(await start(), first);
  });
});
