import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { generateCpf } from '../../../src/platform/documents/index.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../../support/console.ts';
import { describeDatabases } from '../../support/database.ts';
import { assertError, assertRequestId, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { toDataAddress } from '../../support/service-photos.ts';
import { createDistinctPhoto } from '../open-faces.ts';

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
