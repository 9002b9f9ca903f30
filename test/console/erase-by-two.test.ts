import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { generateCpf } from '../../src/platform/documents.ts';
import { createPhoto } from '../images/photos.ts';
import { createLivenessSession } from '../support/capture-page.ts';
import { describeInChromium, openChromium } from '../support/chromium.ts';
import {
  acceptFirstAdministrator,
  type Browser,
  invitePerson,
  type Person,
  signIn,
} from '../support/console.ts';
import { assertUsable, openConsole } from '../support/console-page.ts';
import { assertError, send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { putFace } from '../support/service-photos.ts';

describeInChromium('an erasure that two people must ask for', (kind) => {
  const service = shareService(kind, {
    engine: createStandInEngine(),
    env: { ERASURE_SECOND_PERSON: 'true' },
  });
  let chromium: Chromium;
  let first: Person;
  let second: Person;
  let third: Person;

  before(async () => {
    chromium = await openChromium();
    first = await acceptFirstAdministrator(service());
    second = await invitePerson(service(), first, 'administrator');
    third = await invitePerson(service(), first, 'administrator');
  });
  after(() => chromium?.close());

  async function register(): Promise<string> {
    const cpf = generateCpf();
    assert.equal((await putFace(service(), cpf, await createPhoto({ format: 'jpeg' }))).status, 201);
    return (await first.request('GET', `/v1/people/${cpf}`)).body.id;
  }

  it('one person asks, another one erases', async (t) => {
    const personId = await register();
    for (const person of [second, third]) {
      const { page, go, faults, close } = await openConsole(chromium, service(), person);
      t.after(close);
      await go(`/privacy?person=${personId}`);
      await page.getByLabel(/^Confirmo que/).check();
      await page.getByRole('button', { name: 'Eliminar os dados da pessoa' }).click();
      const question = page.getByRole('dialog');
      await question.getByText(/^\*\*\*\./).waitFor();
      await question.getByRole('button', { name: 'Eliminar os dados da pessoa' }).click();
      const answer =
        person === second
          ? page.getByText('O pedido foi registrado e aguarda uma segunda pessoa')
          : page.getByText('Os dados da pessoa foram eliminados.');
      await answer.waitFor();
      await assertUsable(page, 'an erasure by two');
      const { status } = await first.request('GET', `/v1/people/${personId}`);
      assert.equal(status, person === second ? 200 : 404);
      assert.deepEqual(faults, []);
    }
    const asked = await first.request('GET', `/v1/audit?action=person.erase-ask&target=${personId}`);
    assert.deepEqual(asked.body.items[0].actor, { kind: 'account', id: second.accountId });
  });

  it('nobody is two people: not the same account, nor one that was invited by the other in the last day', async () => {
    const personId = await register();
    const erase = (by: Person) => by.request('DELETE', `/v1/people/${personId}`);
    for (const person of [second, second, first]) {
      assertError(await erase(person), 409, 'erasure_second_person_required');
    }
    assert.equal((await first.request('GET', `/v1/people/${personId}`)).status, 200);
    assert.equal((await erase(third)).status, 200);
  });

  it('a request of more than seven days ago counts no more', async () => {
    const personId = await register();
    const erase = (by: Browser) => by.request('DELETE', `/v1/people/${personId}`);
    assertError(await erase(second), 409, 'erasure_second_person_required');
    await service().clock.later(8 * 86_400_000, async () => {
      const [one, other] = [await signIn(service(), third), await signIn(service(), second)];
      assertError(await erase(one), 409, 'erasure_second_person_required');
      assert.equal((await erase(other)).status, 200);
    });
  });

  it('a request about the CPF of nobody names it nowhere, and ends with the erasure by a client', async () => {
    const cpf = generateCpf();
    const token = await service().token('customer');
    const begin = () =>
      createLivenessSession(service().mobileUrl, token, { purpose: 'check', peopleId: cpf });
    await begin();
    const erase = (by: Person) => by.request('DELETE', `/v1/people/${cpf}`);
    assertError(await erase(second), 409, 'erasure_second_person_required');
    const { items } = (await first.request('GET', '/v1/audit?action=person.erase-ask')).body;
    assert.ok(items.length > 0);
    for (const { target = 'per_' } of items) assert.match(target, /^per_/);
    const path = `${service().url}/v1/people/${cpf}`;
    assert.equal((await send(path, { method: 'DELETE', token })).status, 200);
    await begin();
    assertError(await erase(third), 409, 'erasure_second_person_required');
  });

  it('a client with the scope erases at once', async () => {
    const personId = await register();
    const { status } = await send(`${service().url}/v1/people/${personId}`, {
      method: 'DELETE',
      token: await service().token('customer'),
    });
    assert.equal(status, 200);
  });
});
