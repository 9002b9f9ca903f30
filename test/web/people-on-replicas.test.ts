import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { generateCpf } from '../../src/platform/documents.ts';
import { cutFacePhotos, type FacePhotos } from '../support/face-photos.ts';
import { type Answer, assertError, send } from '../support/http.ts';
import { shareReplicas, withoutReplicas } from '../support/replicas.ts';
import { toDataAddress } from '../support/service-photos.ts';

const customerScopes = [
  'faces:authenticate',
  'faces:write',
  'faces:duplicates',
  'attempts:read',
  'people:read',
  'people:erase',
  'people:export',
  'executions:write',
];
const failuresToLock = 3;

describe('two replicas, what they keep of people', { skip: withoutReplicas }, () => {
  const replicas = shareReplicas({
    RATE_LIMIT_PER_MINUTE: '100000',
    FACE_ANALYSIS_TIMEOUT_MS: '60000',
    FACE_LOCK_AFTER_FAILURES: String(failuresToLock),
  });
  let photos: FacePhotos;
  let customer: string;
  let mobile: string;
  let boundTo: (cpf: string) => Promise<string>;

  before(async () => {
    const { first, createClient, tokenOf } = replicas();
    photos = await cutFacePhotos();
    customer = await tokenOf(first, await createClient('customer', ...customerScopes));
    const app = await createClient('mobile', 'faces:authenticate', 'attempts:read');
    mobile = await tokenOf(first, app);
    boundTo = (cpf) => tokenOf(first, app, cpf);
  });

  const register = (url: string, cpf: string, photo: Uint8Array) =>
    send(`${url}/v1/people/${cpf}/face`, {
      method: 'PUT',
      token: customer,
      headers: { 'content-type': 'image/jpeg' },
      body: photo as RequestInit['body'],
    });
  const authenticate = (url: string, cpf: string, photo: Uint8Array, token = mobile) =>
    send(`${url}/faces/authenticate`, {
      method: 'POST',
      token,
      json: { peopleId: cpf, imageUrl: toDataAddress(photo) },
    });
  const get = (url: string, path: string) => send(`${url}${path}`, { token: customer });

  /** Registers the photo for somebody new; the people that may be the same, once all registered faces are searched. */
  async function findDuplicates(url: string, photo: Uint8Array): Promise<string[]> {
    for (;;) {
      const { status, body, text } = await register(url, generateCpf(), photo);
      assert.equal(status, 201, text);
      assert.ok(['complete', 'loading'].includes(body.duplicateSearch), text);
      if (body.duplicateSearch === 'complete') {
        return body.possibleDuplicates.map(({ personId }: { personId: string }) => personId);
      }
      // The index is still read at the start; the run ends a wait in vain.
      await delay(200);
    }
  }

  it('a person erased on one is erased on the other at once, in all that it answers', async () => {
    const { first, second } = replicas();
    const cpf = generateCpf();
    const [registered, received] = photos.sameWoman;

    // All of it by the second, so that whatever a process may keep, it keeps.
    assert.equal((await register(second, cpf, registered)).status, 201);
    const token = await boundTo(cpf);
    const attempt = await authenticate(second, cpf, received, token);
    assert.equal(attempt.status, 200, attempt.text);
    const attemptPath = `/faces/authenticate/${attempt.headers.get('x-attempt-id')}`;
    const repeated = (url: string) =>
      send(`${url}/v1/face-authentications`, {
        method: 'POST',
        token: customer,
        headers: { 'idempotency-key': 'once' },
        json: { peopleId: cpf, imageUrl: toDataAddress(received) },
      });
    const once = await repeated(second);
    assert.equal(once.status, 201, once.text);
    const replayed = await repeated(second);
    assert.equal(replayed.headers.get('idempotency-replayed'), 'true');
    assert.equal(replayed.headers.get('x-attempt-id'), once.headers.get('x-attempt-id'));
    const capture = await send(`${second}/faces/captures`, {
      method: 'POST',
      token,
      headers: { 'content-type': 'image/jpeg' },
      body: received as RequestInit['body'],
    });
    assert.equal(capture.status, 201, capture.text);
    const execute = (url: string): Promise<Answer> =>
      send(`${url}/v1/executions`, {
        method: 'POST',
        token: customer,
        headers: { 'idempotency-key': 'execution', prefer: 'wait=30' },
        json: { templateId: 'tpl_default_person', cpf },
      });
    const execution = await execute(second);
    assert.ok(execution.status < 300, execution.text);
    const executionPath = `/v1/executions/${execution.body.executionId}`;
    const person = await get(second, `/v1/people/${cpf}`);
    assert.equal(person.status, 200, person.text);
    const personId = person.body.id as string;
    const paths = [`/v1/people/${cpf}`, `/v1/people/${personId}`].flatMap((path) => [
      path,
      `${path}/history`,
      `${path}/export`,
    ]);
    for (const path of [...paths, executionPath]) assert.equal((await get(second, path)).status, 200, path);
    const before = (await send(`${second}${attemptPath}`, { token: mobile })).body.data;
    const imagePaths = [before.registeredImageUrl, before.receivedImageUrl].map((link: string) => {
      const { pathname, search } = new URL(link);
      return `${pathname}${search}`;
    });
    for (const path of imagePaths) assert.equal((await send(`${second}${path}`)).status, 200);
    assert.deepEqual(await findDuplicates(second, registered), [personId]);

    const erased = await send(`${first}/v1/people/${cpf}`, { method: 'DELETE', token: customer });
    assert.equal(erased.status, 200, erased.text);
    assert.equal(erased.body.personId, personId);

    for (const url of [second, first]) {
      for (const path of paths) assertError(await get(url, path), 404, 'profile_not_found');
      assertError(await get(url, `/v1/people/${cpf}/face`), 404, 'face_not_registered');
      for (const bearer of [mobile, token]) {
        assertError(await authenticate(url, cpf, received, bearer), 404, 'face_not_registered');
      }
      assertError(await repeated(url), 404, 'face_not_registered');
      assert.equal((await get(url, executionPath)).status, 404);
      for (const path of imagePaths) assert.equal((await send(`${url}${path}`)).status, 404);
      const { status, body } = await send(`${url}${attemptPath}`, { token: mobile });
      assert.equal(status, 200);
      assert.equal(body.data.isMatch, true);
      for (const gone of ['peopleId', 'sourceIp', 'registeredImageUrl', 'receivedImageUrl']) {
        assert.ok(!(gone in body.data), gone);
      }
      assert.ok(!(await findDuplicates(url, registered)).includes(personId));
    }

    // What the person sent before is no photo of whoever is registered under the CPF now.
    assert.equal((await register(second, cpf, registered)).status, 201);
    const withoutPhoto = await send(`${second}/faces/authenticate`, {
      method: 'POST',
      token,
      json: { peopleId: cpf },
    });
    assertError(withoutPhoto, 400, 'image_required');
    const again = await execute(second);
    assert.ok(again.status < 300, again.text);
    assert.notEqual(again.body.executionId, execution.body.executionId);
    const anew = await get(first, `/v1/people/${cpf}`);
    assert.notEqual(anew.body.id, personId);
    assert.deepEqual(
      anew.body.executions.map((it: { executionId: string }) => it.executionId),
      [again.body.executionId],
    );
  });

  it('a face deleted on one matches nobody on the other', async () => {
    const { first, second } = replicas();
    const cpf = generateCpf();
    assert.equal((await register(first, cpf, photos.sameWoman[0])).status, 201);
    assert.equal((await authenticate(second, cpf, photos.sameWoman[1])).status, 200);
    const deleted = await send(`${first}/v1/people/${cpf}/face`, { method: 'DELETE', token: customer });
    assert.ok(deleted.status < 300, deleted.text);
    assertError(await authenticate(second, cpf, photos.sameWoman[1]), 404, 'face_not_registered');
    // Another face in its place: the old one matches no more.
    assert.equal((await register(first, cpf, photos.otherWomen[0]!)).status, 201);
    const { body } = await authenticate(second, cpf, photos.sameWoman[1]);
    assert.equal(body.isMatch, false);
  });

  it('failed matches are counted together: both lock the CPF, and no other', async () => {
    const { first, second } = replicas();
    const cpf = generateCpf();
    const other = generateCpf();
    for (const one of [cpf, other])
      assert.equal((await register(first, one, photos.sameWoman[0])).status, 201);
    for (let count = 0; count < failuresToLock; count += 1) {
      const url = count % 2 === 0 ? first : second;
      const { status, body, text } = await authenticate(url, cpf, photos.otherWomen[count]!);
      assert.equal(status, 200, text);
      assert.equal(body.isMatch, false);
    }
    for (const url of [first, second]) {
      assertError(await authenticate(url, cpf, photos.sameWoman[1]), 429, 'face_locked');
      assert.equal((await authenticate(url, other, photos.sameWoman[1])).body.isMatch, true);
    }
  });
});
