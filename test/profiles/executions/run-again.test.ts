import assert from 'node:assert/strict';
import { it } from 'node:test';
import { generateCpf } from '../../../src/platform/documents/index.ts';
import { runAgain } from '../../../src/profiles/executions/run-again.ts';
import { getExecution, ProfileError } from '../../../src/profiles/index.ts';
import { describeDatabases } from '../../support/database.ts';
import { useProfiles } from '../open-profiles.ts';
import { createScriptedSource, found, unavailable } from '../scripted-sources.ts';

const refusedAs = (code: string) => (error: unknown) => error instanceof ProfileError && error.code === code;

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
