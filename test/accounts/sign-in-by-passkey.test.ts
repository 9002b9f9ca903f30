import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { acceptFirstAdministrator, openBrowser, type Person } from '../support/console.ts';
import { assertError } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { createVirtualAuthenticator, type VirtualAuthenticator } from '../support/virtual-authenticator.ts';

describe('a passkey alone', () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  let admin: Person;
  let device: VirtualAuthenticator;
  let accountId: string;

  before(async () => {
    admin = await acceptFirstAdministrator(service());
    device = createVirtualAuthenticator(service().url);
    const { link } = (
      await admin.request('POST', '/v1/invitations', {
        email: 'key@people.example',
        name: 'Kay',
        role: 'analyst',
      })
    ).body;
    const browser = openBrowser(service());
    const code = link.split('/invitation/')[1];
    const { body } = await browser.request('POST', '/v1/invitations/accept', { code });
    assert.equal(body.totp, undefined);
    const passkey = device.create(body.passkeyOptions);
    const proof = { enrolmentId: body.enrolmentId, passkey };
    const made = await browser.request('POST', '/v1/invitations/confirm', proof);
    assert.equal(made.status, 200, made.text);
    accountId = made.body.account.id;
  });

  async function ask(): Promise<{ challengeId: string; options: { challenge: string } }> {
    return (await openBrowser(service()).request('POST', '/v1/session/passkey/options')).body;
  }
  const answer = (challengeId: string, passkey: object) =>
    openBrowser(service()).request('POST', '/v1/session/passkey', { challengeId, passkey });

  it('makes an account and signs in to it', async () => {
    const { challengeId, options } = await ask();
    const signedIn = await answer(challengeId, device.get(options));
    assert.equal(signedIn.status, 200, signedIn.text);
    assert.equal(signedIn.body.account.id, accountId);
    assert.match(signedIn.headers.get('set-cookie')!, /^confere_session=/);
  });

  it('answers a question once', async () => {
    const { challengeId, options } = await ask();
    const passkey = device.get(options);
    assert.equal((await answer(challengeId, passkey)).status, 200);
    assertError(await answer(challengeId, passkey), 400, 'challenge_expired');
    const other = await ask();
    assertError(await answer(other.challengeId, passkey), 401, 'credentials_wrong');
  });

  it('is refused for a foreign page, another key, and without the person', async () => {
    const stranger = createVirtualAuthenticator(service().url);
    stranger.create({ challenge: 'x' });
    for (const make of [
      (options: { challenge: string }) => device.get(options, { origin: 'https://evil.example' }),
      (options: { challenge: string }) => device.get(options, { isUserVerified: false }),
      (options: { challenge: string }) => stranger.get(options),
      (options: { challenge: string }) => ({
        ...stranger.get(options),
        id: (device.get(options) as { id: string }).id,
      }),
    ]) {
      const { challengeId, options } = await ask();
      assertError(await answer(challengeId, make(options)), 401, 'credentials_wrong');
    }
  });

  it('is gone after a reset', async () => {
    assert.equal((await admin.request('POST', `/v1/accounts/${accountId}/reset`)).status, 201);
    const { challengeId, options } = await ask();
    assertError(await answer(challengeId, device.get(options)), 401, 'credentials_wrong');
  });
});
