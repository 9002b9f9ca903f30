import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { generateCpf } from '../../../src/platform/documents.ts';
import { cancelExecution, runAgain } from '../../../src/profiles/executions/change-execution.ts';
import { getExecution } from '../../../src/profiles/executions/find-executions.ts';
import { runExecution } from '../../../src/profiles/executions/run-execution.ts';
import { type Consultation, listHistory, ProfileError } from '../../../src/profiles/index.ts';
import { settleByDecision } from '../../../src/profiles/settle-by-decision.ts';
import { describeDatabases } from '../../support/database.ts';
import { useProfiles } from '../open-profiles.ts';
import { createScriptedSource, found, unavailable } from '../scripted-sources.ts';

const refusedAs = (code: string) => (error: unknown) => error instanceof ProfileError && error.code === code;

describeDatabases('cancelling an execution', (kind) => {
  const civil = createScriptedSource('civil', 'person');
  const profiles = useProfiles(kind, [civil], { retryDelayMs: 60_000, maxRetryDelayMs: 60_000 });
  const known = { name: 'known', when: 'has(basicData.name)', status: 'APPROVED' } as const;
  const startWaiting = async () => {
    const cpf = generateCpf();
    civil.answer(cpf, unavailable);
    const template = await profiles().template({ sources: [{ name: 'civil' }], rules: [known] });
    const id = await profiles().start({ cpf }, template.id);
    await profiles().until(id, ({ execution }) => execution.state === 'waiting');
    return { cpf, id, templateId: template.id };
  };
  const { signal } = new AbortController();
  const run = (id: string) => runExecution(profiles(), id, { signal, holdIn: async () => true });
  const eventsOf = async (id: string) => {
    const { rows } = await sql<{ type: string }>`
      select type from event_outbox where data::text like ${`%${id}%`} order by id`.execute(profiles().db);
    return rows.map(({ type }) => type).filter((type) => type.startsWith('execution.'));
  };

  it('ends one that waits, tells clients once, and lets nothing change it later', async () => {
    const { cpf, id } = await startWaiting();
    const before = await profiles().until(id, () => true);
    assert.deepEqual(
      before.tries.map(({ number, state, faults }) => [number, state, faults]),
      [[1, 'waiting', [{ source: 'civil', reason: 'provider_down' }]]],
    );
    assert.deepEqual(before.tries[0]!.nextAttemptAt, before.execution.nextAttemptAt);
    assert.ok(before.tries[0]!.endedAt >= before.tries[0]!.startedAt);

    const cancelled = await cancelExecution(profiles(), id);
    assert.deepEqual(
      [cancelled.state, cancelled.status, cancelled.reason, cancelled.nextAttemptAt],
      ['cancelled', 'PENDING', 'cancelled', undefined],
    );
    assert.deepEqual((await cancelExecution(profiles(), id)).completedAt, cancelled.completedAt);
    assert.deepEqual(await eventsOf(id), ['execution.waiting', 'execution.ended']);

    civil.answer(cpf, found({ name: 'Ana Lima' }));
    assert.deepEqual(await run(id), { outcome: 'skipped', reason: 'ended' });
    const { execution } = await profiles().until(id);
    await profiles()
      .db.transaction()
      .execute((tx) =>
        settleByDecision(tx, profiles(), {
          profileId: execution.profileId,
          status: 'APPROVED',
          executionId: id,
          decisionId: 'dec_1',
          now: new Date(),
        }),
      );
    const after = await profiles().until(id);
    assert.deepEqual([after.execution.state, after.execution.status], ['cancelled', 'PENDING']);
    assert.equal((await profiles().read({ cpf })).status, 'APPROVED');
  });

  it('takes nothing from a run that is under way, whose answer decides nothing any more', async () => {
    const cpf = generateCpf();
    const { promise: answered, resolve: answer } = Promise.withResolvers<Consultation>();
    civil.answer(cpf, () => answered);
    const template = await profiles().template({ sources: [{ name: 'civil' }], rules: [known] });
    const id = await profiles().start({ cpf }, template.id);
    await profiles().until(id, ({ execution }) => execution.state === 'running');
    await cancelExecution(profiles(), id);
    answer(found({ name: 'Ana Lima' }));
    assert.deepEqual(await run(id), { outcome: 'skipped', reason: 'ended' });
    const { execution } = await profiles().until(id);
    assert.deepEqual([execution.state, execution.detail.decision], ['cancelled', undefined]);
    const profile = await profiles().read({ cpf });
    assert.deepEqual([profile.status, profile.basicData], ['PENDING', undefined]);
    const entries = await listHistory(profiles(), execution.profileId, { limit: 10 });
    assert.deepEqual(
      entries.map(({ executionId, changes }) => [executionId, changes.map(({ path }) => path)]),
      [[id, ['status']]],
    );
  });

  it('leaves an earlier verdict of the profile', async () => {
    const { cpf, id, templateId } = await startWaiting();
    await cancelExecution(profiles(), id);
    civil.answer(cpf, found({ name: 'Ana Lima' }));
    assert.equal((await profiles().run({ cpf }, templateId)).execution.status, 'APPROVED');
    civil.answer(cpf, unavailable);
    const second = await profiles().start({ cpf }, templateId);
    await profiles().until(second, ({ execution }) => execution.state === 'waiting');
    await cancelExecution(profiles(), second);
    assert.equal((await profiles().read({ cpf })).status, 'APPROVED');
  });

  it('and its end exclude each other: one of the two stands', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { cpf, id } = await startWaiting();
      civil.answer(cpf, found({ name: 'Ana Lima' }));
      const [ended, cancelled] = await Promise.allSettled([run(id), cancelExecution(profiles(), id)]);
      assert.equal(ended.status, 'fulfilled');
      const { execution } = await profiles().until(id);
      if (cancelled.status === 'fulfilled') assert.equal(execution.state, 'cancelled');
      else {
        assert.ok(refusedAs('execution_over')(cancelled.reason), String(cancelled.reason));
        assert.deepEqual([execution.state, execution.status], ['done', 'APPROVED']);
      }
      assert.deepEqual(
        (await eventsOf(id)).filter((type) => type === 'execution.ended'),
        ['execution.ended'],
      );
    }
  });

  it('is refused for one that ended, and for one that there is not', async () => {
    const { id } = await profiles().template({ rules: [{ ...known, when: 'true' }] });
    const { execution } = await profiles().run({ cpf: generateCpf() }, id);
    await assert.rejects(cancelExecution(profiles(), execution.id), refusedAs('execution_over'));
    await assert.rejects(cancelExecution(profiles(), 'exe_none'), refusedAs('execution_not_found'));
  });
});

