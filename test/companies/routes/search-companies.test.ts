import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, it } from 'node:test';
import { describeDatabases } from '../../support/database.ts';
import { assertError, assertRequestId, send } from '../../support/http.ts';
import { cnpjOf, writeRegistry } from '../../support/registry-files.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { runRegistryTask } from '../../support/service-registry.ts';

describeDatabases('GET /v1/companies', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });
  let directory: string;
  let token: string;

  const search = (query: string, given: string | undefined = token) =>
    send(`${service().url}/v1/companies${query}`, { token: given });
  const numbersOf = (answer: Awaited<ReturnType<typeof search>>): string[] =>
    answer.body.items.map(({ cnpj }: { cnpj: string }) => cnpj);

  before(async () => {
    token = await service().token('customer', { scope: 'companies:read' });
    assertError(await search('?name=silva'), 503, 'registry_not_imported');
    directory = await writeRegistry({
      companies: [
        {
          root: '11222333',
          name: 'MARIA DA SILVA 52998224725',
          nature: '2135',
          city: '6001',
          establishment: { email: 'maria@example.com', phone_1_area: '21', phone_1: '999998888' },
        },
        { root: '22333444', name: 'SILVA AÇÚCAR LTDA', partners: ['JOANA SOUZA'], branches: 4 },
      ],
    });
    await runRegistryTask(service(), 'registry/import', { directory });
  });
  after(() => rm(directory, { recursive: true }));

  it('lists what fits, page by page', async () => {
    const first = await search('?name=acucar&limit=2');
    assert.equal(first.status, 200, first.text);
    assertRequestId(first);
    assert.deepEqual(numbersOf(first), [cnpjOf('22333444', 1), cnpjOf('22333444', 2)]);
    assert.deepEqual(first.body.items[0], {
      cnpj: cnpjOf('22333444'),
      dataMonth: '2026-04',
      officialName: 'SILVA AÇÚCAR LTDA',
      isHeadOffice: true,
      status: 'ATIVA',
      openingDate: '15/01/2020',
      mainActivity: '6204-0/00 - Consultoria em tecnologia da informação',
      city: { name: 'SAO PAULO', siafiCode: '7107', ibgeCode: '3550308' },
      state: 'SP',
    });
    const { nextCursor } = first.body;
    const second = await search(`?name=acucar&limit=3&cursor=${nextCursor}`);
    assert.deepEqual(
      numbersOf(second),
      [3, 4, 5].map((order) => cnpjOf('22333444', order)),
    );
    assert.ok(!('nextCursor' in second.body));
    assertError(await search(`?name=silva&cursor=${nextCursor}`), 400, 'cursor_invalid');
  });

  it('takes every criterion, encoded as addresses are', async () => {
    assert.deepEqual(numbersOf(await search('?city=Rio%20de%20Janeiro')), [cnpjOf('11222333')]);
    assert.equal(
      numbersOf(await search('?partner=joana+souza&uf=SP&cnae=6204-0%2F00&city=3550308')).length,
      5,
    );
    assert.equal(numbersOf(await search('?cnae=62&withSecondaryCnae=true')).length, 6);
    assert.deepEqual(numbersOf(await search('?name=nobody')), []);
  });

  it('shows no CPF and no contacts, and finds nobody by a CPF', async () => {
    const { body, text } = await search('?name=maria');
    assert.equal(body.items[0].officialName, 'MARIA DA SILVA ***982247**');
    assert.ok(!/52998224725|example\.com|99999/.test(text));
    for (const digits of ['52998224725', '982247']) {
      assert.deepEqual(numbersOf(await search(`?name=${digits}`)), []);
    }
  });

  it('refuses what says nothing, goes beyond the limits, or is sent twice', async () => {
    for (const query of [
      '',
      '?name=',
      '?name=a',
      '?withSecondaryCnae=true',
      '?uf=XYZ',
      '?cnae=a',
      '?limit=2',
    ]) {
      const answer = await search(query);
      assert.equal(answer.status, 400, query);
      assert.ok(answer.body.errors.length > 0, query);
    }
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'name=b&name=c', `city=${'x'.repeat(121)}`]) {
      assertError(await search(`?name=silva&${query}`), 400, 'request_invalid');
    }
    const noState = await search('?uf=XX');
    assertError(noState, 400, 'request_invalid');
    assert.match(noState.body.errors[0].message, /^must be one of AC, AL, .*, EX, .*, TO$/);
    assertError(await search('?name=silva&cursor=x'), 400, 'cursor_invalid');
  });

  it('takes names in a header as in the address, and nothing else there', async () => {
    const ask = (criteria: string, query = '') =>
      send(`${service().url}/v1/companies${query}`, { token, headers: { 'x-criteria': criteria } });
    const wanted = numbersOf(await search('?partner=joana+souza&uf=SP'));
    assert.ok(wanted.length > 0);
    assert.deepEqual(numbersOf(await ask('partner=joana%20souza', '?uf=SP')), wanted);
    assert.deepEqual(numbersOf(await ask('partner=joana%00souza', '?uf=SP')), wanted);
    for (const criteria of ['nome=silva', 'uf=SP', 'name=b&name=c', `name=${'x'.repeat(121)}`, '%E0%A4=a']) {
      const answer = await ask(criteria, '?uf=SP');
      assertError(answer, 400, 'request_invalid');
      assert.equal(answer.body.errors[0].path, 'headers/x-criteria');
    }
    const twice = await ask('partner=joana%20souza', '?uf=SP&partner=maria');
    assertError(twice, 400, 'request_invalid');
    assert.equal(twice.body.errors[0].message, 'gives partner, as the query does');
  });

  it('needs a customer token with the scope', async () => {
    assertError(await send(`${service().url}/v1/companies?name=silva`), 401, 'authorization_missing');
    assertError(await search('?name=silva', await service().token('mobile')), 401, 'token_wrong_product');
    const other = await service().token('customer', { scope: 'people:read' });
    assertError(await search('?name=silva', other), 403, 'scope_forbidden');
  });
});
