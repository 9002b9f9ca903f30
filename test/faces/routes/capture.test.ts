import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { generateCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { cutFacePhotos, type FacePhotos } from '../../support/face-photos.ts';
import { type Answer, assertError, assertRequestId, send, sendRaw } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { putFace, toDataAddress, unsupportedFiles } from '../../support/service-photos.ts';

describeDatabases('POST /faces/captures', (kind) => {
  const service = shareService(kind);
  const cpf = generateCpf();
  let photos: FacePhotos;
  let mobile: string;

  before(async () => {
    photos = await cutFacePhotos();
    mobile = await service().token('mobile');
    assert.equal((await putFace(service(), cpf, photos.sameWoman[0])).status, 201);
  });

  const url = () => `${service().url}/faces/captures`;

  function upload(
    photo: Uint8Array,
    peopleId: string | undefined = cpf,
    token = mobile,
    type = 'image/jpeg',
  ): Promise<Answer> {
    const headers = { 'content-type': type, ...(peopleId === undefined ? {} : { 'x-people-id': peopleId }) };
    return send(url(), { method: 'POST', token, headers, body: photo as RequestInit['body'] });
  }

  function uploadForm(fields: Record<string, string | Uint8Array>, token = mobile): Promise<Answer> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.set(name, value);
      else form.set(name, new Blob([value as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }), 'photo.jpg');
    }
    return send(url(), { method: 'POST', token, body: form });
  }

  function authenticate(token = mobile): Promise<Answer> {
    return send(`${service().url}/faces/authenticate`, { method: 'POST', token, json: { peopleId: cpf } });
  }

  describe('success', () => {
    it('an authentication without a photo takes the capture, once', async () => {
      const answer = await upload(photos.sameWoman[1]);
      assert.equal(answer.status, 201);
      assertRequestId(answer);
      assert.match(answer.body.id, /^cap_[0-9a-f]{32}$/);
      const lifetimeMs = Date.parse(answer.body.expiresAt) - Date.now();
      assert.ok(lifetimeMs > 500_000 && lifetimeMs <= 600_000);
      const authenticated = await authenticate();
      assert.deepEqual([authenticated.status, authenticated.body.isMatch], [200, true]);
      const attempt = await send(authenticated.headers.get('location')!, { token: mobile });
      assert.equal((await fetch(attempt.body.data.receivedImageUrl)).status, 200);
      assertError(await authenticate(), 400, 'image_required');
    });

    it('the newest capture is taken first, then the one before', async () => {
      await upload(photos.otherWomen[0]!);
      await upload(photos.sameWoman[1]);
      assert.equal((await authenticate()).body.isMatch, true);
      assert.equal((await authenticate()).body.isMatch, false);
      assertError(await authenticate(), 400, 'image_required');
    });

    it('of several authentications at once only one gets the capture', async () => {
      await upload(photos.sameWoman[1]);
      const answers = await Promise.all(Array.from({ length: 5 }, () => authenticate()));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400]);
    });

    it('a photo in the request is taken before a capture, which stays', async () => {
      await upload(photos.otherWomen[0]!);
      const answer = await send(`${service().url}/faces/authenticate`, {
        method: 'POST',
        token: mobile,
        json: { peopleId: cpf, imageUrl: toDataAddress(photos.sameWoman[1]) },
      });
      assert.equal(answer.body.isMatch, true);
      assert.equal((await authenticate()).body.isMatch, false);
    });

    it('a form with the CPF and the photo does the same', async () => {
      for (const fields of [
        { peopleId: cpf, file: photos.sameWoman[1] },
        { file: photos.sameWoman[1], peopleId: cpf },
      ]) {
        assert.equal((await uploadForm(fields)).status, 201);
        assert.equal((await authenticate()).body.isMatch, true);
      }
    });

    it('a token bound to a person needs to name nobody', async () => {
      const token = await service().token('mobile', { peopleId: cpf });
      assert.equal((await uploadForm({ file: photos.sameWoman[1] }, token)).status, 201);
      assert.equal((await authenticate(token)).body.isMatch, true);
      const raw = await send(url(), {
        method: 'POST',
        token,
        headers: { 'content-type': 'image/jpeg' },
        body: photos.sameWoman[1] as RequestInit['body'],
      });
      assert.equal(raw.status, 201);
      assert.equal((await authenticate(token)).body.isMatch, true);
    });

    it('what the photo really is counts, not its declared type', async () => {
      assert.equal((await upload(photos.sameWoman[1], cpf, mobile, 'image/png')).status, 201);
      assert.equal((await authenticate()).body.isMatch, true);
      assert.equal((await upload(photos.sameWoman[1], cpf, mobile, 'application/octet-stream')).status, 201);
      assert.equal((await authenticate()).body.isMatch, true);
    });
  });

  describe('limits of a capture', () => {
    it('a capture of another client is not taken', async () => {
      const other = await service().fetchToken(await service().createClient('mobile'));
      await upload(photos.sameWoman[1], cpf, other);
      assertError(await authenticate(), 400, 'image_required');
      assert.equal((await authenticate(other)).status, 200);
    });

    it('a capture for another CPF is not taken', async () => {
      await upload(photos.sameWoman[1], generateCpf());
      assertError(await authenticate(), 400, 'image_required');
    });

    it('an expired capture is not taken', async () => {
      await upload(photos.sameWoman[1]);
      await service().clock.later(601_000, async () => {
        assertError(await authenticate(), 400, 'image_required');
      });
      assert.equal((await authenticate()).status, 200);
    });

    it('a capture whose photo is refused stays, and a newer one replaces it', async () => {
      await upload((await cutFacePhotos(64)).sameWoman[1]);
      assertError(await authenticate(), 400, 'face_too_small');
      await upload(photos.sameWoman[1]);
      assert.equal((await authenticate()).body.isMatch, true);
      assertError(await authenticate(), 400, 'face_too_small');
    });
  });

  describe('invalid', () => {
    it('no photo is refused', async () => {
      assertError(await upload(new Uint8Array()), 400, 'image_required');
      assertError(await uploadForm({ peopleId: cpf }), 400, 'image_required');
      assertError(await uploadForm({ peopleId: cpf, file: new Uint8Array() }), 400, 'image_required');
      assertError(await send(url(), { method: 'POST', token: mobile }), 400, 'image_required');
      const json = await send(url(), { method: 'POST', token: mobile, json: { peopleId: cpf } });
      assertError(json, 400, 'media_type_unsupported');
    });

    it('a form with two CPFs or two photos is refused: either could be the one that is meant', async () => {
      const photo = new Blob([photos.sameWoman[1] as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' });
      for (const twice of ['peopleId', 'file', 'photo']) {
        const form = new FormData();
        form.append('peopleId', cpf);
        form.append('file', photo, 'photo.jpg');
        if (twice === 'peopleId') form.append(twice, generateCpf());
        else form.append(twice, photo, 'photo.jpg');
        assertError(await send(url(), { method: 'POST', token: mobile, body: form }), 400, 'body_malformed');
      }
    });

    it('the bytes decide about the format, whatever image the Content-Type names, or when there is none', async () => {
      const read = async (type: string | undefined, body: Uint8Array) => {
        const headers = { 'x-people-id': cpf, ...(type !== undefined && { 'content-type': type }) };
        return await send(url(), {
          method: 'POST',
          token: mobile,
          headers,
          body: body as RequestInit['body'],
        });
      };
      for (const type of [
        'image/jpg',
        'image/pjpeg',
        'image/*',
        'Image/JPEG; q=1',
        'image/heic',
        undefined,
      ]) {
        assert.equal((await read(type, photos.sameWoman[1])).status, 201, String(type));
      }
      const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]);
      const refused = await read('image/heic', heic);
      assertError(refused, 400, 'image_unsupported');
      assert.match(refused.body.detail, /HEIC.*JPEG/);
    });

    it('no CPF, or one that is none, is refused', async () => {
      for (const peopleId of [undefined, '', '123', '11111111111']) {
        const answer = await send(url(), {
          method: 'POST',
          token: mobile,
          headers: {
            'content-type': 'image/jpeg',
            ...(peopleId === undefined ? {} : { 'x-people-id': peopleId }),
          },
          body: photos.sameWoman[1] as RequestInit['body'],
        });
        assertError(answer, 400, 'request_invalid');
      }
      assertError(await uploadForm({ file: photos.sameWoman[1] }), 400, 'request_invalid');
    });

    it('a file that is no photo is refused', async () => {
      for (const file of Object.values(unsupportedFiles)) {
        assertError(await upload(file), 400, 'image_unsupported');
        assertError(await uploadForm({ peopleId: cpf, file }), 400, 'image_unsupported');
      }
      assertError(await upload(photos.sameWoman[1].subarray(0, 300)), 400, 'image_undecodable');
    });

    it('a broken form is refused', async () => {
      const broken: [string, string][] = [
        ['multipart/form-data', 'x'],
        ['multipart/form-data; boundary=b', 'no form at all'],
        [
          'multipart/form-data; boundary=b',
          '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\ncut',
        ],
        [
          'multipart/form-data; boundary=b',
          '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
        ],
      ];
      for (const [type, body] of broken) {
        const { host } = new URL(url());
        const answer = await sendRaw(
          url(),
          `POST /faces/captures HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${mobile}\r\nConnection: close\r\n` +
            `X-People-Id: ${cpf}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
        assert.equal(answer.status, 400, `${body}: ${answer.text}`);
        assertRequestId(answer as never);
      }
    });

    it('two photos in one form are refused', async () => {
      const form = new FormData();
      form.append('peopleId', cpf);
      for (const photo of photos.sameWoman)
        form.append('file', new Blob([photo as Uint8Array<ArrayBuffer>]), 'a.jpg');
      const answer = await send(url(), { method: 'POST', token: mobile, body: form });
      assertError(answer, 400, 'body_malformed');
    });
  });

  describe('auth', () => {
    it('no token, one that is none, or one of the other product is 401', async () => {
      assertError(await send(url(), { method: 'POST' }), 401, 'authorization_missing');
      assertError(await upload(photos.sameWoman[1], cpf, 'garbage'), 401, 'token_invalid');
      const customer = await service().token('customer');
      assertError(await upload(photos.sameWoman[1], cpf, customer), 401, 'token_wrong_product');
    });

    it('a token bound to another person, or without the scope, is 401', async () => {
      const other = await service().token('mobile', { peopleId: generateCpf() });
      assertError(await upload(photos.sameWoman[1], cpf, other), 401, 'token_other_person');
      const reader = await service().token('mobile', { scope: 'attempts:read' });
      assertError(await upload(photos.sameWoman[1], cpf, reader), 401, 'token_scope_missing');
    });
  });
});
