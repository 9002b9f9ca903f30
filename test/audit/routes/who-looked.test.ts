import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { generateCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { cutFacePhotos } from '../../support/face-photos.ts';
import { assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { putFace, toDataAddress } from '../../support/service-photos.ts';

type Event = { readonly action: string; readonly subjects?: string[]; readonly target?: string };

describeDatabases('who looked at a person', (kind) => {
  const service = shareService(kind);
  const cpf = generateCpf();
  let token: string;
  let personId: string;

  const url = (path: string) => `${service().url}${path}`;
  const listAbout = async (how: { readonly personId?: string; readonly cpf?: string }): Promise<Event[]> => {
    const query = how.personId === undefined ? '' : `&personId=${how.personId}`;
    const answer = await send(url(`/v1/audit?limit=200${query}`), {
      token,
      headers: how.cpf === undefined ? {} : { 'x-people-id': how.cpf },
    });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.items;
  };

  before(async () => {
    token = await service().token('customer');
    const { sameWoman } = await cutFacePhotos();
    const other = generateCpf();
    assert.equal((await putFace(service(), other, sameWoman[0])).status, 201);
    assert.equal((await putFace(service(), cpf, sameWoman[0])).status, 201);
    personId = (await send(url(`/v1/people/${cpf}/face`), { token })).body.items[0].personId;
    const created = await send(url('/v1/face-authentications'), {
      method: 'POST',
      token,
      json: { peopleId: cpf, imageUrl: toDataAddress(sameWoman[1]) },
    });
    assert.equal(created.status, 201, created.text);
    const attempt = await send(url(`/v1/face-authentications/${created.body.id}`), { token });
    assert.equal((await send(attempt.body.receivedImageUrl)).status, 200);
    const execution = await send(url('/v1/executions'), {
      method: 'POST',
      token,
      json: { templateId: 'tpl_default_person', cpf },
    });
    for (const path of [
      `/v1/executions/${execution.body.executionId}`,
      '/v1/executions',
      `/v1/people/${cpf}`,
      `/v1/people/${personId}/history`,
      `/v1/people/${personId}/export`,
      `/v1/people/${other}`,
    ]) {
      assert.equal((await send(url(path), { token })).status, 200, path);
    }
  });

  it('is answered by id and by CPF, with every kind of read and about nobody else', async () => {
    const byId = await listAbout({ personId });
    const actions = new Set(byId.map(({ action }) => action));
    for (const action of [
      'face.register',
      'face.read',
      'face.authenticate',
      'attempt.read',
      'image.read',
      'execution.create',
      'execution.read',
      'execution.list',
      'person.read',
      'person.history',
      'person.export',
    ]) {
      assert.ok(actions.has(action), `${action} is among them`);
    }
    for (const { subjects } of byId) assert.ok(subjects?.includes(personId));
    assert.equal(byId.filter(({ action }) => action === 'person.read').length, 1);
    const byCpf = await listAbout({ cpf });
    const withoutLists = (events: Event[]) => events.filter(({ action }) => action !== 'audit.read');
    assert.deepEqual(withoutLists(byCpf), withoutLists(byId));
    assert.ok(!JSON.stringify(byCpf).includes(cpf), 'no CPF in the log');
  });

  it('knows nobody by a CPF without a person, and refuses what names nobody', async () => {
    assert.deepEqual(await listAbout({ cpf: generateCpf() }), []);
    const wrong: [string, Record<string, string>][] = [
      ['?personId=nobody', {}],
      [`?personId=${cpf}`, {}],
      ['', { 'x-people-id': '12345678900' }],
      [`?personId=${personId}`, { 'x-people-id': cpf }],
    ];
    for (const [query, headers] of wrong) {
      assertError(await send(url(`/v1/audit${query}`), { token, headers }), 400, 'request_invalid');
    }
  });

  it('is answered after the erasure by id, and by CPF no more', async () => {
    const erased = await send(url(`/v1/people/${cpf}`), { method: 'DELETE', token });
    assert.equal(erased.status, 200, erased.text);
    assert.deepEqual(await listAbout({ cpf }), []);
    const actions = (await listAbout({ personId })).map(({ action }) => action);
    for (const action of ['person.erase', 'person.read', 'attempt.read']) assert.ok(actions.includes(action));
  });
});
