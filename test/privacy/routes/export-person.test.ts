import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { generateCpf } from '../../../src/platform/documents/index.ts';
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
