import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { erasePersonRows, lockPersonToErase } from '../../../src/people/index.ts';
import { createAgeJudge } from '../../../src/people/lists/list-ages.ts';
import { purgeProviderAnswers } from '../../../src/people/providers/provider-answers-store.ts';
import type { OpenDatabase } from '../../../src/platform/db/index.ts';
import { type Cpf, generateCnpj, generateCpf } from '../../../src/platform/documents.ts';
import type { Subject } from '../../../src/profiles/index.ts';
import { describeDatabases } from '../../support/database.ts';
import { json, type MockProvider } from './mock-provider.ts';
import { shareProviders } from './share-providers.ts';

describeDatabases('answers of an HTTP provider that are kept', (kind) => {
  const providers = shareProviders(kind);
  const { clock, advance, subjectIndex, make, register, ask, reasonOf, found } = providers;
  let database: OpenDatabase;
  let mock: MockProvider;

  before(() => {
    database = providers.database();
    mock = providers.mock();
  });

  it('an answer is used again for its time, sealed, and about that subject and question only', async () => {
    mock.answer(found);
    const cpf = generateCpf();
    const source = make({ cacheSeconds: 60, request: { url: `${mock.url}/{cpf}?m={attributes.mother}` } });
    const subject = await register(cpf);
    const first = await ask(source, subject, { mother: 'M' });
    mock.answer(json({ nome: 'SOMEBODY ELSE' }));
    assert.deepEqual(await ask(source, subject, { mother: 'M' }), first);
    assert.equal(mock.received.length, 1);
    assert.notDeepEqual(await ask(source, subject, { mother: 'N' }), first);
    assert.notDeepEqual(await ask(source, await register(), { mother: 'M' }), first);
    advance(61_000);
    assert.notDeepEqual(await ask(source, subject, { mother: 'M' }), first);
    const { rows } = await database.execute('select id, provider, ciphertext from source_provider_answers');
    assert.equal(rows.length, 3);
    for (const row of rows) {
      assert.ok(!`${row.id}${Buffer.from(row.ciphertext as Uint8Array)}`.includes(cpf));
      assert.ok(!Buffer.from(row.ciphertext as Uint8Array).includes('ANA'));
    }
    mock.answer(json({}, 500));
    const failing = make({ cacheSeconds: 60, retries: 0 });
    const other = await register();
    await reasonOf(failing, other);
    mock.answer(found);
    assert.equal((await ask(failing, other)).outcome, 'found', 'a failure is not kept');
  });

  it('an answer that is kept tells the moment it is of, where the description says when it is old', async () => {
    mock.answer(found);
    const days = 86_400_000;
    const source = make({ name: 'acme', cacheSeconds: 30 * 86_400, maxAgeDays: 7 });
    const subject = await register();
    const isOld = createAgeJudge(new Map(), new Map([['acme', 7]]));
    const state = async () => {
      const answer = await ask(source, subject);
      assert.ok(answer.outcome === 'found');
      return answer.restsOn?.map((day) => [day.source, isOld(day, clock.now())]);
    };
    assert.deepEqual(await state(), [['provider/acme', false]]);
    advance(6 * days);
    assert.deepEqual(await state(), [['provider/acme', false]]);
    advance(2 * days);
    assert.deepEqual(await state(), [['provider/acme', true]]);
    assert.equal(mock.received.length, 1);
  });

  it('an answer about a company is kept, and about a person only while there is one', async () => {
    const countKept = async () =>
      (await database.execute('select id from source_provider_answers')).rows.length;
    mock.answer(found);
    const ofCompanies = make({
      source: 'pjOther',
      cacheSeconds: 60,
      request: { url: `${mock.url}/{cnpj}` },
      response: { mapping: '{ "data": { "name": nome } }' },
    });
    const company: Subject = { kind: 'company', id: 'com_1', cnpj: generateCnpj() };
    assert.equal((await ask(ofCompanies, company)).outcome, 'found');
    assert.equal(await countKept(), 1);

    const source = make({ cacheSeconds: 60, timeoutMs: 30_000 });
    assert.equal((await ask(source)).outcome, 'found');
    assert.equal(await countKept(), 1, 'nobody has that CPF');

    /** Erases the person; the work is done before the commit. */
    const erase = (cpf: Cpf, work: () => Promise<void> = async () => {}) =>
      database.db.transaction().execute(async (tx) => {
        const found = await lockPersonToErase(tx, { cpfIndex: subjectIndex(cpf) });
        await erasePersonRows(tx, found!, new Date());
        await work();
      });
    const erased = generateCpf();
    const subject = await register(erased);
    // While the provider thinks.
    mock.answer((response) => void erase(erased).then(() => found(response)));
    assert.equal((await ask(source, subject)).outcome, 'found');
    assert.equal(await countKept(), 1);
    if (kind !== 'postgres') return;

    // The answer comes when the person is erased, and that is not committed.
    const isAnswerWaiting = async () =>
      (
        await database.execute(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows.length > 0;
    const other = generateCpf();
    const person = await register(other);
    let erasure: Promise<void> | undefined;
    mock.answer((response) => {
      erasure = erase(other, async () => {
        found(response);
        // The run ends a wait in vain.
        while (!(await isAnswerWaiting())) await delay(20);
      });
    });
    assert.equal((await ask(source, person)).outcome, 'found');
    await erasure;
    assert.equal(await countKept(), 1);
  });

  it('answers go once their time is over, and with their provider', async () => {
    mock.answer(found);
    const [short, long, gone] = [
      { name: 'short', cacheSeconds: 60 },
      { name: 'long', cacheSeconds: 3_600 },
      { name: 'gone', cacheSeconds: 3_600 },
    ];
    const subject = await register();
    for (const provider of [short, long, gone]) await ask(make(provider), subject);
    const purge = async (...providers: { name: string; cacheSeconds: number }[]) => {
      await purgeProviderAnswers({ db: database.db, clock }, providers);
      const { rows } = await database.execute('select provider from source_provider_answers order by 1');
      return rows.map(({ provider }) => provider);
    };
    advance(59_000);
    assert.deepEqual(await purge(short, long, gone), ['gone', 'long', 'short']);
    advance(2_000);
    assert.deepEqual(await purge(short, long, gone), ['gone', 'long']);
    assert.deepEqual(await purge(short, long), ['long']);
    assert.deepEqual(await purge(), []);
  });
});
