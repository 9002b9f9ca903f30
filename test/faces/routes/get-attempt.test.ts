import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import type { ClientCredentials } from '../../../src/access/index.ts';
import { generateCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { cutFacePhotos, type FacePhotos } from '../../support/face-photos.ts';
import { type Answer, assertError, assertRequestId, send, sendRaw } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { putFace, toDataAddress } from '../../support/service-photos.ts';

describeDatabases('GET /faces/authenticate/{attemptId}', (kind) => {
  const service = shareService(kind);
  const cpf = generateCpf();
  let photos: FacePhotos;
  let mobile: string;
  let customer: string;
  let client: ClientCredentials;
  let attemptId: string;

  before(async () => {
    photos = await cutFacePhotos();
    client = await service().createClient('mobile');
    mobile = await service().fetchToken(client);
    customer = await service().token('customer');
    assert.equal((await putFace(service(), cpf, photos.sameWoman[0])).status, 201);
    attemptId = await authenticate(photos.sameWoman[1]);
  });

  async function authenticate(photo: Uint8Array): Promise<string> {
    const answer = await send(`${service().url}/faces/authenticate`, {
      method: 'POST',
      token: mobile,
      json: { peopleId: cpf, imageUrl: toDataAddress(photo) },
    });
    assert.equal(answer.status, 200);
    return answer.headers.get('x-attempt-id')!;
  }

  const url = (id = attemptId) => `${service().url}/faces/authenticate/${id}`;
  const get = (id = attemptId, token: string | undefined = mobile): Promise<Answer> =>
    send(url(id), { token });

  describe('success', () => {
    it('every documented field is there with its type', async () => {
      const answer = await get();
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type')!, /^application\/json/);
      assertRequestId(answer);
      const { data, ...rest } = answer.body;
      assert.deepEqual(Object.keys(rest), ['requestId']);
      assert.equal(data.id, attemptId);
      assert.match(data.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.ok(Math.abs(Date.now() - Date.parse(data.createdAt)) < 600_000);
      assert.equal(data.peopleId, cpf);
      assert.equal(data.sourceIp, '127.0.0.1');
      assert.equal(data.executionOriginId, client.clientId);
      assert.ok(URL.canParse(data.registeredImageUrl));
      assert.ok(URL.canParse(data.receivedImageUrl));
      assert.deepEqual(Object.keys(data.faceMatch), ['similarity', 'isFaceMatch']);
      assert.ok(data.faceMatch.similarity >= 0.5 && data.faceMatch.similarity <= 1);
      assert.equal(data.faceMatch.isFaceMatch, true);
      assert.deepEqual(Object.keys(data.liveness), ['probability', 'isAlive']);
      assert.ok(data.liveness.probability >= 0 && data.liveness.probability <= 1);
      assert.equal(data.liveness.isAlive, true);
      assert.equal(data.isMatch, true);
    });

    it('the networks and thresholds that decided are in the record', async () => {
      const { decision } = (await get()).body.data;
      assert.equal(decision.falseMatchRate, 0.0001);
      assert.equal(decision.references, 1);
      assert.ok(decision.score >= decision.scoreThreshold);
      assert.ok(decision.models.length >= 4);
      for (const { origin, ...model } of decision.models) {
        assert.deepEqual(Object.keys(model), ['role', 'name', 'version', 'licence']);
        const isOfUnclearOrigin = model.name.startsWith('fr_');
        assert.equal(/Faceplugin-ltd.*do not state/.test(origin ?? ''), isOfUnclearOrigin, model.name);
      }
    });

    it('a face that does not match stays on record with a similarity under one half', async () => {
      const { data } = (await get(await authenticate(photos.otherWomen[1]!))).body;
      assert.ok(data.faceMatch.similarity < 0.5);
      assert.equal(data.faceMatch.isFaceMatch, false);
      assert.equal(data.isMatch, false);
    });

    it('a body is ignored, whatever it is', async () => {
      const host = new URL(url()).host;
      for (const [type, body] of [
        ['application/json', '{"any":"thing"}'],
        ['application/json', '{not json'],
        ['application/xml', '<a/>'],
        ['image/jpeg', 'none'],
        ['nonsense', 'x'],
      ]) {
        const answer = await sendRaw(
          url(),
          `GET ${new URL(url()).pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${mobile}\r\nConnection: close\r\n` +
            `Content-Type: ${type}\r\nContent-Length: ${body!.length}\r\n\r\n${body}`,
        );
        assert.equal(answer.status, 200, `${type} ${answer.text}`);
      }
      const empty = await send(url(), { token: mobile, headers: { 'content-type': 'application/json' } });
      assert.equal(empty.status, 200);
    });

    it('customer tokens read the same record at its new address', async () => {
      const answer = await send(`${service().url}/v1/face-authentications/${attemptId}`, { token: customer });
      assert.equal(answer.status, 200);
      assert.equal(answer.body.id, attemptId);
      assert.equal(answer.body.peopleId, cpf);
    });

    it('the source address cannot be made up by the caller', async () => {
      const answer = await send(`${service().url}/faces/authenticate`, {
        method: 'POST',
        token: mobile,
        headers: { 'x-forwarded-for': '203.0.113.7' },
        json: { peopleId: cpf, imageUrl: toDataAddress(photos.sameWoman[1]) },
      });
      assert.equal(
        (await send(answer.headers.get('location')!, { token: mobile })).body.data.sourceIp,
        '127.0.0.1',
      );
    });
  });

  describe('hidden', () => {
    it('an unknown id is 404', async () => {
      assertError(await get(`att_${'0'.repeat(32)}`), 404, 'attempt_not_found');
    });

    it('a malformed id is 404', async () => {
      for (const id of [
        '1',
        'att_',
        `cap_${attemptId.slice(4)}`,
        '%20',
        '%zz',
        '%00',
        `'--`,
        'x'.repeat(300),
      ]) {
        assertError(await get(id), 404, 'attempt_not_found');
      }
      assertError(await get(attemptId.toUpperCase()), 404, 'attempt_not_found');
    });
  });

  describe('auth', () => {
    it('no token is 401', async () => {
      assertError(await send(url()), 401, 'authorization_missing');
      assertError(await send(url(), { authorization: 'Bearer' }), 401, 'authorization_missing');
    });

    it('the token may come with or without Bearer', async () => {
      assert.equal((await send(url(), { authorization: mobile })).status, 200);
      assert.equal((await send(url(), { authorization: `Bearer ${mobile}` })).status, 200);
    });

    it('a token that is none, has expired, or is of the other product is refused', async () => {
      assertError(await get(attemptId, 'garbage'), 401, 'token_invalid');
      assertError(await get(attemptId, customer), 401, 'token_wrong_product');
      await service().clock.later(15 * 60_000 + 1_000, async () => {
        assertError(await get(), 401, 'token_expired');
      });
    });

    it('a token bound to a person reads attempts of that person only', async () => {
      const own = await service().fetchToken(client, { peopleId: cpf });
      const other = await service().token('mobile', { peopleId: generateCpf() });
      assert.equal((await get(attemptId, own)).status, 200);
      assertError(await get(attemptId, other), 401, 'token_other_person');
    });

    it('a missing scope is 401 on the mobile surface and 403 on the customer one', async () => {
      const phone = await service().token('mobile', { scope: 'faces:authenticate' });
      assertError(await get(attemptId, phone), 401, 'token_scope_missing');
      const backEnd = await service().token('customer', { scope: 'people:read' });
      const address = `${service().url}/v1/face-authentications/${attemptId}`;
      assertError(await send(address, { token: backEnd }), 403, 'scope_forbidden');
    });

    it('the customer surface wants Bearer', async () => {
      const address = `${service().url}/v1/face-authentications/${attemptId}`;
      assertError(await send(address, { authorization: customer }), 401, 'token_invalid');
      assertError(await send(address), 401, 'authorization_missing');
    });
  });

  describe('images', () => {
    async function images(): Promise<{ registered: string; received: string }> {
      const { data } = (await get()).body;
      return { registered: data.registeredImageUrl, received: data.receivedImageUrl };
    }

    it('both photos of an attempt can be read by whoever has the link, and by no cache', async () => {
      const sizes: Record<string, number> = {};
      for (const [which, address] of Object.entries(await images())) {
        const response = await fetch(address);
        assert.equal(response.status, 200);
        assert.equal(response.headers.get('content-type'), 'image/jpeg');
        assert.equal(response.headers.get('cache-control'), 'private, no-store');
        assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
        assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin');
        const { width, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
        assert.equal(format, 'jpeg');
        sizes[which] = width;
      }
      const [registered, received] = await Promise.all(
        photos.sameWoman.map(async (photo) => (await sharp(photo).metadata()).width),
      );
      assert.deepEqual(sizes, { registered, received });
    });

    it('a link that was altered, has expired or is for another image leads nowhere', async () => {
      const { registered, received } = await images();
      const link = new URL(received);
      const forged = new URL(received);
      const signature = link.searchParams.get('signature')!;
      forged.searchParams.set('signature', `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`);
      const longer = new URL(received);
      longer.searchParams.set('expires', String(Number(link.searchParams.get('expires')) + 60));
      const other = new URL(received);
      other.pathname = new URL(registered).pathname;
      const bare = `${link.origin}${link.pathname}`;
      for (const address of [
        forged,
        longer,
        other,
        bare,
        `${received}&expires=1`,
        `${link.origin}/images/%zz`,
      ]) {
        assertError(await send(String(address)), 404, 'image_link_invalid');
      }
      await service().clock.later(15 * 60_000 + 1_000, async () => {
        assertError(await send(received), 404, 'image_link_invalid');
      });
      assert.equal((await fetch(received)).status, 200);
    });

    it('the registered photo stays the one compared when another is registered, and when all are removed', async () => {
      const before = await (await fetch((await images()).registered)).bytes();
      assert.equal((await putFace(service(), cpf, photos.sameWoman[1])).status, 200);
      assert.deepEqual(await (await fetch((await images()).registered)).bytes(), before);
      const removed = await send(`${service().url}/v1/people/${cpf}/face`, {
        method: 'DELETE',
        token: customer,
      });
      assert.equal(removed.status, 204);
      assert.deepEqual(await (await fetch((await images()).registered)).bytes(), before);
    });
  });
});
