import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import { generateCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { cutFacePhotos, type FacePhotos } from '../../support/face-photos.ts';
import { type Answer, assertError, bodyOf, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { putFace, toDataAddress } from '../../support/service-photos.ts';

/** What tells which photo passes, or how near one came. */
const evidence = ['sourceIp', 'registeredImageUrl', 'receivedImageUrl', 'faceMatch', 'liveness', 'decision'];

describeDatabases('what an attempt tells to whom', (kind) => {
  const service = shareService(kind, { env: { FACE_LOCK_AFTER_FAILURES: '3' } });
  const cpf = generateCpf();
  let photos: FacePhotos;
  let backEnd: string;
  let bound: string;
  let narrow: string;
  let passed: Answer;

  before(async () => {
    photos = await cutFacePhotos();
    assert.equal((await putFace(service(), cpf, photos.sameWoman[0])).status, 201);
    backEnd = await service().token('mobile');
    bound = await service().token('mobile', { peopleId: cpf });
    narrow = await service().token('mobile', { scope: 'faces:authenticate' });
    passed = await post(backEnd, photos.sameWoman[1], 'key');
    assert.equal(passed.body.isMatch, true);
    assert.equal(passed.body.decision.outcome, 'match');
  });

  const post = (token: string, photo: Uint8Array, key?: string, peopleId: string = cpf): Promise<Answer> =>
    send(`${service().url}/v1/face-authentications`, {
      method: 'POST',
      token,
      json: { peopleId, imageUrl: toDataAddress(photo) },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });

  function assertVerdictOnly(attempt: object): void {
    assert.deepEqual(Object.keys(attempt).sort(), [
      'createdAt',
      'executionOriginId',
      'id',
      'isMatch',
      'peopleId',
    ]);
  }

  /** The contract's address has it in `data`. */
  function attemptOf(answer: Answer): Record<string, unknown> {
    return answer.body.data ?? bodyOf(answer);
  }

  it('a bound token reads what its client made for its person, by Location; nobody else’s', async () => {
    const [own, other] = await Promise.all([
      service().createClient('mobile'),
      service().createClient('mobile'),
    ]);
    const fetchBound = (client: typeof own, peopleId: string, scope = 'faces:authenticate') =>
      service().fetchToken(client, { scope, peopleId });
    const phone = await fetchBound(own, cpf);
    const json = { peopleId: cpf, imageUrl: toDataAddress(photos.sameWoman[1]) };
    const addresses = [
      (await post(phone, photos.sameWoman[1])).headers.get('location')!,
      (await send(`${service().url}/faces/authenticate`, { method: 'POST', token: phone, json })).headers.get(
        'location',
      )!,
    ];
    const strangers = {
      'the same person, by another client': await fetchBound(other, cpf, 'faces:authenticate attempts:read'),
      'another person, by the same client': await fetchBound(own, generateCpf()),
      'nobody’s, without attempts:read': await service().fetchToken(own, { scope: 'faces:authenticate' }),
      'the person’s, of liveness sessions only': await fetchBound(own, cpf, 'liveness:write'),
    };
    for (const address of addresses) {
      const answer = await send(address, { token: phone });
      assert.equal(answer.status, 200, answer.text);
      assertVerdictOnly(attemptOf(answer));
      const refused = await Promise.all(
        Object.entries(strangers).map(async ([name, token]) => [
          name,
          (await send(address, { token })).body.code,
        ]),
      );
      assert.deepEqual(refused, [
        ['the same person, by another client', 'attempt_not_found'],
        ['another person, by the same client', 'token_other_person'],
        [
          'nobody’s, without attempts:read',
          address.includes('/v1/') ? 'scope_forbidden' : 'token_scope_missing',
        ],
        [
          'the person’s, of liveness sessions only',
          address.includes('/v1/') ? 'scope_forbidden' : 'token_scope_missing',
        ],
      ]);
    }
    assertError(
      await send(`${service().url}/v1/face-authentications`, { token: phone }),
      403,
      'scope_forbidden',
    );
    const landmarks = `${addresses[0]}/landmarks`;
    assert.notEqual((await send(landmarks, { token: phone })).status, 200);
  });

  it('an unbound token with attempts:read gets the whole record', async () => {
    for (const name of evidence) assert.ok(name in passed.body, name);
    const { id } = passed.body;
    for (const path of ['/faces/authenticate', '/v1/face-authentications']) {
      const again = await send(`${service().url}${path}/${id}`, { token: backEnd });
      assert.deepEqual(Object.keys(attemptOf(again)), Object.keys(attemptOf(passed)));
    }
  });

  it('a token bound to the person reads the verdict on both surfaces, and nothing of how it came about', async () => {
    const { id } = passed.body;
    for (const path of ['/faces/authenticate', '/v1/face-authentications']) {
      const answer = await send(`${service().url}${path}/${id}`, { token: bound });
      assert.equal(answer.status, 200);
      assertVerdictOnly(attemptOf(answer));
      assert.equal(attemptOf(answer).isMatch, true);
    }
  });

  it('an authentication by a bound token, or one without attempts:read, is answered with the verdict only', async () => {
    for (const token of [bound, narrow]) {
      for (const photo of [photos.sameWoman[1], photos.otherWomen[0]!]) {
        const answer = await post(token, photo);
        assert.equal(answer.status, 201);
        assertVerdictOnly(attemptOf(answer));
        assert.ok(!/img_|similarity|probability|score/.test(JSON.stringify(answer.body)));
      }
    }
    await post(backEnd, photos.sameWoman[1]);
  });

  it('a stored answer that is given again tells what its reader may know, not what its first one was told', async () => {
    const again = await post(bound, photos.sameWoman[1], 'key');
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.equal(again.body.id, passed.body.id);
    assertVerdictOnly(attemptOf(again));
    const whole = await post(backEnd, photos.sameWoman[1], 'key');
    assert.ok('registeredImageUrl' in whole.body);
  });

  it('a bound token lists no attempts', async () => {
    const own = await service().token('mobile', { peopleId: cpf });
    const answer = await send(`${service().url}/v1/face-authentications`, { token: own });
    assertError(answer, 403, 'scope_forbidden');
    assertError(
      await send(`${service().url}/v1/face-authentications`, { token: narrow }),
      403,
      'scope_forbidden',
    );
  });

  describe('a photo that is the reference photo again', () => {
    const copies: Readonly<Record<string, (photo: Uint8Array) => Promise<Uint8Array>>> = {
      'the same bytes': async (photo) => photo,
      'the same pixels as PNG': (photo) => sharp(photo).png().toBuffer(),
      'WebP, darker': (photo) => sharp(photo).linear(0.9, 0).webp({ quality: 60 }).toBuffer(),
      AVIF: (photo) => sharp(photo).avif({ quality: 45, effort: 0 }).toBuffer(),
      mirrored: (photo) => sharp(photo).flop().jpeg().toBuffer(),
      'smaller, cropped, recompressed': async (photo) => {
        const { width, height } = await sharp(photo).metadata();
        const part = {
          left: Math.round(width * 0.07),
          top: Math.round(height * 0.05),
          width: Math.round(width * 0.85),
          height: Math.round(height * 0.9),
        };
        const cropped = await sharp(photo).extract(part).png().toBuffer();
        return await sharp(cropped)
          .resize(Math.round(part.width * 0.7))
          .jpeg({ quality: 40 })
          .toBuffer();
      },
    };

    for (const [name, copy] of Object.entries(copies)) {
      it(`never matches: ${name}`, async () => {
        const person = generateCpf();
        await putFace(service(), person, photos.sameWoman[0]);
        const data = (await post(backEnd, await copy(photos.sameWoman[0]), undefined, person)).body;
        assert.equal(data.decision.outcome, 'reference_replayed');
        assert.equal(data.isMatch, false);
        assert.deepEqual(data.liveness, { probability: 0, isAlive: false });
      });
    }

    it('never matches as a capture, nor at the old address, which answers as usual', async () => {
      const person = generateCpf();
      await putFace(service(), person, photos.sameWoman[0]);
      const token = await service().token('mobile', { peopleId: person });
      const upload = await send(`${service().url}/faces/captures`, {
        method: 'POST',
        token,
        headers: { 'content-type': 'image/jpeg' },
        body: photos.sameWoman[0] as RequestInit['body'],
      });
      assert.equal(upload.status, 201);
      const answer = await send(`${service().url}/faces/authenticate`, {
        method: 'POST',
        token,
        json: { peopleId: person },
      });
      assert.equal(answer.status, 200);
      assert.equal(answer.body.isMatch, false);
      const attempt = await send(answer.headers.get('location')!, { token: backEnd });
      assert.equal(attempt.body.data.decision.outcome, 'reference_replayed');
    });

    it('counts towards the lock of the face, and is in the audit log', async () => {
      const person = generateCpf();
      await putFace(service(), person, photos.sameWoman[0]);
      for (let sent = 0; sent < 3; sent++) {
        assert.equal((await post(backEnd, photos.sameWoman[0], undefined, person)).status, 201);
      }
      assertError(await post(backEnd, photos.sameWoman[1], undefined, person), 429, 'face_locked');
      const admin = await service().token('customer');
      const { body } = await send(`${service().url}/v1/audit?action=face.authenticate`, { token: admin });
      const replays = body.items.filter(
        (event: { detail?: { outcome?: string } }) => event.detail?.outcome === 'reference_replayed',
      );
      assert.ok(replays.length >= 3);
    });
  });
});
