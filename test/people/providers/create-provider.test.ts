import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { listProviderHealth } from '../../../src/people/providers/provider-health-store.ts';
import type { OpenDatabase } from '../../../src/platform/db/index.ts';
import { generateCnpj, generateCpf } from '../../../src/platform/documents.ts';
import { createOutboundClient } from '../../../src/platform/outbound/index.ts';
import type { Subject } from '../../../src/profiles/index.ts';
import { describeDatabases } from '../../support/database.ts';
import { json, type MockProvider } from './mock-provider.ts';
import { shareProviders } from './share-providers.ts';

describeDatabases('an HTTP provider', (kind) => {
  const providers = shareProviders(kind);
  const { problems, limitBy, person, make, ask, reasonOf, found } = providers;
  let database: OpenDatabase;
  let mock: MockProvider;

  before(() => {
    database = providers.database();
    mock = providers.mock();
  });

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
    assert.deepEqual(source.asksBy, ['name']);
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

  it('an answer is read in its own character set, and one that is not of it is no answer', async () => {
    const send = (bytes: Buffer, type: string) =>
      mock.answer((response) => {
        response.writeHead(200, { 'content-type': type });
        response.end(bytes);
      });
    const text = JSON.stringify({ nome: 'JOSÉ CONCEIÇÃO' });
    const nameOf = async () => {
      const answer = await ask(make());
      return answer.outcome === 'found' ? answer.basicData?.name : answer;
    };
    for (const type of ['application/json; charset=ISO-8859-1', 'application/json;charset="windows-1252"']) {
      send(Buffer.from(text, 'latin1'), type);
      assert.equal(await nameOf(), 'JOSÉ CONCEIÇÃO', type);
    }
    send(Buffer.from(`\ufeff${text}`), 'application/json');
    assert.equal(await nameOf(), 'JOSÉ CONCEIÇÃO', 'with a byte order mark');
    for (const [bytes, type] of [
      [Buffer.from(text, 'latin1'), 'application/json'],
      [Buffer.from(text, 'latin1'), 'application/json; charset=utf-8'],
      [Buffer.from(text), 'application/json; charset=klingon'],
      [Buffer.from('{"nome":"JOS\ufffd"}'), 'application/json'],
      [Buffer.from('{"nome":"JOS\\uFFFD"}'), 'application/json'],
    ] as const) {
      send(bytes, type);
      assert.equal(await reasonOf(make()), 'provider_answer_encoding', type);
    }
    mock.answer((response) => {
      response.writeHead(500, { 'content-type': 'text/html' });
      response.end(Buffer.from('inválido', 'latin1'));
    });
    assert.equal(await reasonOf(make()), 'provider_failed');
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
    const source = make({ maxConcurrent: 2 });
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
    const unlimited = make();
    assert.equal((await ask(unlimited)).outcome, 'found');

    // A turn that comes within the time limit is waited for.
    let left = 1;
    limitBy({
      count: async ([bucket]) => {
        left -= 1;
        return [{ ...bucket!, remaining: 0, resetMs: 5, isExceeded: left >= 0 }];
      },
    });
    assert.equal((await ask(make({ requestsPerMinute: 1, timeoutMs: 30_000 }))).outcome, 'found');
  });
});
