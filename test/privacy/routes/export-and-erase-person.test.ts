import assert from 'node:assert/strict';
import { readdir, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { Client } from 'pg';
import { generateCpf } from '../../../src/platform/documents.ts';
import { beginLiveness, createLivenessSession, sendFrame } from '../../support/capture-page.ts';
import { describeDatabases } from '../../support/database.ts';
import { cutFacePhotos, type FacePhotos } from '../../support/face-photos.ts';
import { assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { putFace, toDataAddress } from '../../support/service-photos.ts';

describeDatabases('GET /v1/people/{personId}/export', (kind) => {
  const service = shareService(kind);
  let photos: FacePhotos;
  let customer: string;

  before(async () => {
    photos = await cutFacePhotos();
    customer = await service().token('customer');
  });

  const url = (path: string) => `${service().url}${path}`;
  const get = (id: string, token = customer) => send(url(`/v1/people/${id}/export`), { token });

  it('gives profile, executions, attempts and photos as one document', async () => {
    const cpf = generateCpf();
    assert.equal((await putFace(service(), cpf, photos.sameWoman[0])).status, 201);
    const attempt = await send(url('/faces/authenticate'), {
      method: 'POST',
      token: await service().token('mobile'),
      json: {
        peopleId: cpf,
        imageUrl: toDataAddress(photos.sameWoman[1]),
        device: { manufacturer: 'A maker' },
      },
    });
    assert.equal(attempt.status, 200);
    const execution = await send(url('/v1/executions'), {
      method: 'POST',
      token: customer,
      headers: { prefer: 'wait=10' },
      json: {
        templateId: 'tpl_default_person',
        cpf,
        attributes: { name: 'Ana Bela' },
        metadata: { order: 7 },
      },
    });
    assert.equal(execution.status, 201, JSON.stringify(execution.body));

    const answer = await get(cpf);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const { profile, executions, attempts, referencePhotos, history } = answer.body;
    assert.equal(profile.cpf, cpf);
    assert.equal(executions.length, 1);
    assert.deepEqual(executions[0].attributes, { name: 'Ana Bela' });
    assert.deepEqual(executions[0].metadata, { order: 7 });
    assert.equal(attempts.length, 1);
    assert.equal(attempts[0].device.manufacturer, 'A maker');
    assert.equal(attempts[0].sourceIp, '127.0.0.1');
    assert.equal(referencePhotos.length, 1);
    assert.ok(Array.isArray(history));
    for (const photo of [referencePhotos[0].photo, attempts[0].receivedPhoto]) {
      assert.equal(photo.contentType, 'image/jpeg');
      assert.deepEqual([...Buffer.from(photo.base64, 'base64').subarray(0, 2)], [0xff, 0xd8]);
    }
  });

  it('is whole where the store has lost or damaged a photo, and names that photo as lost', async () => {
    for (const damage of [rm, truncate]) {
      const cpf = generateCpf();
      assert.equal((await putFace(service(), cpf, photos.sameWoman[0])).status, 201);
      const { body } = await send(url(`/v1/people/${cpf}/face`), { token: customer });
      const imageId = new URL(body.items[0].imageUrl).pathname.split('/').at(-1)!;
      await damage(join(service().dataDir, 'images', imageId.slice(-3), imageId));
      const answer = await get(cpf);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body.referencePhotos[0].photo, { isLost: true });
      assert.deepEqual(answer.body.attempts, []);
      if (damage === rm) continue;
      const refused = await send(body.items[0].imageUrl);
      assertError(refused, 500, 'record_unreadable');
      assert.equal(refused.body.detail, `The photo ${imageId}.`);
    }
  });

  it('gives the sessions, frames and tries of a CPF that nobody registered', async () => {
    const cpf = generateCpf();
    const create = async () => {
      const session = await createLivenessSession(service().mobileUrl, customer, {
        purpose: 'check',
        peopleId: cpf,
      });
      const secret = await beginLiveness(session);
      const next = await send(`${session.url}/next`, { method: 'POST', token: secret });
      assert.equal(next.status, 200, next.text);
      return { session, secret };
    };
    const removed = await create();
    const sent = await send(removed.session.url, { method: 'DELETE', token: customer });
    assert.ok(sent.status < 300, sent.text);
    const { session, secret } = await create();
    const frame = { step: 1, index: 0, bytes: photos.sameWoman[0] };
    assert.equal((await sendFrame(session, secret, frame)).status, 200);

    const answer = await get(cpf);
    assert.equal(answer.status, 200, answer.text);
    const { profile, livenessSessions, livenessTries, attempts } = answer.body;
    assert.equal(profile, null);
    assert.deepEqual(attempts, []);
    assert.deepEqual(
      livenessSessions.map(({ id }: { id: string }) => id),
      [session.id],
    );
    const [photo] = livenessSessions[0].photos;
    assert.deepEqual([...Buffer.from(photo.base64, 'base64').subarray(0, 2)], [0xff, 0xd8]);
    assert.deepEqual(
      livenessTries.map(({ sessionId, hasPassed }: { sessionId: string; hasPassed: boolean }) => [
        sessionId,
        hasPassed,
      ]),
      [[removed.session.id, false]],
    );

    const erased = await send(url(`/v1/people/${cpf}`), { method: 'DELETE', token: customer });
    assert.equal(erased.status, 200, erased.text);
    assertError(await get(cpf), 404, 'profile_not_found');
  });

  it('needs its scope and a person', async () => {
    const reader = await service().createClient('customer', ['people:read']);
    const cpf = generateCpf();
    assertError(await get(cpf, await service().fetchToken(reader)), 403, 'scope_forbidden');
    assertError(await get(cpf), 404, 'profile_not_found');
    assertError(await get('x'), 400, 'request_invalid');
  });
});

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
