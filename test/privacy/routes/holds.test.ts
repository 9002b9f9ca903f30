import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { generateCpf } from '../../../src/platform/documents.ts';
import { createPhoto } from '../../images/photos.ts';
import { beginLiveness, createLivenessSession } from '../../support/capture-page.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../../support/console.ts';
import { describeDatabases } from '../../support/database.ts';
import { assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { putFace } from '../../support/service-photos.ts';

describeDatabases('holds on people', (kind) => {
  const service = shareService(kind, {
    engine: createStandInEngine(),
    env: { RETENTION_ATTEMPTS_DAYS: '30' },
  });
  let admin: Person;
  let supervisor: Person;

  before(async () => {
    admin = await acceptFirstAdministrator(service());
    supervisor = await invitePerson(service(), admin, 'supervisor');
  });

  async function register() {
    const cpf = generateCpf();
    const { status } = await putFace(service(), cpf, await createPhoto({ format: 'jpeg' }));
    assert.equal(status, 201);
    const { body } = await admin.request('GET', `/v1/people/${cpf}/face`);
    return { cpf, personId: body.items[0].personId as string };
  }
  const setHold = async (personId: string, more: object = {}) => {
    const path = `/v1/people/${personId}/holds`;
    const { status, body, text } = await supervisor.request('POST', path, { reason: 'Processo 1', ...more });
    assert.equal(status, 201, text);
    return body;
  };

  it('refuse to erase the person, by id and by CPF, until the last one is ended', async () => {
    const { cpf, personId } = await register();
    const first = await setHold(cpf);
    const second = await setHold(personId);
    assert.equal(first.personId, personId);
    assert.deepEqual(first.setBy, { kind: 'account', id: supervisor.accountId });
    for (const name of [personId, cpf]) {
      const refused = await admin.request('DELETE', `/v1/people/${name}`);
      assert.deepEqual([refused.status, refused.body.code], [409, 'person_held']);
    }
    assert.equal((await supervisor.request('DELETE', `/v1/people/${cpf}/holds/${first.id}`)).status, 204);
    assert.equal((await admin.request('DELETE', `/v1/people/${personId}`)).body.code, 'person_held');
    await supervisor.request('DELETE', `/v1/people/${personId}/holds/${second.id}`);
    const { items: over } = (await admin.request('GET', `/v1/people/${personId}/holds`)).body;
    assert.ok(over.every(({ isStanding }: { isStanding: boolean }) => !isStanding));
    const again = await supervisor.request('DELETE', `/v1/people/${personId}/holds/${second.id}`);
    assert.equal(again.body.code, 'hold_not_found');
    const erased = await admin.request('DELETE', `/v1/people/${personId}`);
    assert.equal(erased.status, 200, erased.text);
    assert.equal(erased.body.erased.holds, 2);
    const { items } = (await admin.request('GET', `/v1/people/${personId}/holds`)).body;
    assert.deepEqual(items, []);
  });

  it('keep the reference photos, too', async () => {
    const { cpf } = await register();
    await setHold(cpf);
    const refused = await admin.request('DELETE', `/v1/people/${cpf}/face`);
    assert.deepEqual([refused.status, refused.body.code], [409, 'person_held']);
    assert.equal((await admin.request('GET', `/v1/people/${cpf}/face`)).status, 200);
  });

  it('keep the oldest reference photo when more come than are kept', async () => {
    const { cpf } = await register();
    const put = async (width: number) =>
      await putFace(service(), cpf, await createPhoto({ format: 'jpeg', width }));
    const first = (await admin.request('GET', `/v1/people/${cpf}/face`)).body.items[0].id;
    await setHold(cpf);
    for (let references = 2; references <= 5; references++) {
      assert.equal((await put(100 + references)).body.references, references);
    }
    assertError(await put(200), 409, 'person_held');
    const { items } = (await admin.request('GET', `/v1/people/${cpf}/face`)).body;
    assert.deepEqual([items.length, items.at(-1).id], [5, first]);
  });

  it('keep liveness sessions that were used, and none that were not', async () => {
    const { cpf } = await register();
    const token = await service().token('customer');
    const upload = async () => {
      const session = await createLivenessSession(service().mobileUrl, token, {
        purpose: 'register',
        peopleId: cpf,
      });
      const sent = await send(`${session.url}/upload`, {
        method: 'POST',
        token: await beginLiveness(session),
        headers: { 'content-type': 'image/jpeg' },
        body: await createPhoto({ format: 'jpeg' }),
      });
      assert.equal(sent.status, 200, sent.text);
      return session;
    };
    const [used, unused] = [await upload(), await upload()];
    const use = { method: 'PUT', token, json: { livenessSessionId: used.id } };
    assert.equal((await send(`${service().url}/v1/people/${cpf}/face`, use)).status, 200);
    const hold = await setHold(cpf);
    const remove = ({ url }: { readonly url: string }) => send(url, { method: 'DELETE', token });
    assertError(await remove(used), 409, 'person_held');
    assert.equal((await send(used.url, { token })).status, 200);
    assert.equal((await remove(unused)).status, 204);
    await supervisor.request('DELETE', `/v1/people/${cpf}/holds/${hold.id}`);
    assert.equal((await remove(used)).status, 204);
  });

  it('end by themselves when they name a moment, which must be ahead', async () => {
    const { personId } = await register();
    const path = `/v1/people/${personId}/holds`;
    const past = { reason: 'x y z', until: new Date(Date.now() - 1_000).toISOString() };
    const refused = await supervisor.request('POST', path, past);
    assert.deepEqual([refused.status, refused.body.code], [400, 'hold_end_past']);
    const leapSecond = { reason: 'x y z', until: '2036-12-31T23:59:60Z' };
    const unreadable = await supervisor.request('POST', path, leapSecond);
    assert.deepEqual([unreadable.status, unreadable.body.code], [400, 'request_invalid']);
    await setHold(personId, { until: new Date(Date.now() + 5 * 60_000).toISOString() });
    assert.equal((await admin.request('DELETE', `/v1/people/${personId}`)).status, 409);
    const token = await service().fetchToken(service().admin);
    const remove = () =>
      service().clock.later(6 * 60_000, () =>
        send(`${service().url}/v1/people/${personId}`, { method: 'DELETE', token }),
      );
    const { items } = (await send(`${service().url}${path}`, { token })).body;
    assert.equal(items[0].isStanding, true);
    assert.equal((await remove()).status, 200);
  });

  it('are listed for everybody, page by page, and an auditor sees them without the right to change', async () => {
    const { personId } = await register();
    const made = [await setHold(personId), await setHold(personId), await setHold(personId)];
    const auditor = await invitePerson(service(), admin, 'auditor');
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await auditor.request('GET', `/v1/holds?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.items.map((hold: { id: string }) => hold.id));
      cursor = body.nextCursor ?? '';
    } while (cursor !== '');
    for (const { id } of made) assert.ok(seen.includes(id));
    assert.equal(new Set(seen).size, seen.length);
    const end = await auditor.request('DELETE', `/v1/people/${personId}/holds/${made[0].id}`);
    assert.equal(end.body.code, 'scope_forbidden');
  });

  it('are audited when they are set, read and ended, with the person', async () => {
    const { personId } = await register();
    const { id } = await setHold(personId);
    await supervisor.request('GET', `/v1/people/${personId}/holds`);
    await admin.request('DELETE', `/v1/people/${personId}`);
    await supervisor.request('DELETE', `/v1/people/${personId}/holds/${id}`);
    const { items } = (await admin.request('GET', `/v1/audit?target=${personId}`)).body;
    const recorded = items.map(
      (item: { action: string; outcome: string }) => `${item.action} ${item.outcome}`,
    );
    for (const expected of ['hold.set done', 'hold.list done', 'hold.end done']) {
      assert.ok(recorded.includes(expected), `${expected} in ${recorded}`);
    }
    const refusals = (await admin.request('GET', '/v1/audit?action=person.erase')).body.items;
    assert.ok(refusals.some(({ outcome }: { outcome: string }) => outcome === 'person_held'));
  });
});
