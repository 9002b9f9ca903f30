import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { generateCpf } from '../../../src/platform/documents.ts';
import { createPhoto } from '../../images/photos.ts';
import { createScriptedSource, found } from '../../profiles/scripted-sources.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../../support/console.ts';
import { describeDatabases, testDatabaseKinds } from '../../support/database.ts';
import { assertError, assertRequestId, send, sendRaw } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

for (const kind of testDatabaseKinds()) {
  describe(`GET /v1/people/{personId} (${kind})`, () => {
    const service = shareService(kind, { engine: createStandInEngine() });
    let token: string;
    before(async () => {
      token = await service().token('customer');
    });
    const url = (personId: string) => `${service().url}/v1/people/${personId}`;
    const get = (personId: string) => send(url(personId), { token });
    const registerFace = async (cpf: string): Promise<string> => {
      const body = (await createPhoto({ format: 'jpeg' })) as RequestInit['body'];
      const headers = { 'content-type': 'image/jpeg' };
      const put = await send(`${url(cpf)}/face`, { method: 'PUT', token, headers, body });
      assert.equal(put.status, 201);
      return (await send(`${url(cpf)}/face`, { token })).body.items[0].personId as string;
    };

    it('a person with a face and no execution is PENDING, with CPF and nothing unknown', async () => {
      const cpf = generateCpf();
      const personId = await registerFace(cpf);
      for (const name of [cpf, personId]) {
        const answer = await get(name);
        assert.equal(answer.status, 200);
        assertRequestId(answer);
        const { requestId: _, ...profile } = answer.body;
        assert.deepEqual(profile, { id: personId, status: 'PENDING', cpf, executions: [] });
        assert.match(answer.headers.get('content-type')!, /^application\/json/);
      }
    });

    it('a body on the request changes nothing', async () => {
      const cpf = generateCpf();
      await registerFace(cpf);
      const head = `GET /v1/people/${cpf} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}`;
      const body = '\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n{"x';
      assert.equal((await sendRaw(service().url, `${head}${body}`)).status, 200);
    });

    it('a person nobody knows is not found', async () => {
      for (const name of [generateCpf(), `per_${'0'.repeat(32)}`]) {
        assertError(await get(name), 404, 'profile_not_found');
      }
    });

    it('what is neither a CPF nor an id is refused', async () => {
      const cpf = generateCpf();
      const last = (Number(cpf[10]) + 1) % 10;
      for (const name of [
        '1',
        `${cpf.slice(0, 10)}${last}`,
        '00000000000',
        `${cpf}0`,
        `com_${'0'.repeat(32)}`,
        `per_${'0'.repeat(31)}`,
        `per_${'G'.repeat(32)}`,
        '%zz',
        'é',
        'x'.repeat(2000),
      ]) {
        const answer = await get(name);
        assertError(answer, 400, 'request_invalid');
        assert.ok(!answer.text.includes(cpf.slice(0, 10)), 'the value is not repeated');
      }
    });

    it('only a customer token with people:read is let through', async () => {
      const name = generateCpf();
      assertError(await send(url(name)), 401, 'authorization_missing');
      assert.equal((await send(url(name), { authorization: token })).status, 401);
      assert.equal((await send(url(name), { token: `${token}x` })).status, 401);
      assert.equal((await send(url(name), { token: await service().token('mobile') })).status, 401);
      const other = await service().createClient('customer', ['companies:read']);
      assertError(
        await send(url(name), { token: await service().fetchToken(other) }),
        403,
        'scope_forbidden',
      );
    });

    it('the CPF stands in no log line', async () => {
      const cpf = generateCpf();
      await registerFace(cpf);
      await get(cpf);
      await get(`${cpf}9`);
      assert.ok(!service().logged().includes(cpf));
    });
  });
}

