import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { mostPasskeys } from '../../src/accounts/own-passkeys.ts';
import { acceptFirstAdministrator, invitePerson, openBrowser, type Person } from '../support/console.ts';
import { assertError } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { createVirtualAuthenticator, type VirtualAuthenticator } from '../support/virtual-authenticator.ts';

describe('the own passkeys of an account with a password', () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  let admin: Person;
  let ana: Person;
  let device: VirtualAuthenticator;

  before(async () => {
    admin = await acceptFirstAdministrator(service());
    ana = await invitePerson(service(), admin, 'analyst');
    device = createVirtualAuthenticator(service().url);
  });

  const add = async (by: Person, name: string, authenticator = createVirtualAuthenticator(service().url)) => {
    const { body } = await by.request('POST', '/v1/session/passkeys/options');
    const passkey = authenticator.create(body.options);
    return await by.request('POST', '/v1/session/passkeys', { challengeId: body.challengeId, passkey, name });
  };
  const list = async (by: Person) => (await by.request('GET', '/v1/session/passkeys')).body.items;
  const signIn = async (authenticator: VirtualAuthenticator) => {
    const browser = openBrowser(service());
    const { challengeId, options } = (await browser.request('POST', '/v1/session/passkey/options')).body;
    const passkey = authenticator.get(options);
    return await browser.request('POST', '/v1/session/passkey', { challengeId, passkey });
  };

  it('one is added under a name and signs in alone', async () => {
    const made = await add(ana, 'Work phone', device);
    assert.equal(made.status, 201, made.text);
    const [shown] = await list(ana);
    assert.deepEqual([shown.id, shown.name, shown.lastUsedAt], [made.body.id, 'Work phone', undefined]);
    const signedIn = await signIn(device);
    assert.equal(signedIn.status, 200, signedIn.text);
    assert.equal(signedIn.body.account.role, 'analyst');
    assert.ok((await list(ana))[0].lastUsedAt !== undefined);
    assert.deepEqual(await list(admin), [], 'others have none of it');
  });

  it('a question of one person adds nothing to another, and is answered once', async () => {
    const { body } = await ana.request('POST', '/v1/session/passkeys/options');
    const passkey = createVirtualAuthenticator(service().url).create(body.options);
    const answer = { challengeId: body.challengeId, passkey, name: 'Mine' };
    assertError(await admin.request('POST', '/v1/session/passkeys', answer), 400, 'challenge_expired');
    assert.equal((await ana.request('POST', '/v1/session/passkeys', answer)).status, 201);
    assertError(await ana.request('POST', '/v1/session/passkeys', answer), 400, 'challenge_expired');
    const other = await ana.request('POST', '/v1/session/passkeys/options');
    const again = { ...answer, challengeId: other.body.challengeId };
    assertError(await ana.request('POST', '/v1/session/passkeys', again), 401, 'credentials_wrong');
    assertError(await openBrowser(service()).request('GET', '/v1/session/passkeys'), 401, 'session_missing');
    assertError(
      await ana.request('POST', '/v1/session/passkeys', { ...answer, name: 'a\u0007b' }),
      400,
      'request_invalid',
    );
  });

  it('transports that are no list of words are left out', async () => {
    const eva = await invitePerson(service(), admin, 'analyst');
    for (const transports of ['internal', { length: 1 }, [['usb'], null, 'internal']]) {
      const { body } = await eva.request('POST', '/v1/session/passkeys/options');
      const made = createVirtualAuthenticator(service().url).create(body.options) as { response: object };
      const passkey = { ...made, response: { ...made.response, transports } };
      const answer = { challengeId: body.challengeId, passkey, name: 'Odd' };
      const added = await eva.request('POST', '/v1/session/passkeys', answer);
      assert.equal(added.status, 201, added.text);
    }
  });

  it('a session older than ten minutes adds none, and removes none', async () => {
    const [{ id }] = await list(ana);
    await service().clock.later(10 * 60_000 + 1_000, async () => {
      assertError(await ana.request('DELETE', `/v1/session/passkeys/${id}`), 403, 'sign_in_not_recent');
      assertError(await ana.request('POST', '/v1/session/passkeys/options'), 403, 'sign_in_not_recent');
    });
  });

  it('at most ten, and a removed one signs in no more', async () => {
    for (let i = (await list(ana)).length; i < mostPasskeys; i++) {
      assert.equal((await add(ana, `Key ${i}`)).status, 201);
    }
    assertError(await ana.request('POST', '/v1/session/passkeys/options'), 409, 'passkeys_many');
    const id = (await list(ana)).find((one: { name: string }) => one.name === 'Work phone').id;
    assertError(await admin.request('DELETE', `/v1/session/passkeys/${id}`), 404, 'passkey_not_found');
    assert.equal((await ana.request('DELETE', `/v1/session/passkeys/${id}`)).status, 204);
    assertError(await signIn(device), 401, 'credentials_wrong');
    assert.equal((await list(ana)).length, mostPasskeys - 1);
  });

  it('the last one of an account without a password stays', async () => {
    const invited = { email: 'key@people.example', name: 'Kay', role: 'analyst' };
    const { link } = (await admin.request('POST', '/v1/invitations', invited)).body;
    const kay = openBrowser(service());
    const { body } = await kay.request('POST', '/v1/invitations/accept', {
      code: link.split('/invitation/')[1],
    });
    const passkey = createVirtualAuthenticator(service().url).create(body.passkeyOptions);
    await kay.request('POST', '/v1/invitations/confirm', { enrolmentId: body.enrolmentId, passkey });
    const [only] = (await kay.request('GET', '/v1/session/passkeys')).body.items;
    assert.equal(only.name, '');
    assertError(await kay.request('DELETE', `/v1/session/passkeys/${only.id}`), 409, 'passkey_last');
  });
});
