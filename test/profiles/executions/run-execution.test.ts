import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { walkPages } from '../../../src/platform/cursors.ts';
import { generateCnpj, generateCpf } from '../../../src/platform/documents.ts';
import { RepeatError } from '../../../src/platform/errors.ts';
import { getExecution, listExecutions } from '../../../src/profiles/executions/find-executions.ts';
import { runExecution } from '../../../src/profiles/executions/run-execution.ts';
import {
  type Consultation,
  listHistory,
  ofOwnDatabase,
  ProfileError,
  type Source,
} from '../../../src/profiles/index.ts';
import { describeDatabases } from '../../support/database.ts';
import { useProfiles } from '../open-profiles.ts';
import { createScriptedSource, found, unavailable } from '../scripted-sources.ts';

type Found = Extract<Consultation, { outcome: 'found' }>;

describeDatabases('an execution', (kind) => {
  const civil = createScriptedSource('civil', 'person');
  const voters = createScriptedSource('voters', 'person');
  const slow = createScriptedSource('slow', 'person', { timeoutMs: 50 });
  const own = createScriptedSource('own', 'person', { isLocal: true });
  const ownRecords = createScriptedSource('mixed', 'person', { isLocal: true });
  const mixed = { ...createScriptedSource('mixed', 'person'), localPart: ownRecords };
  let edition = '1';
  const listed = { ...createScriptedSource('listed', 'person'), currentVersion: async () => edition };
  const postal = { ...createScriptedSource('postal', 'person'), asksBy: ['postalCode'] };
  const names: Source = {
    ...createScriptedSource('names', 'person'),
    currentVersion: async () => '1',
    hitsOf: () => [],
    async consult(subject, context) {
      const answer = await context.ask(mixed, subject);
      const { name } = (answer.outcome === 'found' && answer.basicData) || {};
      return { outcome: 'found', data: { searched: [context.attributes.name, name] }, version: '1' };
    },
  };
  const profiles = useProfiles(kind, [civil, voters, slow, own, mixed, listed, names, postal], {
    rulesTimeoutMs: 500,
  });
  const known = { name: 'known', when: 'has(basicData.name)', status: 'APPROVED' } as const;
  const differs = {
    name: 'differs',
    when: 'checks.exists(c, checks[c].verdict == "mismatch")',
    status: 'REPROVED',
  } as const;

  it('asks the sources, merges and decides, and the profile shows it', async () => {
    const cpf = generateCpf();
    civil.answer(cpf, found({ name: 'Ana Lima', birthDate: '01/02/1990' }, { page: 7 }));
    voters.answer(cpf, found({ name: 'ANA DE LIMA', motherName: 'Rosa Lima' }));
    const { id } = await profiles().template({
      sources: [{ name: 'civil' }, { name: 'voters' }],
      rules: [known, differs],
    });
    const { execution, sources } = await profiles().run({ cpf }, id, { name: 'LIMA, Ana', rg: '1' });
    assert.equal(execution.status, 'APPROVED');
    assert.deepEqual(execution.detail.decision?.decidedBy, ['known']);
    assert.deepEqual(execution.detail.checks, {
      name: { verdict: 'match', similarity: 1, source: 'civil' },
      rg: { verdict: 'unknown' },
    });
    assert.deepEqual(
      sources.map((it) => [it.source, it.outcome, it.isReused]),
      [
        ['civil', 'found', false],
        ['voters', 'found', false],
      ],
    );
    const profile = await profiles().read({ cpf });
    assert.equal(profile.id, execution.profileId);
    assert.equal(profile.status, 'APPROVED');
    assert.equal(profile.cpf, cpf);
    assert.deepEqual(profile.basicData, {
      name: 'Ana Lima',
      birthDate: '01/02/1990',
      motherName: 'Rosa Lima',
    });
    assert.deepEqual(profile.sources.civil.data, { page: 7 });
    assert.match(profile.sources.civil.lastConsultation.date, /^\d{4}-.*Z$/);
    assert.deepEqual(profile.executions, [
      { executionId: execution.id, executionOrigin: 'API', lastUpdate: execution.updatedAt.toISOString() },
    ]);
  });

  it('is in the profile as soon as it is started', async () => {
    const cpf = generateCpf();
    const { id } = await profiles().template({ sources: [], rules: [] });
    const executionId = await profiles().start({ cpf }, id, { metadata: { ticket: 5 } });
    const profile = await profiles().read({ cpf });
    assert.deepEqual(profile.executions[0].metadata, { ticket: 5 });
    assert.equal(profile.executions[0].executionId, executionId);
    await profiles().until(executionId);
  });

  it('says which attribute a source contradicts, and the rule that decided by it', async () => {
    const cpf = generateCpf();
    civil.answer(cpf, found({ name: 'Ana Lima' }));
    const { id } = await profiles().template({ sources: [{ name: 'civil' }], rules: [known, differs] });
    const { execution } = await profiles().run({ cpf }, id, { name: 'Carlos Prado' });
    assert.equal(execution.status, 'REPROVED');
    assert.deepEqual(execution.detail.decision?.decidedBy, ['differs']);
    assert.equal((await profiles().read({ cpf })).status, 'REPROVED');
  });

  it('uses an answer again within its maximum age, and asks anew after it', async () => {
    const cpf = generateCpf();
    civil.answer(cpf, found({ name: 'Ana Lima' }));
    const aged = await profiles().template({ sources: [{ name: 'civil', maxAge: 'PT1H' }], rules: [known] });
    await profiles().run({ cpf }, aged.id);
    const again = await profiles().run({ cpf }, aged.id);
    assert.equal(civil.calls.get(cpf), 1);
    assert.equal(again.sources[0]?.isReused, true);
    assert.equal(again.execution.status, 'APPROVED');
    await profiles().later(3_600_000, () => profiles().run({ cpf }, aged.id));
    assert.equal(civil.calls.get(cpf), 2);
    const fresh = await profiles().template({ sources: [{ name: 'civil' }], rules: [known] });
    await profiles().later(7_200_000, () => profiles().run({ cpf }, fresh.id));
    assert.equal(civil.calls.get(cpf), 3);
  });

  it('asks again by another value of an attribute that the question holds, and only then', async () => {
    const cpf = generateCpf();
    postal.answer(cpf, found({}, { state: 'SP' }));
    const sources = [{ name: 'postal', maxAge: 'P30D' }];
    const { id } = await profiles().template({ sources, rules: [] });
    const run = async (attributes: Record<string, unknown>) => {
      await profiles().run({ cpf }, id, attributes);
      return postal.calls.get(cpf);
    };
    assert.equal(await run({ postalCode: '01001000', order: 1 }), 1);
    assert.equal(await run({ postalCode: '01001000', order: 2 }), 1);
    assert.equal(await run({}), 1, 'nothing to ask by');
    assert.equal(await run({ postalCode: '20040002' }), 2);
    assert.equal(await run({ postalCode: '20040002' }), 2);
  });

  it('says of an answer that is used again when it has become older than its provider may be', async () => {
    const cpf = generateCpf();
    const day = new Date().toISOString();
    const restsOn = [{ source: 'provider/acme', day }];
    civil.answer(cpf, { ...(found({ name: 'Ana' }) as Found), restsOn });
    const { id } = await profiles().template({
      sources: [{ name: 'civil', maxAge: 'P30D' }],
      rules: [known],
    });
    const state = async () => {
      const { execution, sources } = await profiles().run({ cpf }, id);
      return [execution.status, ...sources.map(({ isReused, reason }) => [isReused, reason])];
    };
    const days = (count: number) => count * 86_400_000;
    assert.deepEqual(await state(), ['APPROVED', [false, undefined]]);
    assert.deepEqual(await profiles().later(days(2), state), ['APPROVED', [true, undefined]]);
    assert.deepEqual(await profiles().later(days(4), state), ['APPROVED', [true, 'data_old']]);
    assert.equal(civil.calls.get(cpf), 1);
  });

  it('asks again what a source did not know, and always what is in our own database', async () => {
    const cpf = generateCpf();
    const { id } = await profiles().template({
      sources: ['civil', 'own'].map((name) => ({ name, maxAge: 'P30D' })),
      rules: [known],
    });
    own.answer(cpf, found({ gender: 'Female' }));
    const before = await profiles().run({ cpf }, id);
    assert.equal(before.execution.status, 'PENDING');
    civil.answer(cpf, found({ name: 'Ana Lima' }));
    own.answer(cpf, found({ gender: 'Male' }));
    const { execution } = await profiles().run({ cpf }, id);
    assert.equal(execution.status, 'APPROVED');
    assert.deepEqual((await profiles().read({ cpf })).basicData, { name: 'Ana Lima', gender: 'Male' });
  });

  it('uses a young answer again only while our own database has none, and what it is made from is the same', async () => {
    const cpf = generateCpf();
    mixed.answer(cpf, found({ name: 'Ana Lima' }));
    listed.answer(cpf, found({}, { hits: 0 }));
    const { id } = await profiles().template({
      sources: ['mixed', 'listed'].map((name) => ({ name, maxAge: 'P30D' })),
      rules: [known],
    });
    const reused = ({ sources }: { sources: readonly { source: string; isReused: boolean }[] }) =>
      Object.fromEntries(sources.map(({ source, isReused }) => [source, isReused]));
    await profiles().run({ cpf }, id);
    assert.deepEqual(reused(await profiles().run({ cpf }, id)), { mixed: true, listed: true });

    ownRecords.answer(cpf, { ...found({ name: 'Ana de Lima' }), version: ofOwnDatabase } as Consultation);
    listed.answer(cpf, { ...found({}, { hits: 1 }), version: '2' } as Consultation);
    edition = '2';
    const changed = await profiles().run({ cpf }, id);
    assert.deepEqual(reused(changed), { mixed: false, listed: false });
    const profile = await profiles().read({ cpf });
    assert.deepEqual(profile.basicData, { name: 'Ana de Lima' });
    assert.deepEqual(profile.sources.listed.data, { hits: 1 });
    assert.equal(mixed.calls.get(cpf), 1, 'who is not ours is not asked for it');
    assert.equal(listed.calls.get(cpf), 2);
    assert.equal(reused(await profiles().run({ cpf }, id)).listed, true);

    ownRecords.answer(cpf, { outcome: 'absent' });
    await profiles().run({ cpf }, id);
    assert.equal(mixed.calls.get(cpf), 2, 'what our own database had and has no more is not used again');
    assert.deepEqual((await profiles().read({ cpf })).basicData, { name: 'Ana Lima' });
  });

  it('reads a list again by the names of now, however young its answer is, and asks no provider for it', async () => {
    const cpf = generateCpf();
    mixed.answer(cpf, found({ name: 'Ana Lima' }));
    const sources = ['names', 'mixed'].map((name) => ({ name, maxAge: 'P30D' }));
    const { id } = await profiles().template({ sources, rules: [known] });
    const alone = await profiles().template({ sources: sources.slice(0, 1), rules: [known] });
    const searched = async (templateId: string, name: string) => {
      await profiles().run({ cpf }, templateId, { name });
      return (await profiles().read({ cpf })).sources.names.data.searched;
    };
    assert.deepEqual(await searched(id, 'Ana'), ['Ana', 'Ana Lima']);
    const asked = mixed.calls.get(cpf);
    assert.deepEqual(await searched(id, 'Anna'), ['Anna', 'Ana Lima']);
    assert.deepEqual(await searched(alone.id, 'Anne'), ['Anne', 'Ana Lima']);
    ownRecords.answer(cpf, found({ name: 'Ana de Lima' }));
    assert.deepEqual(await searched(id, 'Anna'), ['Anna', 'Ana de Lima']);
    assert.equal(mixed.calls.get(cpf), asked);
  });

  it('stays PENDING while a required source is down, is tried again, and asks no source twice that answered', async () => {
    const cpf = generateCpf();
    civil.answer(cpf, found({ name: 'Ana Lima' }));
    let isDown = true;
    voters.answer(cpf, () => (isDown ? unavailable : found({ motherName: 'Rosa Lima' })));
    const { id } = await profiles().template({
      sources: [{ name: 'civil' }, { name: 'voters' }],
      rules: [known],
    });
    const executionId = await profiles().start({ cpf }, id);
    const waiting = await profiles().until(executionId, ({ execution }) => execution.state === 'waiting');
    assert.equal(waiting.execution.status, 'PENDING');
    assert.equal(waiting.execution.reason, 'source_unavailable:voters');
    assert.ok(waiting.execution.nextAttemptAt);
    const profile = await profiles().read({ cpf });
    assert.equal(profile.status, 'PENDING');
    assert.deepEqual(profile.basicData, { name: 'Ana Lima' });
    isDown = false;
    const { execution } = await profiles().until(executionId);
    assert.equal(execution.status, 'APPROVED');
    assert.equal(execution.reason, undefined);
    assert.ok(execution.attempts >= 1);
    assert.equal(civil.calls.get(cpf), 1);
  });

  it('pays no provider again whose answer came during it, whatever our own database has imported since', async () => {
    const cpf = generateCpf();
    listed.answer(cpf, { ...found({ name: 'Ana Lima' }), version: edition } as Consultation);
    let isDown = true;
    voters.answer(cpf, () => (isDown ? unavailable : found({ motherName: 'Rosa Lima' })));
    const { id } = await profiles().template({
      sources: [{ name: 'listed' }, { name: 'voters' }],
      rules: [known],
    });
    const executionId = await profiles().start({ cpf }, id);
    await profiles().until(executionId, ({ execution }) => execution.state === 'waiting');
    edition = '3';
    listed.answer(cpf, unavailable);
    isDown = false;
    const { execution } = await profiles().until(executionId);
    assert.equal(execution.status, 'APPROVED');
    assert.equal(listed.calls.get(cpf), 1);
  });

  it('takes no answer of another execution that asked by another name or value, however fresh it is', async () => {
    const cpf = generateCpf();
    let isDown = true;
    voters.answer(cpf, () => (isDown ? unavailable : found({ motherName: 'Rosa Lima' })));
    mixed.answer(cpf, { outcome: 'absent' });
    postal.answer(cpf, found({}, { state: 'SP' }));
    const sources = ['names', 'postal', 'voters'].map((name) => ({ name }));
    const rule = {
      name: 'listed',
      when: 'sources.names.data.searched[0] == "Ana"',
      status: 'REPROVED',
    } as const;
    const { id } = await profiles().template({ sources, rules: [rule], otherwise: 'APPROVED' });
    const first = await profiles().start({ cpf }, id, {
      attributes: { name: 'Ana', postalCode: '01001000' },
    });
    await profiles().until(first, ({ execution }) => execution.state === 'waiting');
    const quick = await profiles().template({
      sources: sources.slice(0, 2),
      rules: [rule],
      otherwise: 'APPROVED',
    });
    const other = await profiles().run({ cpf }, quick.id, { name: 'Rosa', postalCode: '20040002' });
    assert.equal(other.execution.status, 'APPROVED');
    isDown = false;
    assert.equal((await profiles().until(first)).execution.status, 'REPROVED');
    assert.equal(postal.calls.get(cpf), 3);
  });

  it('approves nobody whom a list names, surely or perhaps, while no rule reads the source', async () => {
    const { id } = await profiles().template({
      sources: [{ name: 'civil' }],
      rules: [],
      otherwise: 'APPROVED',
    });
    for (const hit of ['isListed', 'needsReview']) {
      const cpf = generateCpf();
      civil.answer(cpf, found({ name: 'Ana Lima' }, { isListed: false, needsReview: false, [hit]: true }));
      const { status, reason } = (await profiles().run({ cpf }, id)).execution;
      assert.deepEqual([status, reason], ['PENDING', 'review_needed:civil'], hit);
    }
  });

  it('is given up after its last attempt, PENDING, and leaves an earlier verdict as it was', async () => {
    const cpf = generateCpf();
    civil.answer(cpf, found({ name: 'Ana Lima' }));
    const first = await profiles().template({ sources: [{ name: 'civil' }], rules: [known] });
    await profiles().run({ cpf }, first.id);
    voters.answer(cpf, unavailable);
    const second = await profiles().template({ sources: [{ name: 'voters' }], rules: [known] });
    const { execution } = await profiles().run({ cpf }, second.id);
    assert.equal(execution.state, 'failed');
    assert.equal(execution.status, 'PENDING');
    assert.equal(execution.attempts, profiles().limits.maxAttempts);
    assert.equal((await profiles().read({ cpf })).status, 'APPROVED');
  });

  it('does without a source that is down and not required, unless a rule needs it', async () => {
    const cpf = generateCpf();
    civil.answer(cpf, found({ name: 'Ana Lima' }));
    voters.answer(cpf, unavailable);
    const sources = [{ name: 'civil' }, { name: 'voters', isRequired: false }];
    const without = await profiles().template({ sources, rules: [known] });
    assert.equal((await profiles().run({ cpf }, without.id)).execution.status, 'APPROVED');
    const reads = { name: 'reads', when: 'sources.voters.data.dead', status: 'REPROVED' } as const;
    const needing = await profiles().template({ sources, rules: [known, reads] });
    const { execution } = await profiles().run({ cpf }, needing.id);
    assert.equal(execution.status, 'PENDING');
    assert.equal(execution.reason, 'source_unavailable:voters');
  });

  it('counts a source that throws, takes too long or answers nonsense as down', async () => {
    for (const answer of [
      () => Promise.reject(new Error('a mistake')),
      () => new Promise<never>(() => {}),
      () => ({ outcome: 'found', data: 5 }) as never,
    ]) {
      const cpf = generateCpf();
      slow.answer(cpf, answer);
      const { id } = await profiles().template({ sources: [{ name: 'slow' }], rules: [known] });
      const { execution } = await profiles().run({ cpf }, id);
      assert.equal(execution.reason, 'source_unavailable:slow');
    }
  });

  it('keeps what earlier ones knew unless a newer answer says otherwise, and the history tells', async () => {
    const cpf = generateCpf();
    civil.answer(cpf, found({ name: 'Ana Lima', rg: '123', gender: 'Female' }));
    const { id } = await profiles().template({ sources: [{ name: 'civil' }], rules: [known] });
    const first = await profiles().run({ cpf }, id);
    civil.answer(cpf, { outcome: 'absent' });
    const second = await profiles().run({ cpf }, id);
    assert.equal(second.execution.reason, 'source_without_data:civil');
    const kept = await profiles().read({ cpf });
    assert.deepEqual(kept.basicData, { name: 'Ana Lima', rg: '123', gender: 'Female' });
    assert.equal(kept.sources.civil.lastConsultation.date, first.sources[0]!.consultedAt.toISOString());
    civil.answer(cpf, found({ name: 'Ana Prado', rg: null }));
    const third = await profiles().run({ cpf }, id);
    assert.deepEqual((await profiles().read({ cpf })).basicData, { name: 'Ana Prado', gender: 'Female' });

    const entries = await listHistory(profiles(), first.execution.profileId, { limit: 10 });
    assert.deepEqual(
      entries.map((entry) => [entry.executionId, entry.changes]),
      [
        [
          third.execution.id,
          [
            { path: 'status', from: 'PENDING', to: 'APPROVED' },
            { path: 'basicData.name', from: 'Ana Lima', to: 'Ana Prado' },
            { path: 'basicData.rg', from: '123' },
          ],
        ],
        [second.execution.id, [{ path: 'status', from: 'APPROVED', to: 'PENDING' }]],
        [
          first.execution.id,
          [
            { path: 'status', to: 'APPROVED' },
            { path: 'basicData.gender', to: 'Female' },
            { path: 'basicData.name', to: 'Ana Lima' },
            { path: 'basicData.rg', to: '123' },
          ],
        ],
      ],
    );
    const page = await listHistory(profiles(), first.execution.profileId, { limit: 2 });
    const rest = await listHistory(profiles(), first.execution.profileId, {
      limit: 2,
      after: page[1]!.id,
    });
    assert.deepEqual([...page, ...rest], entries);
  });

  it('shows as many of its kind as the profile has room for, the newest first, and lists all', async () => {
    const cpf = generateCpf();
    const { id } = await profiles().template({ rules: [{ ...known, when: 'true' }] });
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await profiles().run({ cpf }, id)).execution.id);
    const shown = (await profiles().read({ cpf })).executions.map(
      (it: { executionId: string }) => it.executionId,
    );
    assert.deepEqual(shown, ids.slice(0, profiles().limits.shownExecutions));
    const all = walkPages(2, (page) =>
      listExecutions(profiles(), { subject: { cpf }, status: undefined, ...page }),
    );
    assert.deepEqual(await Array.fromAsync(all, (it) => it.id), ids);
  });

  it('keeps the version of the template it was started with', async () => {
    const cpf = generateCpf();
    const { id } = await profiles().template({ rules: [{ ...known, when: 'true' }] });
    const { execution } = await profiles().run({ cpf }, id);
    assert.equal(execution.templateVersion, 1);
  });

  it('of two with one idempotency key at once is one', async () => {
    const cpf = generateCpf();
    const { id } = await profiles().template({});
    const request = { idempotencyKey: 'once' };
    const ids = await Promise.all([1, 2, 3].map(() => profiles().start({ cpf }, id, request)));
    assert.equal(new Set(ids).size, 1);
    await assert.rejects(
      profiles().start({ cpf }, id, { ...request, attributes: { name: 'X' } }),
      (error) => error instanceof RepeatError,
    );
    await assert.rejects(profiles().start({ cpf: generateCpf() }, id, request), RepeatError);
    assert.notEqual(await profiles().start({ cpf }, id, { ...request, clientId: 'cli_other' }), ids[0]);
  });

  it('about the other kind of subject is refused, and nothing is stored', async () => {
    const cnpj = generateCnpj();
    const { id } = await profiles().template({});
    await assert.rejects(
      profiles().start({ cnpj }, id),
      (error) => error instanceof ProfileError && error.code === 'query_template_subject_wrong',
    );
    assert.equal(await profiles().read({ cnpj }), undefined);
  });

  it('leaves nothing of a person readable in the database', async () => {
    const cpf = generateCpf();
    civil.answer(cpf, found({ name: 'Zenobia Quaresma' }, { note: 'Zenobia Quaresma' }));
    const { id } = await profiles().template({ sources: [{ name: 'civil' }], rules: [known, differs] });
    await profiles().run({ cpf }, id, { name: 'Zenobia Quaresma', motherName: 'Zenobia Mae' });
    const texts = { referenceId: 'order of Zenobia', idempotencyKey: 'zenobia-1' };
    const keyed = await profiles().start({ cpf }, id, texts);
    assert.equal((await profiles().until(keyed)).execution.referenceId, 'order of Zenobia');
    for (const table of [
      'people',
      'profiles',
      'profile_states',
      'profile_sources',
      'profile_history',
      'executions',
      'execution_sources',
      'execution_idempotency_keys',
      'jobs',
    ]) {
      const { rows } = await sql<{ found: number }>`
        select count(*) as found from ${sql.table(table)} as t
        where t::text ilike '%zenobia%' or t::text like ${`%${cpf}%`}`.execute(profiles().db);
      assert.equal(rows[0]!.found, 0, table);
    }
  });

  it('whose rules take too long ends PENDING at once, and is not run again', async () => {
    const cpf = generateCpf();
    const { id } = await profiles().template({
      rules: [{ name: 'endless', when: 'attributes.text.matches("^(a+)+$")', status: 'REPROVED' }],
    });
    const { execution } = await profiles().run({ cpf }, id, { text: `${'a'.repeat(40)}b` });
    assert.deepEqual([execution.status, execution.reason], ['PENDING', 'rules_timeout']);
    assert.deepEqual([execution.state, execution.attempts], ['done', 0]);
  });

  it('leaves everything to the run that took its place while it stood still', async () => {
    const cpf = generateCpf();
    const { promise: answered, resolve: answer } = Promise.withResolvers<Consultation>();
    civil.answer(cpf, () => answered);
    const { id: templateId } = await profiles().template({ sources: [{ name: 'civil' }], rules: [known] });
    const id = await profiles().start({ cpf }, templateId);
    await profiles().until(id, ({ execution }) => execution.state === 'running');
    const before = await profiles().read({ cpf });

    civil.answer(cpf, found({ name: 'Ana Lima' }));
    const { signal } = new AbortController();
    const outcome = await runExecution(profiles(), id, { signal, holdIn: async () => false });
    assert.deepEqual(outcome, { outcome: 'failed', retryable: true, reason: 'interrupted' });
    const { execution } = await getExecution(profiles(), id);
    assert.deepEqual([execution.state, execution.status], ['running', 'PROCESSING']);
    assert.deepEqual((await profiles().read({ cpf })).executions, before.executions);

    answer(found({ name: 'Ana de Lima' }));
    assert.equal((await profiles().until(id)).execution.status, 'APPROVED');
  });
});
