import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createClient } from '../../../src/access/index.ts';
import { listEvents } from '../../../src/events/list-events.ts';
import { createCatalogue } from '../../../src/events/types.ts';
import { type Cpf, generateCnpj, generateCpf } from '../../../src/platform/documents.ts';
import type { Scope } from '../../../src/platform/tokens/index.ts';
import { profileEventTypes } from '../../../src/profiles/declarations.ts';
import type { JsonObject, Source } from '../../../src/profiles/index.ts';
import { deleteQueryTemplate } from '../../../src/profiles/query-templates/save-query-template.ts';
import {
  rescreenProfiles,
  usualRescreeningLimits,
} from '../../../src/profiles/rescreening/rescreen-profiles.ts';
import { findRescreening } from '../../../src/profiles/rescreening/rescreenings-store.ts';
import { describeDatabases } from '../../support/database.ts';
import { useProfiles } from '../open-profiles.ts';
import { createScriptedSource, unavailable } from '../scripted-sources.ts';

describeDatabases('known profiles after a list has changed', (kind) => {
  const provider = createScriptedSource('pfBasicData', 'person');
  const slow = createScriptedSource('pfSlow', 'person');
  /** Names that are listed, by the version of the list. */
  let listed = { version: 'v0', names: new Set<string>(), isSure: true };
  const list: Source = {
    ...createScriptedSource('pfList', 'person'),
    isLocal: false,
    hitsOf: ({ hits, isSure }) => (hits as string[]).map((name) => ({ key: name, detail: { name, isSure } })),
    currentVersion: async () => listed.version,
    async consult(subject, context) {
      const answer = await context.ask(provider, subject);
      const { name } = (answer.outcome === 'found' && answer.basicData) || {};
      const called = [name, context.attributes.alias].filter((one) => typeof one === 'string');
      const hits = called.filter((one) => listed.names.has(one));
      return { outcome: 'found', data: { hits, isSure: listed.isSure }, version: listed.version };
    },
  };
  const companyList = {
    ...createScriptedSource('pjList', 'company'),
    hitsOf: ({ hits }: JsonObject) => (hits as string[]).map((name) => ({ key: name, detail: { name } })),
  };
  const open = useProfiles(kind, [provider, list, companyList, slow], { maxAttempts: 100 });
  const signal = new AbortController().signal;
  const change = (version: string, ...names: string[]) => {
    listed = { version, names: new Set(names), isSure: true };
  };

  async function setUp() {
    const profiles = open();
    const template = await profiles.template({
      sources: [
        { name: 'pfBasicData', maxAge: 'P30D' },
        { name: 'pfList', maxAge: 'P30D' },
      ],
      rules: [
        { name: 'listed', status: 'REPROVED', when: 'size(sources.pfList.data.hits) > 0' },
        { name: 'not-listed', status: 'APPROVED', when: 'size(sources.pfList.data.hits) == 0' },
      ],
    });
    const { clientId } = await createClient(profiles, { product: 'customer', scopes: ['people:read'] });
    const catalogue = createCatalogue(() => profileEventTypes);
    const events = async () => {
      const viewer = { clientId, scopes: new Set(['people:read']) };
      const query = { cursor: undefined, types: undefined, limit: 1_000 };
      return (await listEvents({ ...profiles, catalogue }, viewer, query)).events;
    };
    const know = async (name: string, attributes = {}) => {
      const cpf = generateCpf();
      provider.answer(cpf, { outcome: 'found', data: {}, basicData: { name } });
      await profiles.run({ cpf }, template.id, attributes);
      return cpf;
    };
    const run = (limits = {}) =>
      rescreenProfiles(profiles, { signal }, { ...usualRescreeningLimits, ...limits });
    const untilStatus = async (cpf: Cpf, status: string) => {
      const deadline = Date.now() + 600_000;
      while ((await profiles.read({ cpf }))?.status !== status) {
        assert.ok(Date.now() < deadline, `never ${status}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    return { profiles, template, events, know, run, untilStatus };
  }

  it('a gained entry and a lost one start an execution of the person alone, and are told; no provider is asked', async () => {
    const { profiles, events, know, run, untilStatus } = await setUp();
    change('v1', 'somebody');
    const ana = await know('Ana');
    const rui = await know('Rui', { alias: 'Rudolf' });
    const eva = await know('Eva');
    await run();
    const before = (await events()).length;
    const asked = () => [...provider.calls.values()].reduce((sum, count) => sum + count, 0);
    const askedBefore = asked();

    change('v2', 'Ana', 'Rudolf');
    await run();
    await untilStatus(ana, 'REPROVED');
    await untilStatus(rui, 'REPROVED');
    const news = (await events()).slice(before);
    const gained = news.filter(({ type }) => type === 'person.list_hit_gained');
    assert.equal(gained.length, 2, JSON.stringify(news.map(({ type }) => type)));
    assert.equal((await profiles.read({ cpf: eva })).status, 'APPROVED');
    const state = await findRescreening(profiles.db, 'pfList', 'person');
    assert.deepEqual([state?.version, state?.changedCount, state?.finishedAt !== undefined], ['v2', 2, true]);
    assert.ok(asked() - askedBefore <= 2, 'by the two executions alone');
    await run();
    assert.equal(
      (await findRescreening(profiles.db, 'pfList', 'person'))?.startedAt.getTime(),
      state?.startedAt.getTime(),
    );

    change('v3', 'Rudolf');
    await run();
    await untilStatus(ana, 'APPROVED');
    const lost = (await events()).filter(({ type }) => type === 'person.list_hit_lost');
    assert.equal(lost.length, 1);
  });

  it('an entry that its list corrected is decided about again, and no entry is told to have come or gone', async () => {
    const { profiles, events, know, run, untilStatus } = await setUp();
    const byCertainty = await profiles.template({
      sources: [{ name: 'pfBasicData', maxAge: 'P30D' }, { name: 'pfList' }],
      rules: [
        { name: 'listed', status: 'REPROVED', when: 'sources.pfList.data.isSure' },
        { name: 'not-sure', status: 'APPROVED', when: '!sources.pfList.data.isSure' },
      ],
    });
    change('c1', 'Noa');
    listed.isSure = false;
    const noa = await know('Noa');
    await profiles.run({ cpf: noa }, byCertainty.id);
    await run();
    await untilStatus(noa, 'APPROVED');
    change('c2', 'Noa');
    await run();
    await untilStatus(noa, 'REPROVED');
    const { id } = (await profiles.read({ cpf: noa }))!;
    const ofNoa = (data: object) => 'personId' in data && data.personId === id;
    const news = (await events()).filter(({ data }) => ofNoa(data)).map(({ type }) => type);
    const status = 'person.status_changed';
    assert.deepEqual(news, ['person.list_hit_gained', status, status, status]);
  });

  it('an entry is found by a query template that is deleted since', async () => {
    const { profiles, template, know, run, untilStatus } = await setUp();
    change('d1', 'somebody');
    const ines = await know('Ines');
    await run();
    await deleteQueryTemplate(profiles, template.id);
    change('d2', 'Ines');
    await run();
    await untilStatus(ines, 'REPROVED');
  });

  /** Somebody under two names, who is REPROVED once the first is listed, by a template that asks `slow`, too. */
  async function knowUnderTwoNames(
    { profiles, run }: Awaited<ReturnType<typeof setUp>>,
    version: string,
    name: string,
    alias: string,
  ) {
    const template = await profiles.template({
      sources: [
        { name: 'pfBasicData', maxAge: 'P30D' },
        { name: 'pfList', maxAge: 'P30D' },
        { name: 'pfSlow' },
      ],
      rules: [
        { name: 'listed', status: 'REPROVED', when: `"${name}" in sources.pfList.data.hits` },
        { name: 'not-listed', status: 'APPROVED', when: 'true' },
      ],
    });
    change(version);
    const cpf = generateCpf();
    provider.answer(cpf, { outcome: 'found', data: {}, basicData: { name } });
    slow.answer(cpf, { outcome: 'found', data: {} });
    await profiles.run({ cpf }, template.id, { alias });
    await run();
    return cpf;
  }

  it('an entry that comes while the execution after an earlier change waits for a provider is found', async () => {
    const known = await setUp();
    const { profiles, events, run, untilStatus } = known;
    const cpf = await knowUnderTwoNames(known, 'v7', 'Ada', 'Augusta');
    slow.answer(cpf, unavailable);
    change('v8', 'Augusta');
    await run();
    const waiting = async () =>
      (
        await profiles.db.selectFrom('executions').select('state').where('origin', '=', 'IMPORT').execute()
      ).some(({ state }) => state === 'waiting');
    while (!(await waiting())) await new Promise((resolve) => setTimeout(resolve, 20));
    change('v9', 'Augusta', 'Ada');
    const before = (await events()).filter(({ type }) => type === 'person.list_hit_gained').length;
    await run();
    slow.answer(cpf, { outcome: 'found', data: {} });
    await untilStatus(cpf, 'REPROVED');
    const gained = (await events()).filter(({ type }) => type === 'person.list_hit_gained');
    assert.equal(gained.length, before + 1);
  });

  it('an entry that comes while the last run of such an execution waits for the answer of a provider is found', async () => {
    const known = await setUp();
    const { profiles, run, untilStatus } = known;
    const cpf = await knowUnderTwoNames(known, 'w1', 'Bia', 'Beatriz');
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    slow.answer(cpf, async () => {
      asked.resolve();
      await answered.promise;
      return { outcome: 'found', data: {} };
    });
    change('w2', 'Beatriz');
    await run();
    await asked.promise;
    const kept = () =>
      profiles.db.selectFrom('profile_sources').select('version').where('version', '=', 'w2').execute();
    while ((await kept()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    change('w3', 'Beatriz', 'Bia');
    await run();
    answered.resolve();
    await untilStatus(cpf, 'REPROVED');
  });

  it('a company that is on a list no more is told of by its own type, in the feed of those who may read companies', async () => {
    const profiles = open();
    const template = await profiles.template({
      subject: 'company',
      sources: [{ name: 'pjList' }],
      rules: [{ name: 'seen', status: 'APPROVED', when: 'true' }],
    });
    const { clientId } = await createClient(profiles, { product: 'customer', scopes: ['companies:read'] });
    const catalogue = createCatalogue(() => profileEventTypes);
    const told = async (scope: Scope) => {
      const viewer = { clientId, scopes: new Set([scope]) };
      const query = { cursor: undefined, types: undefined, limit: 1_000 };
      const { events } = await listEvents({ ...profiles, catalogue }, viewer, query);
      return events.filter(({ type }) => type.startsWith('company.list_hit'));
    };
    const cnpj = generateCnpj();
    companyList.answer(cnpj, { outcome: 'found', data: { hits: ['debarred'] } });
    const first = await profiles.run({ cnpj }, template.id);
    companyList.answer(cnpj, { outcome: 'found', data: { hits: [] } });
    const second = await profiles.run({ cnpj }, template.id);
    const companyId = first.execution.profileId;
    assert.deepEqual(
      (await told('companies:read')).map(({ type, data }) => [type, data]),
      [
        ['company.list_hit_gained', { companyId, executionId: first.execution.id }],
        ['company.list_hit_lost', { companyId, executionId: second.execution.id }],
      ],
    );
    assert.deepEqual(await told('people:read'), []);
  });

  it('the work of a run is bounded, and the next one goes on where it ended', async () => {
    const { profiles, know, run, untilStatus } = await setUp();
    change('v4');
    const names = ['N1', 'N2', 'N3', 'N4', 'N5'];
    const people: Cpf[] = [];
    for (const name of names) people.push(await know(name));
    await run();
    change('v5', ...names);
    const at = async () => (await findRescreening(profiles.db, 'pfList', 'person'))!;
    for (const changed of [2, 4]) {
      await run({ mostStarted: 2, atATime: 2 });
      assert.deepEqual([(await at()).changedCount, (await at()).finishedAt], [changed, undefined]);
    }
    await run({ mostStarted: 2, atATime: 2 });
    assert.equal((await at()).changedCount, 5);
    for (const cpf of people) await untilStatus(cpf, 'REPROVED');
    await run();
    assert.ok((await at()).finishedAt !== undefined);
    const stopped = new AbortController();
    stopped.abort();
    change('v6');
    assert.equal((await rescreenProfiles(profiles, { signal: stopped.signal })).outcome, 'failed');
  });
});
