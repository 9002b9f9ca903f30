import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { decodeJwt } from 'jose';
import { Client } from 'pg';
import { generateCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { cutFacePhotos, type FacePhotos } from '../../support/face-photos.ts';
import { type Answer, assertError, assertRequestId, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { putFace, toDataAddress } from '../../support/service-photos.ts';

describeDatabases('POST /v1/face-authentications', (kind) => {
  const service = shareService(kind);
  const cpf = generateCpf();
  let photos: FacePhotos;
  let customer: string;

  before(async () => {
    photos = await cutFacePhotos();
    customer = await service().token('customer');
    assert.equal((await putFace(service(), cpf, photos.sameWoman[0])).status, 201);
  });

  const url = () => `${service().url}/v1/face-authentications`;
  const body = () => ({ peopleId: cpf, imageUrl: toDataAddress(photos.sameWoman[1]) });
  const post = (json: unknown, key?: string, token = customer): Promise<Answer> =>
    send(url(), {
      method: 'POST',
      token,
      json,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });

  it('the whole attempt is answered, and can be read again', async () => {
    const answer = await post(body());
    assert.equal(answer.status, 201);
    assertRequestId(answer);
    const data = answer.body;
    assert.equal(data.isMatch, true);
    assert.equal(answer.headers.get('x-attempt-id'), data.id);
    assert.equal(answer.headers.get('location'), `${url()}/${data.id}`);
    assert.equal(answer.headers.get('deprecation'), null);
    assert.equal(answer.headers.get('idempotency-replayed'), null);
    const again = await send(answer.headers.get('location')!, { token: customer });
    const { requestId: _, registeredImageUrl: r1, receivedImageUrl: r2, ...record } = data;
    const { requestId: _again, registeredImageUrl: r3, receivedImageUrl: r4, ...recordAgain } = again.body;
    assert.deepEqual(recordAgain, record);
    assert.ok([r1, r2, r3, r4].every((link) => URL.canParse(link)));
  });

  it('mobile tokens may use it, with Bearer or without, and a bound one for its person only', async () => {
    assert.equal((await post(body(), undefined, await service().token('mobile'))).status, 201);
    const bound = await service().token('mobile', { peopleId: generateCpf() });
    assertError(await post(body(), undefined, bound), 401, 'token_other_person');
    const bare = await send(url(), { method: 'POST', json: body(), authorization: customer });
    assert.equal(bare.status, 201);
  });

  it('the answer is signed when that is asked for, byte by byte', async () => {
    const token = await service().token('mobile', { peopleId: cpf });
    const answer = await fetch(`${url()}?shouldSignResponse=true`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body()),
    });
    assert.equal(answer.status, 201);
    const bytes = await answer.bytes();
    const claims = decodeJwt(answer.headers.get('x-response-signature')!);
    assert.ok(JSON.stringify(claims).includes(createHash('sha256').update(bytes).digest('base64url')));
    const data = JSON.parse(Buffer.from(bytes).toString());
    assert.equal(data.isMatch, true);
    assert.equal(data.registeredImageUrl, undefined);
    const odd = await send(`${url()}?shouldSignResponse=maybe`, { method: 'POST', token, json: body() });
    assertError(odd, 400, 'request_invalid');
    const plain = await post(body(), undefined, token);
    assert.equal(plain.headers.get('x-response-signature'), null);
  });

  it('no token is 401, a missing scope 403', async () => {
    assertError(await send(url(), { method: 'POST', json: body() }), 401, 'authorization_missing');
    const token = await service().token('customer', { scope: 'faces:write' });
    assertError(await post(body(), undefined, token), 403, 'scope_forbidden');
  });

  it('wrong bodies, unknown CPFs and missing photos are refused as at the old address', async () => {
    assertError(await post({ peopleId: 1 }), 400, 'request_invalid');
    assertError(await post({ peopleId: cpf }), 400, 'image_required');
    assertError(await post({ ...body(), peopleId: generateCpf() }), 404, 'face_not_registered');
  });

  describe('Idempotency-Key', () => {
    it('the same key with the same body gives the same attempt, marked as replayed', async () => {
      const first = await post(body(), 'key-1');
      const { imageUrl, peopleId } = body();
      const second = await post({ ignored: true, imageUrl, peopleId }, 'key-1');
      assert.deepEqual([first.status, second.status], [201, 201]);
      assert.equal(second.body.id, first.body.id);
      assert.equal(first.headers.get('idempotency-replayed'), null);
      assert.equal(second.headers.get('idempotency-replayed'), 'true');
      assert.notEqual(second.body.requestId, first.body.requestId);
      assertRequestId(second);
    });

    it('ten requests at once with the same key make one attempt', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => post(body(), 'key-at-once')));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
      assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
      const made = answers.filter(({ headers }) => headers.get('idempotency-replayed') === null);
      assert.equal(made.length, 1);
    });

    it('ten requests at once with the same key use one capture', async () => {
      const token = await service().token('mobile');
      const upload = await send(`${service().url}/faces/captures`, {
        method: 'POST',
        token,
        headers: { 'content-type': 'image/jpeg', 'x-people-id': cpf },
        body: photos.sameWoman[1] as RequestInit['body'],
      });
      assert.equal(upload.status, 201);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => post({ peopleId: cpf }, 'key-of-capture', token)),
      );
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
      assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
    });

    it('what is kept of the request does not tell whose it was', {
      skip: kind === 'embedded' && 'the service alone can read its database',
    }, async () => {
      const token = await service().token('mobile');
      const headers = { 'content-type': 'image/jpeg', 'x-people-id': cpf };
      const photo = photos.sameWoman[1] as RequestInit['body'];
      const sent = { method: 'POST', token, headers, body: photo };
      assert.equal((await send(`${service().url}/faces/captures`, sent)).status, 201);
      assert.equal((await post({ peopleId: cpf }, 'key-without-photo', token)).status, 201);
      const client = new Client({ connectionString: service().databaseUrl });
      await client.connect();
      const { rows } = await client
        .query(
          'select idempotency_key, request_digest from attempt_idempotency_keys order by created_at desc',
        )
        .finally(() => client.end());
      const guess = createHash('sha256')
        .update(JSON.stringify({ peopleId: cpf }))
        .digest();
      assert.ok(rows.length > 0);
      for (const row of rows) {
        assert.notEqual(row.idempotency_key, 'key-without-photo', 'a key may be made of a CPF');
        assert.ok(!guess.equals(row.request_digest), 'a hash that anybody can make of every CPF');
      }
    });

    it('the same key with another body is refused', async () => {
      await post(body(), 'key-2');
      const other = { peopleId: cpf, imageUrl: toDataAddress(photos.otherWomen[0]!) };
      assertError(await post(other, 'key-2'), 409, 'idempotency_key_reused');
      assertError(await post({ ...body(), device: { model: 'x' } }, 'key-2'), 409, 'idempotency_key_reused');
    });

    it('another client may use the same key', async () => {
      const first = await post(body(), 'key-3');
      const other = await service().fetchToken(await service().createClient('customer'));
      const second = await post(body(), 'key-3', other);
      assert.equal(second.status, 201);
      assert.notEqual(second.body.id, first.body.id);
      assert.notEqual(second.body.executionOriginId, first.body.executionOriginId);
    });

    it('a refused request does not use up the key', async () => {
      assertError(await post({ peopleId: cpf }, 'key-4'), 400, 'image_required');
      assert.equal((await post(body(), 'key-4')).status, 201);
    });

    it('a key that is empty or too long is refused', async () => {
      for (const key of ['', 'k'.repeat(256)]) assertError(await post(body(), key), 400, 'request_invalid');
      assert.equal((await post(body(), 'k'.repeat(255))).status, 201);
    });
  });
});
