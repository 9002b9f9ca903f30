import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { after, before, beforeEach, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { erasePersonRows, lockPersonToErase } from '../../../src/people/index.ts';
import { createAgeJudge } from '../../../src/people/lists/is-data-old.ts';
import { createAnswerMapper } from '../../../src/people/providers/create-answer-mapper.ts';
import { createProvider } from '../../../src/people/providers/create-provider.ts';
import { parseProviders } from '../../../src/people/providers/provider-description.ts';
import { listProviderHealth } from '../../../src/people/providers/provider-health-store.ts';
import { purgeProviderAnswers } from '../../../src/people/providers/purge-provider-answers.ts';
import type { OpenDatabase } from '../../../src/platform/db/index.ts';
import { type Cpf, generateCnpj, generateCpf } from '../../../src/platform/documents/index.ts';
import { createMasterKey, createRecordCipher } from '../../../src/platform/encryption/index.ts';
import { createOutboundClient, type OutboundClient } from '../../../src/platform/outbound/index.ts';
import { createRateLimiter, type RateLimiter } from '../../../src/platform/rate-limits/index.ts';
import { createSourceDesk, type Source, type SourceDesk, type Subject } from '../../../src/profiles/index.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';
import { json, type MockProvider, startMockProvider } from './mock-provider.ts';

describeDatabases('an HTTP provider', (kind) => {
  const closing: (() => unknown)[] = [];
  const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
  let database: OpenDatabase;
  let mock: MockProvider;
  let client: OutboundClient;
  let problems: { provider: string; reason: string }[] = [];
  let nowMs = Date.now();

  before(async () => {
    database = await openTestDatabase(
      { after: (close: () => unknown) => closing.push(close) } as never,
      kind,
    );
    mock = await startMockProvider();
    client = createOutboundClient({ allow: ['127.0.0.1'], keepAlive: true });
  });
  after(async () => {
    client.close();
    await mock.close();
    for (const close of closing.reverse()) await close();
  });
  beforeEach(async () => {
    await database.execute('truncate source_provider_answers, source_provider_health');
    mock.received.length = 0;
    problems = [];
    nowMs = Date.now();
  });

  function make(description: object = {}, secrets: Record<string, string> = {}, with_ = client): Source {
    const { request, response, ...rest } = description as Record<string, object>;
    const [parsed] = parseProviders(
      JSON.stringify({
        providers: [
          {
            name: 'acme',
            source: 'pfBasicData',
            request: { method: 'GET', url: `${mock.url}/v1/people/{cpf}`, ...request },
            response: { mapping: '{ "name": nome, "birthDate": nascimento, "cpf": cpf }', ...response },
            retries: 1,
            retryDelayMs: 1,
            timeoutMs: 30_000,
            ...rest,
          },
        ],
      }),
    );
    const source = createProvider(parsed!, new Map(Object.entries(secrets)), {
      db: database.db,
      cipher,
      clock: { now: () => new Date(nowMs) },
      client: with_,
      limiter,
      mapper,
      subjectIndex,
      onProblem: (problem) => problems.push(problem),
    });
    const usualPolicy = { retries: 9, retryDelayMs: 1, breakerFailures: 9, breakerPauseMs: 1 };
    desks.set(source, createSourceDesk([source], { usualPolicy, onProblem: () => {} }));
    return source;
  }
  let limiter: Pick<RateLimiter, 'count'> = createRateLimiter({});
  const desks = new WeakMap<Source, SourceDesk>();
  const mapper = createAnswerMapper();
  after(() => mapper[Symbol.asyncDispose]());
  const subjectIndex = (text: string) => createHmac('sha256', 'key').update(text).digest();
  /** Somebody there is: of others no answer is kept. */
  async function register(cpf = generateCpf()): Promise<Subject> {
    await database.db
      .insertInto('people')
      .values({
        id: `per_${randomBytes(16).toString('hex')}`,
        cpf_index: subjectIndex(cpf),
        key_id: 'k',
        wrapped_key: Buffer.of(0),
        ciphertext: Buffer.of(0),
        created_at: new Date(nowMs),
      })
      .execute();
    return person(cpf);
  }
  const person = (cpf = generateCpf()): Subject => ({ kind: 'person', id: `per_${'0'.repeat(32)}`, cpf });
  const ask = (source: Source, subject: Subject = person(), attributes: object = {}) =>
    desks.get(source)!.ask(source, subject, {
      db: database.db,
      signal: new AbortController().signal,
      attributes: attributes as Record<string, unknown>,
      now: new Date(nowMs),
    });
  const reasonOf = async (source: Source, subject?: Subject) => {
    const answer = await ask(source, subject);
    assert.ok(answer.outcome === 'unavailable', JSON.stringify(answer));
    return answer.reason;
  };
  const found = json({ nome: 'ANA LIMA', nascimento: '1980-02-01' });

  it('is asked as described, its answer mapped and cleaned like a data set', async () => {
    mock.answer(found);
    const cpf = generateCpf();
    const source = make(
      {
        request: {
          method: 'POST',
          url: `${mock.url}/v1/{cpfFormatted}?name={attributes.name}`,
          headers: { Authorization: 'Bearer {secret.token}' },
          json: { document: '{cpf}', nested: [{ name: '{attributes.name}' }], fixed: 1 },
        },
      },
      { token: 'tok-1' },
    );
    const answer = await ask(source, person(cpf), { name: 'Ána "x" & y/../z\r\nX: 1' });
    assert.deepEqual(answer, {
      outcome: 'found',
      data: { name: 'ANA LIMA', birthDate: '01/02/1980' },
      basicData: { name: 'ANA LIMA', birthDate: '01/02/1980' },
    });
    const [request] = mock.received;
    assert.equal(request!.method, 'POST');
    const url = new URL(request!.url, mock.url);
    assert.equal(url.pathname, `/v1/${cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')}`);
    assert.equal(url.searchParams.get('name'), 'Ána "x" & y/../z\r\nX: 1');
    assert.equal(request!.headers.authorization, 'Bearer tok-1');
    assert.deepEqual(JSON.parse(request!.body), {
      document: cpf,
      nested: [{ name: 'Ána "x" & y/../z\r\nX: 1' }],
      fixed: 1,
    });
  });

  it('says nothing of those it does not know, and of those it cannot be asked about', async () => {
    mock.answer(json({}, 404));
    assert.equal((await ask(make())).outcome, 'absent');
    mock.answer(json({ other: 1 }));
    assert.equal((await ask(make())).outcome, 'absent');
    mock.answer(json('', 204));
    assert.equal((await ask(make())).outcome, 'absent');
    const before = mock.received.length;
    const needsName = make({ request: { url: `${mock.url}/{attributes.name}` } });
    assert.deepEqual(await ask(needsName), { outcome: 'absent', reason: 'attribute_missing' });
    const unknown: Subject = { kind: 'person', id: 'per_1', cpf: undefined, name: 'A', maskedCpf: '123456' };
    assert.equal((await ask(make(), unknown)).outcome, 'absent');
    assert.equal(mock.received.length, before);
  });

  it('an answer that comes late, breaks off, is no JSON or is too large is no answer', async () => {
    mock.answer(() => {});
    assert.equal(await reasonOf(make({ timeoutMs: 60 })), 'provider_timeout');
    mock.answer((response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"nome":');
      setTimeout(() => response.destroy(), 10);
    });
    assert.equal(await reasonOf(make()), 'provider_unreachable');
    for (const garbage of ['<html>', '', '\u0000', '{"nome":', 'null x']) {
      mock.answer(json(garbage));
      assert.equal(await reasonOf(make()), 'provider_answer_invalid', garbage);
    }
    mock.answer(json({ nome: 'x'.repeat(5_000) }));
    assert.equal(await reasonOf(make({ response: { maxBytes: 1_000 } })), 'provider_answer_too_large');
    mock.answer((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end('x');
    });
    assert.equal(await reasonOf(make()), 'provider_unreachable');
    mock.answer(json('[1]'));
    assert.equal(await reasonOf(make({ response: { mapping: '$' } })), 'provider_answer_invalid');
  });

  it('an answer about somebody else, or with values that are none, is never taken', async () => {
    mock.answer(json({ nome: 'ANA', cpf: generateCpf() }));
    assert.equal(await reasonOf(make()), 'provider_answer_of_another');
    for (const wrong of [
      { nome: '=1+1' },
      { nome: 'A', nascimento: '31/02/1980' },
      { nome: 'A', nascimento: '2090-01-01' },
      { nome: 'a\u0000b' },
    ]) {
      mock.answer(json(wrong));
      assert.equal(await reasonOf(make()), 'provider_answer_invalid', JSON.stringify(wrong));
    }
    const cpf = generateCpf();
    mock.answer(json({ nome: 'ANA', cpf: cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4') }));
    assert.equal((await ask(make(), person(cpf))).outcome, 'found');
  });

  it('failures that pass are tried again; others are not', async () => {
    mock.answer(json({}, 500), found);
    assert.equal((await ask(make())).outcome, 'found');
    assert.equal(mock.received.length, 2);
    mock.received.length = 0;
    mock.answer(json({}, 503));
    assert.equal(await reasonOf(make()), 'provider_failed');
    assert.equal(mock.received.length, 2);
    mock.received.length = 0;
    mock.answer(json({}, 401));
    assert.equal(await reasonOf(make()), 'provider_refused');
    assert.equal(mock.received.length, 1);
  });

  it('a provider that is busy says when to come back', async () => {
    mock.answer(json({}, 429, { 'retry-after': '17' }));
    const answer = await ask(make());
    assert.deepEqual(answer, { outcome: 'unavailable', reason: 'provider_busy', retryAfterSeconds: 17 });
    mock.answer(json({}, 429, { 'retry-after': '999999' }));
    const later = await ask(make());
    assert.ok(later.outcome === 'unavailable' && later.retryAfterSeconds === 3_600);
    assert.equal(mock.received.length, 2);
  });

  it('a redirect is not followed: the subject and the credentials stay with who was named', async () => {
    mock.answer((response) => {
      response.writeHead(302, { location: `${mock.url}/elsewhere` });
      response.end();
    });
    assert.equal(await reasonOf(make()), 'provider_refused');
    assert.equal(mock.received.length, 1);
  });

  it('after failures in a row it is left alone, then tried with one request, and the status tells', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const source = make({ retries: 0, circuit: { failures: 3, pauseMs: 60_000 } });
    mock.answer(json({}, 500));
    for (let i = 0; i < 3; i += 1) assert.equal(await reasonOf(source), 'provider_failed');
    assert.deepEqual(await ask(source), {
      outcome: 'unavailable',
      reason: 'source_paused',
      retryAfterSeconds: 60,
    });
    assert.equal(mock.received.length, 3);
    const [open] = await listProviderHealth(database.db);
    assert.deepEqual([open!.provider, open!.circuit], ['acme', 'open']);
    assert.ok(open!.lastFailureAt && open!.lastSuccessAt === undefined);
    mock.answer(found);
    t.mock.timers.tick(60_000);
    assert.equal((await ask(source)).outcome, 'found');
    const [closed] = await listProviderHealth(database.db);
    assert.equal(closed!.circuit, 'closed');
    assert.ok(closed!.lastSuccessAt);
    assert.equal(closed!.lastFailure, 'source_paused');
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
    nowMs += 61_000;
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
      return answer.restsOn?.map((day) => [day.source, isOld(day, new Date(nowMs))]);
    };
    assert.deepEqual(await state(), [['provider/acme', false]]);
    nowMs += 6 * days;
    assert.deepEqual(await state(), [['provider/acme', false]]);
    nowMs += 2 * days;
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
        // The test's own time limit ends a wait in vain.
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
      await purgeProviderAnswers({ db: database.db, clock: { now: () => new Date(nowMs) } }, providers);
      const { rows } = await database.execute('select provider from source_provider_answers order by 1');
      return rows.map(({ provider }) => provider);
    };
    nowMs += 59_000;
    assert.deepEqual(await purge(short, long, gone), ['gone', 'long', 'short']);
    nowMs += 2_000;
    assert.deepEqual(await purge(short, long, gone), ['gone', 'long']);
    assert.deepEqual(await purge(short, long), ['long']);
    assert.deepEqual(await purge(), []);
  });

  it('the same question at once is one request', async () => {
    mock.answer((response) => setTimeout(() => found(response), 30));
    const source = make();
    const subject = person();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(source, subject)));
    assert.equal(mock.received.length, 1);
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
  });

  it('so many at once, and no more', async () => {
    let running = 0;
    let most = 0;
    mock.answer((response) => {
      running += 1;
      most = Math.max(most, running);
      setTimeout(() => {
        running -= 1;
        found(response);
      }, 15);
    });
    const source = make({ maxConcurrent: 2, timeoutMs: 5_000 });
    await Promise.all(Array.from({ length: 9 }, () => ask(source)));
    assert.equal(most, 2);
  });

  it('a mapping that does not end, or nests without end, is stopped', async () => {
    mock.answer(found);
    for (const mapping of [
      '($f := function($n) { $f($n + 1) }; $f(0))',
      '($f := function($n) { 1 + $f($n + 1) }; { "name": $f(0) })',
      '{ "name": $sum([1..10000000]) }',
      '$eval("1")',
    ]) {
      const source = make({ response: { mapping, mappingTimeoutMs: 100 } });
      assert.equal(await reasonOf(source), 'provider_answer_invalid', mapping);
    }
  });

  it('a regular expression of a mapping that does not end is ended, and holds nobody up', async (t) => {
    mock.answer(json({ nome: `${'a'.repeat(40)}b` }));
    const endless = make({
      response: { mapping: '{ "name": nome[$match(/^(a+)+$/)] }', mappingTimeoutMs: 50 },
    });
    let turns = 0;
    const watch = setInterval(() => {
      turns += 1;
    }, 1);
    t.after(() => clearInterval(watch));
    assert.equal(await reasonOf(endless), 'provider_mapping_endless');
    assert.ok(turns > 5, `${turns} turns of the event loop`);
    mock.answer(json({ nome: 'Ana Lima' }));
    assert.equal((await ask(make())).outcome, 'found');
  });

  it('a mapping nests as deep as its description says', async () => {
    mock.answer(found);
    const mapping = '($f := function($n) { $n = 0 ? 0 : 1 + $f($n - 1) }; { "name": $string($f(20)) })';
    const deep = await ask(make({ response: { mapping, mappingDepth: 400, mappingTimeoutMs: 5_000 } }));
    assert.ok(deep.outcome === 'found', JSON.stringify(deep));
    const flat = make({ response: { mapping, mappingDepth: 10, mappingTimeoutMs: 5_000 } });
    assert.equal(await reasonOf(flat), 'provider_answer_invalid');
  });

  it('addresses, other sources and companies are described the same way', async () => {
    mock.answer(json({ enderecos: [{ rua: 'RUA A', uf: 'SP' }] }));
    const addresses = make({
      source: 'pfAddresses',
      response: { mapping: 'enderecos.{ "street": rua, "state": uf }' },
    });
    const list = await ask(addresses);
    assert.deepEqual(list.outcome === 'found' && list.data, {
      addresses: [{ street: 'RUA A', state: 'SP' }],
    });
    mock.answer(json({ score: 7 }));
    const score = await ask(make({ source: 'pfCreditScore', response: { mapping: '{ "score": score }' } }));
    assert.deepEqual(score, { outcome: 'found', data: { score: 7 } });
    const cnpj = generateCnpj();
    const company = make({
      source: 'pjRating',
      request: { url: `${mock.url}/{cnpj}/{cnpjFormatted}` },
      response: { mapping: '{ "score": score }' },
    });
    assert.equal(company.subject, 'company');
    await ask(company, { kind: 'company', id: 'com_1', cnpj });
    assert.equal(mock.received.at(-1)!.url.split('/')[1], cnpj);
  });

  it('a private address, plain http or another port needs to be allowed', async () => {
    const strict = createOutboundClient({ allow: [] });
    try {
      const before = mock.received.length;
      assert.equal(await reasonOf(make({}, {}, strict)), 'provider_unreachable');
      for (const url of [
        'https://127.0.0.1/{cpf}',
        'https://localhost/{cpf}',
        'https://169.254.169.254/{cpf}',
      ]) {
        assert.equal(await reasonOf(make({ request: { url } }, {}, strict)), 'provider_unreachable');
      }
      assert.equal(mock.received.length, before);
    } finally {
      strict.close();
    }
  });

  it('what is told of a failure holds nothing of the subject or the credentials', async () => {
    mock.answer(json({}, 500));
    const cpf = generateCpf();
    const request = { headers: { 'x-key': '{secret.token}' } };
    const answer = await ask(make({ request }, { token: 'tok-secret' }), person(cpf));
    assert.deepEqual(problems, [{ provider: 'acme', reason: 'provider_failed' }]);
    assert.ok(!JSON.stringify([answer, problems]).match(new RegExp(`${cpf}|tok-secret`)));
  });

  it('is asked so often in a minute, by all descriptions of its host together; that is no fault of it', async () => {
    mock.answer(found);
    limiter = createRateLimiter({});
    const limited = { requestsPerMinute: 12, timeoutMs: 2_000, circuit: { failures: 1 } };
    const [one, two] = [make(limited), make({ ...limited, name: 'acme-two' })];
    assert.equal((await ask(one)).outcome, 'found');
    assert.equal((await ask(two)).outcome, 'found');
    for (const source of [one, two, one]) {
      const answer = await ask(source);
      assert.ok(answer.outcome === 'unavailable');
      assert.equal(answer.reason, 'provider_rate_limited', 'the circuit stays closed');
      assert.ok(answer.retryAfterSeconds! > 0 && answer.retryAfterSeconds! <= 10);
    }
    assert.equal(mock.received.length, 2);
    const unlimited = make({ timeoutMs: 1_000 });
    assert.equal((await ask(unlimited)).outcome, 'found');

    // A turn that comes within the time limit is waited for.
    let left = 1;
    limiter = {
      count: async ([bucket]) => {
        left -= 1;
        return [{ ...bucket!, remaining: 0, resetMs: 5, isExceeded: left >= 0 }];
      },
    };
    assert.equal((await ask(make({ requestsPerMinute: 1, timeoutMs: 30_000 }))).outcome, 'found');
    limiter = createRateLimiter({});
  });
});
