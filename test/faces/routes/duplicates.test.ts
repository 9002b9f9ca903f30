import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generateCpf } from '../../../src/platform/documents.ts';
import { send } from '../../support/http.ts';
import { shareService, type TestService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { createGreyPhoto } from '../../support/service-photos.ts';

async function put(service: TestService, cpf: string, photo: Uint8Array, scopes: readonly string[]) {
  const client = await service.createClient('customer', scopes);
  return await send(`${service.url}/v1/people/${cpf}/face`, {
    method: 'PUT',
    token: await service.fetchToken(client),
    headers: { 'content-type': 'image/jpeg' },
    body: photo as RequestInit['body'],
  });
}

describe('PUT /v1/people/{cpf}/face, possible duplicates', () => {
  const service = shareService('embedded', { engine: createStandInEngine() });

  it('are named by profile id to a client with the scope, and not to others', async () => {
    const photo = await createGreyPhoto(201);
    const [first, second, third] = [generateCpf(), generateCpf(), generateCpf()];
    assert.equal((await put(service(), first, photo, ['faces:write'])).status, 201);
    await service().running.duplicates?.loaded();

    const silent = await put(service(), second, photo, ['faces:write']);
    assert.equal(silent.status, 201);
    assert.ok(!('possibleDuplicates' in silent.body) && !('duplicateSearch' in silent.body));

    const told = await put(service(), third, photo, ['faces:write', 'faces:duplicates']);
    assert.equal(told.status, 201);
    assert.equal(told.body.duplicateSearch, 'complete');
    assert.equal(told.body.possibleDuplicates.length, 2);
    for (const { personId, similarity } of told.body.possibleDuplicates) {
      assert.match(personId, /^per_[0-9a-f]{32}$/);
      assert.equal(similarity, 1);
    }
    const text = JSON.stringify(told.body);
    for (const cpf of [first, second]) assert.ok(!text.includes(cpf));
  });

  it('a face that nobody else has is answered with an empty list', async () => {
    await service().running.duplicates?.loaded();
    const scopes = ['faces:write', 'faces:duplicates'];
    const { body } = await put(service(), generateCpf(), await createGreyPhoto(202), scopes);
    assert.deepEqual([body.duplicateSearch, body.possibleDuplicates], ['complete', []]);
  });

  it('the scope alone registers nothing', async () => {
    const answer = await put(service(), generateCpf(), await createGreyPhoto(203), ['faces:duplicates']);
    assert.equal(answer.status, 403);
  });
});

describe('FACE_DUPLICATE_SEARCH=off', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { FACE_DUPLICATE_SEARCH: 'off' },
  });

  it('nothing is searched and nothing said', async () => {
    const scopes = ['faces:write', 'faces:duplicates'];
    const answer = await put(service(), generateCpf(), await createGreyPhoto(204), scopes);
    assert.equal(answer.status, 201);
    assert.ok(!('duplicateSearch' in answer.body));
  });
});

describe('FACE_DUPLICATE_MIN_SIMILARITY', () => {
  const service = shareService('embedded', {
    engine: { ...createStandInEngine(), compare: () => ({ similarity: 0.8, score: 1 }) },
    env: { FACE_DUPLICATE_MIN_SIMILARITY: '0.81' },
  });

  it('what is less alike than that is not named', async () => {
    const photo = await createGreyPhoto(205);
    await service().running.duplicates?.loaded();
    const scopes = ['faces:write', 'faces:duplicates'];
    await put(service(), generateCpf(), photo, scopes);
    const { body } = await put(service(), generateCpf(), photo, scopes);
    assert.deepEqual([body.duplicateSearch, body.possibleDuplicates], ['complete', []]);
  });
});