describeDatabases('running an execution again', (kind) => {
  const civil = createScriptedSource('civil', 'person');
  const profiles = useProfiles(kind, [civil], { maxAttempts: 2 });
  const agrees = {
    name: 'agrees',
    when: 'checks.exists(c, checks[c].verdict == "match")',
    status: 'APPROVED',
  } as const;
  const again = (id: string) => runAgain(profiles(), { id, clientId: 'cli_1' });

  it('asks the same anew; the earlier one stays, with every try and its fault', async () => {
    const cpf = generateCpf();
    civil.answer(cpf, unavailable);
    const template = await profiles().template({ sources: [{ name: 'civil' }], rules: [agrees] });
    const texts = { attributes: { name: 'Ana Lima' }, metadata: { ticket: 5 }, referenceId: 'order 7' };
    const id = await profiles().start({ cpf }, template.id, texts);
    const earlier = await profiles().until(id);
    assert.deepEqual([earlier.execution.state, earlier.execution.status], ['failed', 'PENDING']);
    assert.deepEqual(
      earlier.tries.map(({ number, state, faults, nextAttemptAt }) => [
        ...[number, state, faults.map(({ reason }) => reason).join()],
        nextAttemptAt !== undefined,
      ]),
      [
        [1, 'waiting', 'provider_down', true],
        [2, 'failed', 'provider_down', false],
      ],
    );

    civil.answer(cpf, found({ name: 'Ana Lima' }));
    const { id: second } = await again(id);
    const { execution, tries, neighbours } = await profiles().until(second);
    assert.deepEqual([execution.status, execution.rerunOf, execution.clientId], ['APPROVED', id, 'cli_1']);
    assert.deepEqual([execution.detail.metadata, execution.referenceId], [{ ticket: 5 }, 'order 7']);
    assert.deepEqual([tries, neighbours], [[], { previousId: id, nextId: undefined }]);
    const { execution: same, neighbours: of } = await getExecution(profiles(), id);
    assert.deepEqual(same, earlier.execution);
    assert.deepEqual(of, { previousId: undefined, nextId: second });
    assert.equal((await profiles().read({ cpf })).status, 'APPROVED');
  });

  it('keeps the run that had the answer at last', async () => {
    const cpf = generateCpf();
    let asked = 0;
    civil.answer(cpf, () => {
      asked += 1;
      // The desk asks twice in one run.
      return asked <= 2 ? unavailable : found({ name: 'Ana Lima' });
    });
    const template = await profiles().template({ sources: [{ name: 'civil' }], rules: [agrees] });
    const { execution, tries } = await profiles().run({ cpf }, template.id, { name: 'Ana Lima' });
    assert.equal(execution.status, 'APPROVED');
    assert.deepEqual(
      tries.map(({ number, state, faults }) => [number, state, faults.length]),
      [
        [1, 'waiting', 1],
        [2, 'done', 0],
      ],
    );
  });

  it('is refused while the earlier one or a repetition is under way, and goes once of many at once', async () => {
    const cpf = generateCpf();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    civil.answer(cpf, async () => {
      await answered;
      return found({ name: 'Ana Lima' });
    });
    const template = await profiles().template({ sources: [{ name: 'civil' }], rules: [agrees] });
    const id = await profiles().start({ cpf }, template.id, { attributes: { name: 'Ana Lima' } });
    await assert.rejects(again(id), refusedAs('execution_under_way'));
    answer();
    await profiles().until(id);
    const { promise: later, resolve: answerLater } = Promise.withResolvers<void>();
    civil.answer(cpf, async () => {
      await later;
      return found({ name: 'Ana Lima' });
    });
    const results = await Promise.allSettled([again(id), again(id), again(id)]);
    const started = results.flatMap((it) => (it.status === 'fulfilled' ? [it.value.id] : []));
    assert.equal(started.length, 1);
    for (const result of results) {
      if (result.status === 'rejected') assert.ok(refusedAs('execution_under_way')(result.reason));
    }
    answerLater();
    await profiles().until(started[0]!);
    assert.equal((await profiles().until((await again(id)).id)).execution.rerunOf, id);
  });

  it('is refused for one that there is not', async () => {
    await assert.rejects(again('exe_none'), refusedAs('execution_not_found'));
  });
});
