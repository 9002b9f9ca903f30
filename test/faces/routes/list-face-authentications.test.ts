import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Cpf, generateCpf } from '../../../src/platform/documents.ts';
import { createPhoto } from '../../images/photos.ts';
import { describeDatabases } from '../../support/database.ts';
import { type Answer, assertError, assertRequestId, bodyOf, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { putFace, toDataAddress } from '../../support/service-photos.ts';

describeDatabases('GET /v1/face-authentications', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });
  const [first, second]: [Cpf, Cpf] = [generateCpf(), generateCpf()];
  let customer: string;
  let other: string;
  let otherId: string;
  let personId: string;
  /** Oldest first: of the first person match, no match, match by another client; of the second one match. */
  const attempts: { readonly id: string; readonly createdAt: string }[] = [];

  before(async () => {
    const [photo, stranger] = [
      await createPhoto({ format: 'jpeg' }),
      await createPhoto({ format: 'jpeg', width: 33 }),
    ];
    customer = await service().token('customer');
    const client = await service().createClient('customer');
    otherId = client.clientId;
    other = await service().fetchToken(client);
    for (const cpf of [first, second]) {
      const { body } = await putFace(service(), cpf, photo);
      assert.ok(body.id);
    }
    const registered = await send(`${service().url}/v1/people/${first}/face`, { token: customer });
    personId = registered.body.items[0].personId;
    for (const [cpf, sent, token] of [
      [first, photo, customer],
      [first, stranger, customer],
      [first, photo, other],
      [second, photo, customer],
    ] as const) {
      const made = await send(`${service().url}/v1/face-authentications`, {
        method: 'POST',
        token,
        json: { peopleId: cpf, imageUrl: toDataAddress(sent) },
      });
      assert.equal(made.status, 201);
      attempts.push(made.body);
      // Identifiers of one millisecond are in no order.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });

  const list = (query: string, headers: Record<string, string> = {}, token = customer): Promise<Answer> =>
    send(`${service().url}/v1/face-authentications${query}`, { token, headers });
  const idsOf = (answer: Answer) => {
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.items.map(({ id }: { id: string }) => id);
  };
  const ids = (...indices: number[]) => indices.map((index) => attempts[index]!.id);

  it('everybody’s attempts come newest first, each as a back end reads it', async () => {
    const answer = await list('');
    assertRequestId(answer);
    assert.deepEqual(idsOf(answer), ids(3, 2, 1, 0));
    const single = await send(`${service().url}/v1/face-authentications/${attempts[0]!.id}`, {
      token: customer,
    });
    assert.deepEqual(Object.keys(answer.body.items[3]), Object.keys(bodyOf(single)));
    assert.equal((await fetch(answer.body.items[3].registeredImageUrl)).status, 200);
  });

  it('a person’s are found by the profile and by the CPF in a header', async () => {
    assert.deepEqual(idsOf(await list(`?personId=${personId}`)), ids(2, 1, 0));
    assert.deepEqual(idsOf(await list('', { 'x-people-id': first })), ids(2, 1, 0));
    assert.deepEqual(idsOf(await list('', { 'x-people-id': second })), ids(3));
    assert.deepEqual(idsOf(await list('', { 'x-people-id': generateCpf() })), []);
    assert.deepEqual(idsOf(await list(`?personId=per_${'0'.repeat(32)}`)), []);
  });

  it('client, verdict and time narrow the list down', async () => {
    assert.deepEqual(idsOf(await list(`?clientId=${otherId}`)), ids(2));
    assert.deepEqual(idsOf(await list('?isMatch=false')), ids(1));
    assert.deepEqual(idsOf(await list(`?isMatch=true&personId=${personId}`)), ids(2, 0));
    const [from, to] = [attempts[1]!.createdAt, attempts[3]!.createdAt];
    assert.deepEqual(idsOf(await list(`?from=${from}`)), ids(3, 2, 1));
    assert.deepEqual(idsOf(await list(`?from=${from}&to=${to}`)), ids(2, 1));
    assert.deepEqual(idsOf(await list(`?to=${from}`)), ids(0));
  });

  it('pages follow each other without a gap', async () => {
    const found: string[] = [];
    let cursor = '';
    for (let page = 0; page < 5; page++) {
      const answer = await list(`?limit=1&personId=${personId}${cursor}`);
      found.push(...idsOf(answer));
      if (answer.body.nextCursor === undefined) break;
      cursor = `&cursor=${answer.body.nextCursor}`;
    }
    assert.deepEqual(found, ids(2, 1, 0));
  });

  it('malformed parameters are refused by name', async () => {
    for (const [query, path] of [
      [`?personId=${first}`, 'querystring/personId'],
      ['?personId=', 'querystring/personId'],
      ['?clientId=x', 'querystring/clientId'],
      ['?isMatch=yes', 'querystring/isMatch'],
      ['?from=yesterday', 'querystring/from'],
      ['?to=0000-01-01T00:00:00Z', 'querystring/to'],
      ['?limit=0', 'querystring/limit'],
      ['?limit=201', 'querystring/limit'],
      ['?cursor=abc', 'querystring/cursor'],
      [`?cursor=${Buffer.from("att_' or 1=1").toString('base64url')}`, 'querystring/cursor'],
    ]) {
      const answer = await list(query!);
      assertError(answer, 400, path === 'querystring/cursor' ? 'cursor_invalid' : 'request_invalid');
      assert.ok(
        JSON.stringify(answer.body.errors).includes(path!),
        `${query} ${JSON.stringify(answer.body)}`,
      );
    }
    assertError(await list('', { 'x-people-id': '123' }), 400, 'request_invalid');
    assertError(await list(`?personId=${personId}`, { 'x-people-id': first }), 400, 'request_invalid');
  });

  describe('auth', () => {
    it('a token must have attempts:read, be bound to nobody, and be there', async () => {
      assertError(await send(`${service().url}/v1/face-authentications`), 401, 'authorization_missing');
      const without = await service().token('customer', { scope: 'people:read' });
      assertError(await list('', {}, without), 403, 'scope_forbidden');
      const bound = await service().token('mobile', { peopleId: first });
      assertError(await list('', {}, bound), 403, 'scope_forbidden');
      assertError(await list('', { 'x-people-id': first }, bound), 403, 'scope_forbidden');
    });
  });

  it('that a person’s attempts were listed is in the audit log, without the CPF', async () => {
    await list('', { 'x-people-id': first });
    const { body } = await send(`${service().url}/v1/audit?action=attempt.list&target=${personId}`, {
      token: customer,
    });
    assert.ok(body.items.length > 0);
    assert.ok(!JSON.stringify(body).includes(first));
  });
});
