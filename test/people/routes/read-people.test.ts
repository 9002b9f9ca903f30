import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { generateCpf } from '../../../src/platform/documents.ts';
import { createPhoto } from '../../images/photos.ts';
import { testDatabaseKinds } from '../../support/database.ts';
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
