import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { generateCpf } from '../../../src/platform/documents.ts';
import { startPhotoServer } from '../../images/photo-server.ts';
import { describeDatabases } from '../../support/database.ts';
import { cutFacePhotos, type FacePhotos, readSamplePhoto } from '../../support/face-photos.ts';
import { type Answer, assertError, assertRequestId, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createGreyPhoto, putFace, toDataAddress, unsupportedFiles } from '../../support/service-photos.ts';

describeDatabases('POST /faces/authenticate', (kind) => {
  const service = shareService(kind, { env: { IMAGE_FETCH_ALLOW: '127.0.0.1' } });
  const cpf = generateCpf();
  let photos: FacePhotos;
  let mobile: string;

  before(async () => {
    photos = await cutFacePhotos();
    mobile = await service().token('mobile');
    assert.equal((await putFace(service(), cpf, photos.sameWoman[0])).status, 201);
  });

  const url = (query = '') => `${service().url}/faces/authenticate${query}`;
  const post = (json: unknown, token: string | undefined = mobile, query = ''): Promise<Answer> =>
    send(url(query), { method: 'POST', token, json });
  const ofSameWoman = () => ({ peopleId: cpf, imageUrl: toDataAddress(photos.sameWoman[1]) });

  describe('success', () => {
    it('another photo of the registered woman is a match', async () => {
      const answer = await post(ofSameWoman());
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type')!, /^application\/json/);
      assertRequestId(answer);
      assert.deepEqual(Object.keys(answer.body), ['requestId', 'isMatch']);
      assert.equal(answer.body.isMatch, true);
    });

    it('a photo of another woman is no match, and no error', async () => {
      const answer = await post({ peopleId: cpf, imageUrl: toDataAddress(photos.otherWomen[0]!) });
      assert.equal(answer.status, 200);
      assert.equal(answer.body.isMatch, false);
    });

    it('the answer says where its attempt is', async () => {
      const answer = await post(ofSameWoman());
      const attemptId = answer.headers.get('x-attempt-id');
      assert.match(attemptId!, /^att_[0-9a-f]{32}$/);
      assert.equal(answer.headers.get('location'), `${service().url}/faces/authenticate/${attemptId}`);
      const attempt = await send(answer.headers.get('location')!, { token: mobile });
      assert.equal(attempt.status, 200);
      assert.equal(attempt.body.data.id, attemptId);
    });

    it('the answer says that the address is deprecated and what follows it', async () => {
      const answer = await post(ofSameWoman());
      assert.match(answer.headers.get('deprecation')!, /^@\d+$/);
      assert.equal(
        answer.headers.get('link'),
        `<${service().url}/v1/face-authentications>; rel="successor-version"`,
      );
    });

    it('fields that are not documented are ignored', async () => {
      const device = {
        operatingSystem: 'Android 16',
        fingerprint: 'f',
        manufacturer: 'm',
        model: 'x',
        rooted: 1,
      };
      const answer = await post({ ...ofSameWoman(), device, colour: { any: 'thing' } });
      assert.equal(answer.status, 200);
      assert.equal((await post({ ...ofSameWoman(), device: {} })).status, 200);
    });

    it('a photo behind an address is fetched', async (t) => {
      const server = await startPhotoServer(t, (request, response) => {
        if (request.url === '/moved') response.writeHead(302, { location: '/photo' }).end();
        else response.end(photos.sameWoman[1]);
      });
      for (const path of ['photo', 'moved']) {
        const answer = await post({ peopleId: cpf, imageUrl: `http://127.0.0.1:${server.port}/${path}` });
        assert.deepEqual([answer.status, answer.body.isMatch], [200, true]);
      }
    });
  });

  describe('invalid', () => {
    it('what the phone says of itself is taken up to its limit, and no further', async () => {
      const longest = { operatingSystem: 200, manufacturer: 200, model: 200, fingerprint: 1_000 };
      const device = Object.fromEntries(
        Object.entries(longest).map(([name, size]) => [name, 'd'.repeat(size)]),
      );
      assert.equal((await post({ ...ofSameWoman(), device })).status, 200);
      for (const name of Object.keys(longest)) {
        const answer = await post({ ...ofSameWoman(), device: { ...device, [name]: `${device[name]}d` } });
        assertError(answer, 400, 'request_invalid');
        assert.equal(answer.body.errors[0].path, `body/device/${name}`);
      }
    });

    const wrongTypes: Record<string, [object, string]> = {
      'no peopleId': [{ imageUrl: 'data:image/png;base64,AAAA' }, 'body'],
      'peopleId as a number': [{ peopleId: 12345678909 }, 'body/peopleId'],
      'peopleId with a mask': [{ peopleId: '123.456.789-09' }, 'body/peopleId'],
      'peopleId with wrong check digits': [{ peopleId: '12345678900' }, 'body/peopleId'],
      'peopleId of equal digits': [{ peopleId: '11111111111' }, 'body/peopleId'],
      'imageUrl as an object': [{ peopleId: cpf, imageUrl: {} }, 'body/imageUrl'],
      'imageUrl as null': [{ peopleId: cpf, imageUrl: null }, 'body/imageUrl'],
      'device as text': [{ peopleId: cpf, device: 'phone' }, 'body/device'],
      'a field of device as a number': [{ peopleId: cpf, device: { model: 1 } }, 'body/device/model'],
    };
    for (const [what, [body, path]] of Object.entries(wrongTypes)) {
      it(`${what} is refused, naming the field and not the value`, async () => {
        const answer = await post(body);
        assertError(answer, 400, 'request_invalid');
        assert.equal(answer.body.errors[0].path, path);
        assert.ok(!answer.text.includes('12345678900'));
      });
    }

    it('bodies that are no JSON object are refused', async () => {
      const headers = { 'content-type': 'application/json' };
      for (const body of ['{', '', 'nothing', '{"peopleId":"1"}}']) {
        assertError(
          await send(url(), { method: 'POST', token: mobile, headers, body }),
          400,
          'body_malformed',
        );
      }
      for (const body of ['[]', '"text"', 'null', '7']) {
        assertError(
          await send(url(), { method: 'POST', token: mobile, headers, body }),
          400,
          'request_invalid',
        );
      }
      assertError(await send(url(), { method: 'POST', token: mobile }), 400, 'request_invalid');
    });

    it('bodies of so many values that reading them takes long are refused, large texts are not', async () => {
      const headers = { 'content-type': 'application/json' };
      const read = (body: string) => send(url(), { method: 'POST', token: mobile, headers, body });
      const lists = ['0,', '{},', '[],'].map((value) => `[${value.repeat(200_000)}0]`);
      for (const body of [...lists, `${'['.repeat(200_000)}${']'.repeat(200_000)}`]) {
        assertError(await read(body), 400, 'body_malformed');
      }
      const text = JSON.stringify({
        peopleId: cpf,
        imageUrl: `data:image/png;base64,${'A'.repeat(8_000_000)}`,
      });
      assert.notEqual((await read(text)).body.code, 'body_malformed');
    });

    it('a body of another kind is refused', async () => {
      for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense']) {
        const answer = await send(url(), {
          method: 'POST',
          token: mobile,
          headers: { 'content-type': type },
          body: 'peopleId=1',
        });
        assertError(answer, 400, 'media_type_unsupported');
      }
    });

    it('a body that is the photo itself is refused: the CPF belongs beside it', async () => {
      const headers = { 'content-type': 'image/jpeg' };
      const body = photos.sameWoman[1] as RequestInit['body'];
      assertError(
        await send(url(), { method: 'POST', token: mobile, headers, body }),
        400,
        'media_type_unsupported',
      );
    });

    it('shouldSignResponse takes true or false, once', async () => {
      for (const query of ['yes', '1', '', 'TRUE', 'true&shouldSignResponse=true']) {
        const answer = await post(ofSameWoman(), mobile, `?shouldSignResponse=${query}`);
        assertError(answer, 400, 'request_invalid');
        assert.equal(answer.body.errors[0].path, 'querystring/shouldSignResponse');
      }
    });

    it('without a photo and without a capture a photo is asked for', async () => {
      assertError(await post({ peopleId: cpf }), 400, 'image_required');
    });

    it('bad photos are refused each with a code of its own', async () => {
      const [photo] = photos.sameWoman;
      const cases: [string, string, string][] = [
        ['image_undecodable', toDataAddress(photo.subarray(0, 400)), 'cut off in its header'],
        ['image_undecodable', toDataAddress(photo.subarray(0, photo.length >> 2)), 'cut off in its pixels'],
        ['face_not_found', toDataAddress(await createGreyPhoto()), 'a plain grey picture'],
        ['multiple_faces', toDataAddress(await readSamplePhoto(1)), 'several people'],
        ['face_too_small', toDataAddress((await cutFacePhotos(64)).sameWoman[0]), '64 pixels'],
        ['image_address_invalid', 'ftp://127.0.0.1/photo', 'not an address that is read'],
        ['image_address_invalid', 'data:image/png;base64,%%%%', 'no base64'],
      ];
      for (const [code, imageUrl, what] of cases) {
        const answer = await post({ peopleId: cpf, imageUrl });
        assert.equal(answer.body.code, code, what);
        assertError(answer, 400, code);
      }
      for (const [what, file] of Object.entries(unsupportedFiles)) {
        const answer = await post({ peopleId: cpf, imageUrl: toDataAddress(file, 'image/png') });
        assert.equal(answer.body.code, 'image_unsupported', what);
      }
    });

    it('an address that leads nowhere or into a private network is unreachable, whatever is there', async (t) => {
      const server = await startPhotoServer(t, (_request, response) => response.writeHead(404).end());
      const addresses = [
        `http://127.0.0.1:${server.port}/gone`,
        'https://10.0.0.1/photo',
        'https://169.254.169.254/latest/meta-data',
        'https://[::1]/photo',
      ];
      for (const imageUrl of addresses) {
        assertError(await post({ peopleId: cpf, imageUrl }), 400, 'image_unreachable');
      }
    });
  });

  describe('auth', () => {
    it('no token is 400 here', async () => {
      for (const authorization of [undefined, '', 'Bearer', 'Bearer ']) {
        const headers = authorization === undefined ? {} : { authorization };
        const answer = await send(url(), { method: 'POST', json: ofSameWoman(), headers });
        assertError(answer, 400, 'access_token_missing');
      }
    });

    it('the token may come with or without Bearer', async () => {
      for (const authorization of [mobile, `Bearer ${mobile}`, `bearer ${mobile}`]) {
        const answer = await send(url(), { method: 'POST', json: ofSameWoman(), authorization });
        assert.equal(answer.status, 200);
      }
    });

    it('a token that is none is refused', async () => {
      const [header, payload, signature] = mobile.split('.') as [string, string, string];
      const unsigned = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
      const wrong = [
        'garbage',
        'a.b.c',
        `${header}.${payload}.`,
        `${unsigned}.${payload}.`,
        `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
        'x'.repeat(9000),
      ];
      for (const token of wrong) assertError(await post(ofSameWoman(), token), 401, 'token_invalid');
      const basic = await send(url(), { method: 'POST', json: {}, authorization: 'Basic YTpi' });
      assertError(basic, 401, 'token_invalid');
    });

    it('an expired token is refused', async () => {
      const token = await service().token('mobile');
      await service().clock.later(15 * 60_000 + 1_000, async () => {
        assertError(await post(ofSameWoman(), token), 401, 'token_expired');
      });
      assert.equal((await post(ofSameWoman(), token)).status, 200);
    });

    it('a token of the other product is refused', async () => {
      const token = await service().token('customer');
      assertError(await post(ofSameWoman(), token), 401, 'token_wrong_product');
    });

    it('a token bound to a person serves for that person only', async () => {
      const own = await service().token('mobile', { peopleId: cpf });
      assert.equal((await post(ofSameWoman(), own)).status, 200);
      const other = await service().token('mobile', { peopleId: generateCpf() });
      assertError(await post(ofSameWoman(), other), 401, 'token_other_person');
    });

    it('a token without the scope is refused with 401', async () => {
      const token = await service().token('mobile', { scope: 'attempts:read' });
      assertError(await post(ofSameWoman(), token), 401, 'token_scope_missing');
    });

    it('the token is looked at before the body', async () => {
      assertError(await post({ nothing: 'valid' }, 'garbage'), 401, 'token_invalid');
    });
  });

  it('a CPF without a registered face is 404', async () => {
    const answer = await post({ peopleId: generateCpf(), imageUrl: toDataAddress(photos.sameWoman[1]) });
    assertError(answer, 404, 'face_not_registered');
  });

  describe('signed answers', () => {
    it('nothing is signed unless asked for', async () => {
      for (const query of ['', '?shouldSignResponse=false']) {
        const answer = await post(ofSameWoman(), mobile, query);
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get('x-response-signature'), null);
      }
    });

    it('the signature verifies with the published keys and binds body, client, person and attempt', async () => {
      const client = await service().createClient('mobile');
      const token = await service().fetchToken(client);
      const answer = await post(ofSameWoman(), token, '?shouldSignResponse=true');
      assert.equal(answer.status, 200);
      assertRequestId(answer);
      assert.deepEqual(Object.keys(answer.body), ['requestId', 'isMatch']);
      const keys = createRemoteJWKSet(new URL(`${service().url}/.well-known/jwks.json`));
      const signature = answer.headers.get('x-response-signature')!;
      const { payload, protectedHeader } = await jwtVerify(signature, keys, {
        issuer: service().url,
        audience: client.clientId,
        typ: 'confere-response+jwt',
        algorithms: ['ES256'],
      });
      assert.ok(protectedHeader.kid);
      assert.equal(payload.jti, answer.body.requestId);
      assert.equal(payload.attemptId, answer.headers.get('x-attempt-id'));
      assert.equal(payload.peopleId, cpf);
      assert.equal(payload.isMatch, true);
      assert.equal(payload.digest, createHash('sha256').update(answer.text).digest('base64url'));
      assert.equal(payload.exp! - payload.iat!, 300);
    });

    it('an error is not signed', async () => {
      const answer = await post({ peopleId: cpf }, mobile, '?shouldSignResponse=true');
      assertError(answer, 400, 'image_required');
      assert.equal(answer.headers.get('x-response-signature'), null);
    });
  });

  it('neither a CPF nor a token nor a photo reaches the log', async () => {
    await send(`${service().url}/v1/people/${cpf}/face`, { token: await service().token('customer') });
    await send(`${service().url}/v1/people/${cpf}/nothing`);
    await post(ofSameWoman());
    const logged = service().logged();
    assert.ok(logged.includes('"request"'), 'requests are logged');
    assert.ok(!logged.includes(cpf));
    assert.ok(!logged.includes(service().admin.clientSecret));
    assert.ok(!logged.includes(mobile));
    assert.doesNotMatch(logged, /eyJ[A-Za-z0-9_-]{20}/, 'no JWT of any kind');
    assert.ok(!logged.includes('base64'));
  });
});
