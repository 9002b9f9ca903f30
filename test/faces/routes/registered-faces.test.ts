import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import { generateCpf } from '../../../src/platform/documents.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../../support/console.ts';
import { describeDatabases } from '../../support/database.ts';
import { cutFacePhotos, type FacePhotos, readSamplePhoto } from '../../support/face-photos.ts';
import { type Answer, assertError, assertRequestId, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { createGreyPhoto, putFace, toDataAddress, unsupportedFiles } from '../../support/service-photos.ts';
import { createDistinctPhoto } from '../open-faces.ts';

describeDatabases('/v1/people/{cpf}/face', (kind) => {
  const service = shareService(kind, { constants: { faces: { maxReferences: 2 } } });
  let photos: FacePhotos;
  let customer: string;
  let mobile: string;

  before(async () => {
    photos = await cutFacePhotos();
    customer = await service().token('customer');
    mobile = await service().token('mobile');
  });

  const url = (cpf: string) => `${service().url}/v1/people/${cpf}/face`;
  const put = (cpf: string, json: unknown, token = customer) =>
    send(url(cpf), { method: 'PUT', token, json });
  const list = (cpf: string) => send(url(cpf), { token: customer });
  const remove = (cpf: string) => send(url(cpf), { method: 'DELETE', token: customer });
  const authenticate = (cpf: string, photo: Uint8Array): Promise<Answer> =>
    send(`${service().url}/faces/authenticate`, {
      method: 'POST',
      token: mobile,
      json: { peopleId: cpf, imageUrl: toDataAddress(photo) },
    });

  describe('PUT', () => {
    it('the first photo is answered with 201, a further one with 200, both with figures', async () => {
      const cpf = generateCpf();
      const first = await put(cpf, { imageUrl: toDataAddress(photos.sameWoman[0]) });
      assert.equal(first.status, 201);
      assert.equal((await authenticate(cpf, photos.sameWoman[1])).body.isMatch, true);
      const second = await putFace(service(), cpf, photos.sameWoman[1]);
      assert.equal(second.status, 200);
      for (const [index, answer] of [first, second].entries()) {
        assertRequestId(answer);
        const { id, createdAt, references, templateModel, quality, liveness } = answer.body;
        assert.match(id, /^fac_[0-9a-f]{32}$/);
        assert.match(createdAt, /^\d{4}-\d\d-\d\dT.*Z$/);
        assert.equal(references, index + 1);
        assert.equal(typeof templateModel, 'string');
        for (const figure of [
          'faceWidthPx',
          'eyeDistancePx',
          'faceWidthShare',
          'sharpness',
          'brightness',
          'contrast',
          'detectionScore',
        ]) {
          assert.ok(quality[figure] > 0, figure);
        }
        for (const figure of ['yawDegrees', 'pitchDegrees', 'eyesVisibility', 'mouthVisibility']) {
          assert.equal(typeof quality[figure], 'number', figure);
        }
        assert.equal(Object.keys(quality.components).length, 15);
        for (const [name, score] of Object.entries(quality.components)) {
          assert.ok(Number.isInteger(score) && Number(score) >= 0 && Number(score) <= 100, name);
        }
        assert.ok(liveness.probability >= 0 && liveness.probability <= 1);
        assert.equal(typeof liveness.isAlive, 'boolean');
      }
    });

    it('a poor photo is refused with its reason, and compared all the same', async () => {
      const cpf = generateCpf();
      await putFace(service(), cpf, photos.sameWoman[0]);
      const dark = await sharp(photos.sameWoman[0]).linear(0.16, 0).jpeg({ quality: 92 }).toBuffer();
      const refused = await putFace(service(), cpf, dark);
      assertError(refused, 400, 'photo_too_dark');
      assert.match(refused.body.detail, /mean grey of \d+ of 255/);
      assert.equal((await list(cpf)).body.items.length, 1);
      assert.equal((await authenticate(cpf, dark)).status, 200);
    });

    it('the same photo sent again makes no second reference', async () => {
      const cpf = generateCpf();
      await putFace(service(), cpf, photos.sameWoman[0]);
      const again = await putFace(service(), cpf, photos.sameWoman[0]);
      assert.deepEqual([again.status, again.body.references], [200, 1]);
      assert.deepEqual(
        (await list(cpf)).body.items.map(({ id }: { id: string }) => id),
        [again.body.id],
      );
    });

    it('over the limit the oldest photo gives way', async () => {
      const cpf = generateCpf();
      const ids: string[] = [];
      for (const photo of photos.otherWomen.slice(0, 3)) {
        ids.unshift((await putFace(service(), cpf, photo)).body.id);
      }
      assert.deepEqual(
        (await list(cpf)).body.items.map(({ id }: { id: string }) => id),
        ids.slice(0, 2),
      );
      // Each would be told for a copy of itself while it is a reference photo.
      const outcomes: string[] = [];
      for (const photo of photos.otherWomen.slice(0, 3)) {
        const { headers } = await authenticate(cpf, photo);
        const attempt = await send(headers.get('location')!, { token: mobile });
        outcomes.push(attempt.body.data.decision.outcome);
      }
      assert.deepEqual(outcomes, ['face_mismatch', 'reference_replayed', 'reference_replayed']);
    });

    it('registrations for one CPF at once all count, up to the limit', async () => {
      const cpf = generateCpf();
      const answers = await Promise.all(photos.otherWomen.map((photo) => putFace(service(), cpf, photo)));
      assert.deepEqual(
        answers.map(({ status }) => status).sort(),
        [201, ...photos.otherWomen.slice(1).map(() => 200)].sort(),
      );
      assert.equal((await list(cpf)).body.items.length, 2);
    });

    it('bad photos are refused each with a code of its own, and nothing is registered', async () => {
      const cpf = generateCpf();
      const cases: [string, Uint8Array][] = [
        ['image_undecodable', photos.sameWoman[0].subarray(0, photos.sameWoman[0].length >> 2)],
        ['face_not_found', await createGreyPhoto()],
        ['multiple_faces', await readSamplePhoto(1)],
        ['face_too_small', (await cutFacePhotos(64)).sameWoman[0]],
        ...Object.values(unsupportedFiles).map((file): [string, Uint8Array] => ['image_unsupported', file]),
        ['image_required', new Uint8Array()],
      ];
      for (const [code, photo] of cases) {
        const answer = await putFace(service(), cpf, photo);
        assert.equal(answer.body.code, code);
        assertError(answer, 400, code);
      }
      assertError(await list(cpf), 404, 'face_not_registered');
    });

    it('a body without a photo, or with a wrong one, is refused', async () => {
      const cpf = generateCpf();
      for (const json of [{}, [], 'text', null]) assertError(await put(cpf, json), 400, 'image_required');
      assertError(await send(url(cpf), { method: 'PUT', token: customer }), 400, 'image_required');
      for (const imageUrl of [7, null, {}]) {
        const answer = await put(cpf, { imageUrl });
        assertError(answer, 400, 'request_invalid');
        assert.equal(answer.body.errors[0].path, 'body/imageUrl');
      }
      assertError(await put(cpf, { imageUrl: 'nonsense' }), 400, 'image_address_invalid');
    });

    it('photos that are refused or replaced leave no file behind', async () => {
      const files = async () =>
        (await readdir(join(service().dataDir, 'images'), { recursive: true, withFileTypes: true })).filter(
          (entry) => entry.isFile(),
        ).length;
      const cpf = generateCpf();
      const start = await files();
      await putFace(service(), cpf, photos.sameWoman[0]);
      assert.equal(await files(), start + 1);
      await putFace(service(), cpf, photos.sameWoman[0]);
      await putFace(service(), cpf, await createGreyPhoto());
      assert.equal(await files(), start + 1);
      await remove(cpf);
      assert.equal(await files(), start);
    });
  });

  describe('GET', () => {
    it('photos are listed newest first, each with a link that opens it', async () => {
      const cpf = generateCpf();
      await putFace(service(), cpf, photos.sameWoman[0]);
      await putFace(service(), cpf, photos.sameWoman[1]);
      const answer = await list(cpf);
      assert.equal(answer.status, 200);
      assertRequestId(answer);
      assert.match(answer.body.items[0].personId, /^per_[0-9a-f]{32}$/);
      assert.equal(answer.body.items.length, 2);
      const [newest, oldest] = answer.body.items;
      assert.ok(newest.createdAt >= oldest.createdAt);
      for (const face of answer.body.items) assert.equal((await fetch(face.imageUrl)).status, 200);
      assert.ok(!answer.text.includes(cpf));
    });

    it('a photo whose file is lost is 503, not a wrong photo', async () => {
      const cpf = generateCpf();
      await putFace(service(), cpf, photos.sameWoman[0]);
      const { imageUrl } = (await list(cpf)).body.items[0];
      const name = new URL(imageUrl).pathname.split('/').at(-1)!;
      const folder = join(service().dataDir, 'images');
      const path = (await readdir(folder, { recursive: true })).find((each) => each.endsWith(name));
      await rm(join(folder, path!));
      assertError(await send(imageUrl), 503, 'image_store_unavailable');
    });

    it('a CPF without photos is 404', async () => {
      assertError(await list(generateCpf()), 404, 'face_not_registered');
    });
  });

  describe('DELETE', () => {
    it('from then on nobody authenticates as that CPF', async () => {
      const cpf = generateCpf();
      await putFace(service(), cpf, photos.sameWoman[0]);
      await putFace(service(), cpf, photos.sameWoman[1]);
      assert.equal((await remove(cpf)).status, 204);
      assertError(await authenticate(cpf, photos.sameWoman[1]), 404, 'face_not_registered');
      assertError(await list(cpf), 404, 'face_not_registered');
      assertError(await remove(cpf), 404, 'face_not_registered');
      assert.equal((await putFace(service(), cpf, photos.sameWoman[0])).status, 201);
    });

    it('the links to removed photos lead nowhere', async () => {
      const cpf = generateCpf();
      await putFace(service(), cpf, photos.sameWoman[0]);
      const { imageUrl } = (await list(cpf)).body.items[0];
      assert.equal((await fetch(imageUrl)).status, 200);
      await remove(cpf);
      assertError(await send(imageUrl), 404, 'image_not_found');
    });

    it('a Content-Type without a body, as some clients send it, does no harm', async () => {
      const cpf = generateCpf();
      await putFace(service(), cpf, photos.sameWoman[0]);
      const headers = { 'content-type': 'application/json' };
      assert.equal((await send(url(cpf), { method: 'DELETE', token: customer, headers })).status, 204);
    });
  });

  describe('every method', () => {
    const methods = ['PUT', 'GET', 'DELETE'];
    const call = (method: string, cpf: string, token: string | undefined, authorization?: string) =>
      send(url(cpf), { method, token, ...(authorization === undefined ? {} : { authorization }) });

    it('a value that is no CPF is 400 and is not repeated', async () => {
      for (const method of methods) {
        for (const value of ['12345678900', '123', 'per_1', '%zz', '123.456.789-09']) {
          const answer = await call(method, value, customer);
          assertError(answer, 400, 'request_invalid');
          assert.equal(answer.body.errors[0].path, 'params/cpf');
          assert.ok(!answer.text.includes('12345678900'));
        }
      }
    });

    it('no token, one that is none, one of a phone or a bare one is 401', async () => {
      for (const method of methods) {
        assertError(await call(method, generateCpf(), undefined), 401, 'authorization_missing');
        assertError(await call(method, generateCpf(), 'garbage'), 401, 'token_invalid');
        assertError(await call(method, generateCpf(), mobile), 401, 'token_wrong_product');
        assertError(await call(method, generateCpf(), undefined, customer), 401, 'token_invalid');
      }
    });

    it('a missing scope is 403', async () => {
      const token = await service().token('customer', { scope: 'people:read faces:authenticate' });
      for (const method of methods) {
        assertError(await call(method, generateCpf(), token), 403, 'scope_forbidden');
      }
    });
  });
});

describeDatabases('GET /v1/people/{personId}/registrations', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });
  let admin: Person;
  let analyst: Person;

  before(async () => {
    admin = await acceptFirstAdministrator(service());
    analyst = await invitePerson(service(), admin, 'analyst');
  });

  const register = async (cpf: string, json: object = {}) => {
    const imageUrl = toDataAddress(await createDistinctPhoto());
    const answer = await send(`${service().url}/v1/people/${cpf}/face`, {
      method: 'PUT',
      token: await service().token('customer'),
      json: { imageUrl, ...json },
    });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const list = (personId: string) => analyst.request('GET', `/v1/people/${personId}/registrations`);

  it('lists them newest first, by id or CPF, with photos for who reads evidence alone', async () => {
    const cpf = generateCpf();
    const first = await register(cpf, { legalBasis: 'fraud_prevention' });
    const second = await register(cpf);
    const answer = await list(cpf);
    assert.equal(answer.status, 200, answer.text);
    assertRequestId(answer);
    const photos = answer.body.items.map(({ imageUrl }: { imageUrl: string }) => imageUrl);
    for (const url of photos) assert.match(url, /\/images\/img_/);
    const token = await service().token('customer', { scope: 'people:read' });
    const read = await send(`${service().url}/v1/people/${cpf}/registrations`, { token });
    const { items } = read.body;
    const { personId } = items[0];
    assert.match(personId, /^per_/);
    assert.deepEqual(items, [
      { id: second.id, personId, registeredAt: second.createdAt, templateModel: second.templateModel },
      {
        id: first.id,
        personId,
        registeredAt: first.createdAt,
        templateModel: first.templateModel,
        legalBasis: 'fraud_prevention',
      },
    ]);
    assert.doesNotMatch(read.text, /image|template"|quality/);
    assert.equal((await list(personId)).body.items.length, items.length);
    const { items: events } = (
      await admin.request('GET', `/v1/audit?action=face.registrations&target=${personId}`)
    ).body;
    const byPeople = events.filter(({ actor }: { actor: { id: string } }) => actor.id.startsWith('acc_'));
    assert.deepEqual(
      byPeople.map(({ actor, outcome }: { actor: { id: string }; outcome: string }) => [actor.id, outcome]),
      [
        [analyst.accountId, 'done'],
        [analyst.accountId, 'done'],
      ],
    );
  });

  it('lists none for a person whose photos were removed, and nothing for an erased one', async () => {
    const cpf = generateCpf();
    await register(cpf);
    const { personId } = (await list(cpf)).body.items[0];
    const token = await service().token('customer');
    const removed = await send(`${service().url}/v1/people/${cpf}/face`, { method: 'DELETE', token });
    assert.equal(removed.status, 204, removed.text);
    assert.deepEqual((await list(personId)).body.items, []);
    const erased = await send(`${service().url}/v1/people/${personId}`, { method: 'DELETE', token });
    assert.equal(erased.status, 200, erased.text);
    assertError(await list(personId), 404, 'profile_not_found');
    assertError(await list(cpf), 404, 'profile_not_found');
  });

  it('who may not, does not; what names nobody is said', async () => {
    const developer = await invitePerson(service(), admin, 'developer');
    const cpf = generateCpf();
    await register(cpf);
    const path = `/v1/people/${cpf}/registrations`;
    assertError(await developer.request('GET', path), 403, 'scope_forbidden');
    const mobile = await service().token('mobile');
    assert.equal((await send(`${service().url}${path}`, { token: mobile })).status, 401);
    assert.equal((await send(`${service().url}${path}`)).status, 401);
    assertError(await list('nobody'), 400, 'request_invalid');
    assertError(await list(generateCpf()), 404, 'profile_not_found');
  });
});