describeDatabases('GET /v1/people', (kind) => {
  const civil = createScriptedSource('civil', 'person');
  const service = shareService(kind, { engine: createStandInEngine(), sources: [civil] });
  let token: string;
  let admin: Person;
  let templateId: string;

  before(async () => {
    token = await service().fetchToken(service().admin);
    admin = await acceptFirstAdministrator(service());
    const made = await admin.request('POST', '/v1/query-templates', {
      name: 'Civil',
      subject: 'person',
      sources: [{ name: 'civil' }],
      rules: [],
    });
    templateId = made.body.id;
  });

  async function execute(cpf: string, name: string): Promise<string> {
    civil.answer(cpf, found({ name, birthDate: '01/02/1990' }));
    const answer = await send(`${service().url}/v1/executions`, {
      method: 'POST',
      token,
      json: { templateId, cpf },
      headers: { prefer: 'wait=20' },
    });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.profileId;
  }

  const search = (name: string, { query = '', as = token } = {}) =>
    send(`${service().url}/v1/people${query}`, {
      token: as,
      headers: { 'x-criteria': new URLSearchParams({ name }).toString() },
    });
  const idsOf = async (name: string) =>
    ((await search(name)).body.items as { id: string }[]).map(({ id }) => id);

  it('finds people by all words of a name, whatever accents, case, order and particles', async () => {
    const cpf = generateCpf();
    const ana = await execute(cpf, 'Ana Lúcia de Araújo Quintão');
    const other = await execute(generateCpf(), 'Bruno Quintão');
    for (const name of ['quintao ANA', 'Araujo', 'da lucia, quintão', 'Ana Lúcia de Araújo Quintão']) {
      assert.deepEqual(await idsOf(name), [ana], name);
    }
    assert.deepEqual(await idsOf('Quintao'), [ana, other]);
    for (const name of ['Quint', 'Ana Bruno', 'Quintao Pereira'])
      assert.deepEqual(await idsOf(name), [], name);
    const [item] = (await search('ana quintao')).body.items;
    assert.deepEqual(item, { id: ana, name: 'Ana Lúcia de Araújo Quintão', cpf, birthDate: '01/02/1990' });
    const { items } = (
      await admin.request('GET', '/v1/people', undefined, { headers: { 'x-criteria': 'name=Araujo' } })
    ).body;
    assert.equal(items[0].cpf, `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`);
  });

  it('follows a name that changes, and forgets it with the person', async () => {
    const cpf = generateCpf();
    const id = await execute(cpf, 'Carla Zamboni');
    assert.equal(await execute(cpf, 'Carla Ximenes'), id);
    assert.deepEqual([await idsOf('zamboni'), await idsOf('ximenes')], [[], [id]]);
    const erased = await send(`${service().url}/v1/people/${id}`, { method: 'DELETE', token });
    assert.equal(erased.status, 200, erased.text);
    assert.deepEqual(await idsOf('ximenes'), []);
  });

  it('pages through namesakes without showing anybody twice', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1)
      ids.push(await execute(generateCpf(), `Davi Yokoyama ${count}`));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = `?limit=2${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      const { body } = await search('yokoyama', { query });
      assert.ok(body.items.length <= 2);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
    } while (cursor !== undefined);
    assert.deepEqual(seen, ids.toSorted());
  });

  it('records the search with everybody shown, and no name', async () => {
    const id = await execute(generateCpf(), 'Elisa Wanderley');
    await search('wanderley');
    const { items } = (await admin.request('GET', '/v1/audit?action=person.search&limit=1')).body;
    assert.deepEqual(items[0].subjects, [id]);
    assert.ok(!JSON.stringify(items).toLowerCase().includes('wanderley'));
    const about = (await admin.request('GET', `/v1/audit?personId=${id}`)).body.items;
    assert.ok(about.some(({ action }: { action: string }) => action === 'person.search'));
  });

  it('refuses a search without a word, or by anything else than a name', async () => {
    for (const criteria of [
      '',
      'name=',
      'name=--',
      'partner=ana',
      'name=ana&nome=x',
      `name=${'a'.repeat(121)}`,
    ]) {
      const answer = await send(`${service().url}/v1/people`, {
        token,
        headers: { 'x-criteria': criteria },
      });
      assert.equal(answer.status, 400, criteria);
      assert.equal(answer.body.errors[0].path, 'headers/x-criteria', criteria);
    }
    const bare = await send(`${service().url}/v1/people`, { token });
    assert.deepEqual([bare.status, bare.body.errors[0].path], [400, 'headers']);
    assert.match(bare.body.errors[0].message, /x-criteria/);
    const unscoped = await service().fetchToken(await service().createClient('customer', ['companies:read']));
    assert.equal((await search('ana', { as: unscoped })).status, 403);
    const developer = await invitePerson(service(), admin, 'developer');
    const asked = { headers: { 'x-criteria': 'name=ana' } };
    assert.equal((await developer.request('GET', '/v1/people', undefined, asked)).status, 403);
  });
});
