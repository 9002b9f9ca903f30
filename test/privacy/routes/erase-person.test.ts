import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { Client } from 'pg';
import { generateCpf } from '../../../src/platform/documents/index.ts';
import { describeDatabases } from '../../support/database.ts';
import { cutFacePhotos, type FacePhotos } from '../../support/face-photos.ts';
import { assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { putFace, toDataAddress } from '../../support/service-photos.ts';

const personName = 'Zuleide Quaresma Xavantina';

describeDatabases('DELETE /v1/people/{personId}', (kind) => {
  const service = shareService(kind);
  let photos: FacePhotos;
  let customer: string;
  let mobile: string;
  let clientId: string;

  before(async () => {
    photos = await cutFacePhotos();
    const client = await service().createClient('customer');
    clientId = client.clientId;
    customer = await service().fetchToken(client);
    mobile = await service().token('mobile');
  });

  const url = (path: string) => `${service().url}${path}`;
  const erase = (id: string, token = customer) => send(url(`/v1/people/${id}`), { method: 'DELETE', token });
  const authenticate = (cpf: string) =>
    send(url('/faces/authenticate'), {
      method: 'POST',
      token: mobile,
      json: { peopleId: cpf, imageUrl: toDataAddress(photos.sameWoman[1]) },
    });

  async function prepare() {
    const cpf = generateCpf();
    assert.equal((await putFace(service(), cpf, photos.sameWoman[0])).status, 201);
    const attempt = await authenticate(cpf);
    assert.equal(attempt.status, 200);
    const capture = await send(url(`/faces/captures`), {
      method: 'POST',
      token: await service().token('mobile', { peopleId: cpf }),
      headers: { 'content-type': 'image/jpeg' },
      body: photos.sameWoman[1],
    });
    assert.equal(capture.status, 201, JSON.stringify(capture.body));
    const execution = await send(url('/v1/executions'), {
      method: 'POST',
      token: customer,
      headers: { prefer: 'wait=10' },
      json: { templateId: 'tpl_default_person', cpf, attributes: { name: personName } },
    });
    assert.ok([200, 201, 202].includes(execution.status), JSON.stringify(execution.body));
    const { body } = await send(url(`/v1/people/${cpf}/face`), { token: customer });
    return {
      cpf,
      personId: body.items[0].personId as string,
      attemptId: attempt.headers.get('x-attempt-id')!,
      executionId: execution.body.id ?? execution.body.executionId,
      registeredImageUrl: body.items[0].imageUrl as string,
    };
  }

  it('takes the person out of every answer, and gives a receipt that can be verified', async () => {
    const { cpf, personId, attemptId, executionId, registeredImageUrl } = await prepare();
    const answer = await erase(cpf);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.body.personId, personId);
    const { erased } = answer.body;
    assert.deepEqual(
      [erased.referencePhotos, erased.attempts, erased.captures, erased.photos, erased.executions],
      [1, 1, 1, 3, 1],
    );
    const keys = createLocalJWKSet((await send(url('/.well-known/jwks.json'))).body);
    const { payload } = await jwtVerify(answer.body.receipt, keys, {
      typ: 'confere-erasure-receipt+jwt',
      audience: clientId,
      issuer: service().url,
    });
    assert.equal(payload.sub, personId);
    assert.equal(payload.jti, answer.body.receiptId);
    assert.deepEqual(payload.erased, erased);
    assert.ok(!JSON.stringify(payload).includes(cpf));

    assertError(await erase(cpf), 404, 'profile_not_found');
    assertError(await erase(personId), 404, 'profile_not_found');
    for (const id of [cpf, personId]) {
      assertError(await send(url(`/v1/people/${id}`), { token: customer }), 404, 'profile_not_found');
    }
    assertError(await authenticate(cpf), 404, 'face_not_registered');
    assertError(await send(url(`/v1/people/${cpf}/face`), { token: customer }), 404, 'face_not_registered');
    assert.equal((await send(registeredImageUrl)).status, 404);
    assert.equal((await send(url(`/v1/executions/${executionId}`), { token: customer })).status, 404);

    const attempt = await send(url(`/faces/authenticate/${attemptId}`), { token: mobile });
    assert.equal(attempt.status, 200);
    const { data } = attempt.body;
    assert.equal(data.isMatch, true);
    assert.equal(typeof data.faceMatch.similarity, 'number');
    for (const gone of ['peopleId', 'sourceIp', 'registeredImageUrl', 'receivedImageUrl']) {
      assert.ok(!(gone in data), gone);
    }
    assert.ok(!('quality' in data.decision));
  });

  it('leaves nothing of the CPF, the name or the photo in the database, the images or the log', async () => {
    const { cpf, personId } = await prepare();
    const answer = await erase(personId);
    assert.equal(answer.status, 200);
    const traces: [string, Buffer][] = [
      ['the CPF', Buffer.from(cpf)],
      ['the CPF with its mask', Buffer.from(cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4'))],
      ['the name', Buffer.from(personName)],
      ['the photo', Buffer.from(photos.sameWoman[0]).subarray(1_000, 1_064)],
      [
        'the photo in base64',
        Buffer.from(Buffer.from(photos.sameWoman[0]).toString('base64').slice(2_000, 2_064)),
      ],
    ];
    const places: [string, Buffer][] = [['the log', Buffer.from(service().logged())]];
    for (const entry of await readdir(service().dataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      places.push([path, await readFile(path)]);
    }
    if (service().databaseUrl !== undefined)
      places.push(['the database', await dump(service().databaseUrl!)]);
    assert.ok(places.length >= 2);
    for (const [place, bytes] of places) {
      for (const [trace, needle] of traces) assert.ok(!bytes.includes(needle), `${trace} is in ${place}`);
    }
  });

  it('a person registered anew is somebody else', async () => {
    const { cpf, personId } = await prepare();
    assert.equal((await erase(cpf)).status, 200);
    assert.equal((await putFace(service(), cpf, photos.sameWoman[0])).status, 201);
    const { body } = await send(url(`/v1/people/${cpf}`), { token: customer });
    assert.notEqual(body.id, personId);
    assert.deepEqual(body.executions, []);
  });

  it('is recorded in the audit log together with the erasure', async () => {
    const { cpf, personId } = await prepare();
    const { body } = await erase(cpf);
    const events = (await send(url(`/v1/audit?action=person.erase&target=${personId}`), { token: customer }))
      .body;
    assert.equal(events.items.length, 1);
    assert.equal(events.items[0].detail.receipt, body.receiptId);
    assert.equal(events.items[0].actor.id, clientId);
  });

  it('erases once when asked for by several at a time', async () => {
    const { cpf } = await prepare();
    const answers = await Promise.all(Array.from({ length: 5 }, () => erase(cpf)));
    assert.deepEqual(answers.map((it) => it.status).sort(), [200, 404, 404, 404, 404]);
  });

  it('needs its scope, a customer token and a person', async () => {
    const cpf = generateCpf();
    const reader = await service().createClient('customer', ['people:read', 'faces:write', 'admin']);
    assertError(await erase(cpf, await service().fetchToken(reader)), 403, 'scope_forbidden');
    assertError(await erase(cpf, mobile), 401, 'token_wrong_product');
    assertError(await erase(cpf), 404, 'profile_not_found');
    assertError(await erase('123'), 400, 'request_invalid');
  });
});

/** Every row of every table as text. */
async function dump(databaseUrl: string): Promise<Buffer> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'",
    );
    let text = '';
    for (const { name } of tables) {
      const { rows } = await client.query(`select row_to_json(t)::text as text from ${name} t`);
      text += rows.map((row) => row.text).join('\n');
    }
    return Buffer.from(text);
  } finally {
    await client.end();
  }
}
