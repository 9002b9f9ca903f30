import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { decodeJwt, generateKeyPair, UnsecuredJWT } from 'jose';
import { Client } from 'pg';
import {
  acceptFirstAdministrator,
  goodPassword,
  invitePerson,
  openBrowser,
  type Person,
} from '../support/console.ts';
import { describeDatabases } from '../support/database.ts';
import { type Answer, assertError, send } from '../support/http.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { type SsoIssuer, signIdToken, ssoClient, startSsoIssuer } from '../support/sso-issuer.ts';

describeDatabases('single sign-on', (kind) => {
  const endings: (() => unknown)[] = [];
  const scope = { after: (ending: () => unknown) => void endings.push(ending) };
  let service: TestService;
  let issuer: SsoIssuer;
  let admin: Person;

  before(async () => {
    issuer = await startSsoIssuer(scope as never, () => `${service.url}/v1/session/sso/callback`);
    service = await startTestService(scope, kind, {
      engine: createStandInEngine(),
      env: {
        SSO_ISSUER: issuer.issuer,
        SSO_CLIENT_ID: ssoClient.clientId,
        SSO_CLIENT_SECRET: ssoClient.clientSecret,
        SSO_ROLES: 'kyc-analysts=analyst,kyc-leads=supervisor,kyc-admins=administrator',
      },
    });
    admin = await acceptFirstAdministrator(service);
  });
  after(async () => {
    for (const ending of endings.reverse()) await ending();
  });

  const cookieOf = (answer: Answer, name: string) =>
    answer.headers
      .getSetCookie()
      .find((set) => set.startsWith(`${name}=`))
      ?.split(';')[0];

  async function begin(): Promise<{ readonly url: string; readonly cookie: string }> {
    const answer = await send(`${service.url}/v1/session/sso`);
    assert.equal(answer.status, 302, answer.text);
    const cookie = answer.headers.getSetCookie()[0]!;
    assert.match(cookie, /; HttpOnly; SameSite=Lax; Max-Age=600$/);
    return { url: answer.headers.get('location')!, cookie: cookie.split(';')[0]! };
  }

  /** A whole sign-in; gives the last answer and the session's cookie. */
  async function signInAs(subject: string): Promise<{ readonly answer: Answer; readonly cookie: string }> {
    const { url, cookie } = await begin();
    const back = await issuer.signIn(url, subject);
    const answer = await send(back, { headers: { cookie } });
    return { answer, cookie: cookieOf(answer, 'confere_session') ?? '' };
  }

  const sessionOf = async (cookie: string) =>
    (await send(`${service.url}/v1/session`, { headers: { cookie } })).body;

  it('is told to the page', async () => {
    assert.equal((await send(`${service.url}/v1/session/methods`)).body.hasSso, true);
  });

  it('makes an account with the role of the claim, and finds it again by issuer and subject; hidden marks of its name show', async () => {
    issuer.people.set('s-1', { name: 'Rosa Lima', email: 'rosa@corp.example', roles: ['kyc-analysts', 'x'] });
    const first = await signInAs('s-1');
    assert.equal(first.answer.status, 302, first.answer.text);
    assert.equal(first.answer.headers.get('location'), `${service.url}/console/`);
    const { account } = await sessionOf(first.cookie);
    assert.deepEqual(
      [account.name, account.email, account.role],
      ['Rosa Lima', 'rosa@corp.example', 'analyst'],
    );
    issuer.people.set('s-1', { name: 'Rosa\u202e Reis', roles: ['kyc-leads'] });
    const second = await sessionOf((await signInAs('s-1')).cookie);
    assert.equal(second.account.id, account.id);
    assert.deepEqual([second.account.name, second.account.role], ['Rosa\\u{202e} Reis', 'supervisor']);
    assertError(
      await admin.request('PATCH', `/v1/accounts/${account.id}`, { role: 'administrator' }),
      409,
      'account_external',
    );
  });

  it('of one person in two tabs at once, for the first time, makes one account and lets both in', async () => {
    for (let time = 0; time < 4; time += 1) {
      const subject = `two-tabs-${time}`;
      issuer.people.set(subject, { name: 'Rosa Lima', roles: ['kyc-analysts'] });
      const tabs = [await begin(), await begin()];
      const backs: string[] = [];
      for (const { url } of tabs) backs.push(await issuer.signIn(url, subject));
      const answers = await Promise.all(
        backs.map((back, tab) => send(back, { headers: { cookie: tabs[tab]!.cookie } })),
      );
      for (const answer of answers) assert.equal(answer.status, 302, answer.text);
      const sessions = await Promise.all(
        answers.map((answer) => sessionOf(cookieOf(answer, 'confere_session')!)),
      );
      assert.equal(sessions[0].account.id, sessions[1].account.id);
    }
  });

  it('never takes over an account by its e-mail address', async () => {
    const analyst = await invitePerson(service, admin, 'analyst');
    issuer.people.set('s-2', { name: 'Impostor', email: analyst.email, roles: ['kyc-analysts'] });
    const { account } = await sessionOf((await signInAs('s-2')).cookie);
    assert.notEqual(account.id, analyst.accountId);
  });

  it('refuses who has no role here, and who is disabled', async () => {
    issuer.people.set('s-3', { name: 'Nobody', roles: ['cleaning'] });
    assertError((await signInAs('s-3')).answer, 403, 'sso_role_missing');
    issuer.people.set('s-4', { name: 'Gone', roles: ['kyc-analysts'] });
    const { account } = await sessionOf((await signInAs('s-4')).cookie);
    const disabled = await admin.request('PATCH', `/v1/accounts/${account.id}`, { isDisabled: true });
    assert.equal(disabled.status, 200);
    assertError((await signInAs('s-4')).answer, 401, 'credentials_wrong');
  });

  it('is away, not refused, while the issuer answers no request for tokens', async (t) => {
    issuer.people.set('s-7', { name: 'Lia', roles: ['kyc-analysts'] });
    t.after(() => {
      issuer.fail = undefined;
    });
    for (const fail of [
      (response: ServerResponse) => void response.writeHead(503).end('<html>'),
      (response: ServerResponse) => void response.destroy(),
    ]) {
      issuer.fail = fail;
      assertError((await signInAs('s-7')).answer, 503, 'sso_unavailable');
    }
    issuer.fail = (response) => void response.writeHead(400).end('<html>');
    assertError((await signInAs('s-7')).answer, 401, 'sso_refused');
  });

  it('an administrator whom the issuer gives no role any more is none: the last one of Confere stays', async () => {
    issuer.people.set('s-8', { name: 'Former', roles: ['kyc-admins'] });
    const { account } = await sessionOf((await signInAs('s-8')).cookie);
    issuer.people.set('s-8', { name: 'Former', roles: ['cleaning'] });
    assertError((await signInAs('s-8')).answer, 403, 'sso_role_missing');
    const { body } = await admin.request('GET', '/v1/accounts');
    const roleOf = (id: string) => body.items.find((one: { id: string }) => one.id === id).role;
    assert.equal(roleOf(account.id), 'developer');
    const left = await admin.request('PATCH', `/v1/accounts/${admin.accountId}`, { isDisabled: true });
    assertError(left, 409, 'account_last_administrator');
    issuer.people.set('s-8', { name: 'Former', roles: ['kyc-leads'] });
    assert.equal((await sessionOf((await signInAs('s-8')).cookie)).account.role, 'supervisor');
  });

  it('the open invitations of an administrator end when the issuer gives another role or none', async () => {
    for (const roles of [['kyc-analysts'], ['cleaning']]) {
      const subject = `s-${roles}`;
      issuer.people.set(subject, { name: 'Leaving', roles: ['kyc-admins'] });
      const leaving = openBrowser(service);
      leaving.cookie = (await signInAs(subject)).cookie;
      await leaving.request('GET', '/v1/session');
      const invited = await leaving.request('POST', '/v1/invitations', {
        email: `${crypto.randomUUID()}@people.example`,
        name: 'Rui',
        role: 'administrator',
      });
      assert.equal(invited.status, 201, invited.text);
      const code = invited.body.link.split('/invitation/')[1];
      issuer.people.set(subject, { name: 'Leaving', roles });
      await signInAs(subject);
      const accepted = await openBrowser(service).request('POST', '/v1/invitations/accept', {
        code,
        password: goodPassword,
      });
      assertError(accepted, 400, 'invitation_invalid');
      const status = (await leaving.request('GET', '/v1/session')).status;
      assert.equal(status, roles.includes('cleaning') ? 401 : 200);
    }
  });

  for (const isFirst of [true, false]) {
    it(`an invitation ${isFirst ? 'on its way' : 'that comes'} when the issuer takes its administrator's role away is none`, {
      skip: kind === 'embedded',
    }, async () => {
      const subject = `s-leaving-${isFirst}`;
      issuer.people.set(subject, { name: 'Leaving', roles: ['kyc-admins'] });
      const leaving = openBrowser(service);
      leaving.cookie = (await signInAs(subject)).cookie;
      const { body: session } = await leaving.request('GET', '/v1/session');
      const person = { email: `${crypto.randomUUID()}@people.example`, name: 'Rui', role: 'administrator' };
      const invite = () => leaving.request('POST', '/v1/invitations', person);
      const { body: earlier } = await invite();
      issuer.people.set(subject, { name: 'Leaving', roles: ['cleaning'] });
      const holder = new Client({ connectionString: service.databaseUrl });
      await holder.connect();
      await holder.query('begin');
      // The invitation waits for the one that it replaces; the end of the role waits for the account.
      const held = isFirst ? ['account_invitations', earlier.id] : ['accounts', session.account.id];
      await holder.query(`select from ${held[0]} where id = $1 for update`, [held[1]]);
      const inviting = isFirst ? invite() : undefined;
      await delay(500);
      const ending = signInAs(subject);
      await delay(500);
      const invited = inviting ?? invite();
      await delay(500);
      await holder.end();
      assertError((await ending).answer, 403, 'sso_role_missing');
      if (!isFirst) return assertError(await invited, 401, 'session_ended');
      const code = (await invited).body.link.split('/invitation/')[1];
      const opened = await openBrowser(service).request('POST', '/v1/invitations/open', { code });
      assertError(opened, 400, 'invitation_invalid');
    });
  }

  it('takes an answer only in the browser that asked, once, and for this question', async () => {
    issuer.people.set('s-5', { name: 'Ana', roles: ['kyc-analysts'] });
    const mine = await begin();
    const back = await issuer.signIn(mine.url, 's-5');
    assertError(await send(back), 400, 'challenge_expired');
    const other = await begin();
    assertError(await send(back, { headers: { cookie: other.cookie } }), 401, 'sso_refused');
    assert.equal((await send(back, { headers: { cookie: mine.cookie } })).status, 302);
    assertError(await send(back, { headers: { cookie: mine.cookie } }), 400, 'challenge_expired');
    const made = await begin();
    const invented = `${service.url}/v1/session/sso/callback?code=x&state=${made.cookie.split('.')[1]}&iss=${encodeURIComponent(issuer.issuer)}`;
    assertError(await send(invented, { headers: { cookie: made.cookie } }), 401, 'sso_refused');
  });

  it('takes no ID token that the issuer did not sign, for another client or flow, or out of its time', async (t) => {
    issuer.people.set('s-6', { name: 'Caio', roles: ['kyc-analysts'] });
    t.after(() => {
      issuer.forge = undefined;
    });
    const { privateKey: foreign } = await generateKeyPair('RS256');
    const hourAgo = Math.floor(Date.now() / 1000) - 3_600;
    const changed = (changes: Readonly<Record<string, unknown>>) => async (idToken: string) =>
      await issuer.sign({ ...decodeJwt(idToken), ...changes });
    const forgeries: Record<string, (idToken: string) => Promise<string>> = {
      'another key of the same name': (idToken) => signIdToken(decodeJwt(idToken), foreign),
      'another subject under the signature': async (idToken) => {
        const [header, , signature] = idToken.split('.');
        const claims = { ...decodeJwt(idToken), sub: 's-1' };
        return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
      },
      'no signature': async (idToken) => new UnsecuredJWT(decodeJwt(idToken)).encode(),
      'another issuer': changed({ iss: 'https://other.example' }),
      'another client': changed({ aud: 'other-client' }),
      'another flow': changed({ nonce: 'another' }),
      'no flow': changed({ nonce: undefined }),
      'an end in the past': changed({ exp: hourAgo }),
      'no end': changed({ exp: undefined }),
    };
    for (const [name, forge] of Object.entries(forgeries)) {
      issuer.forge = forge;
      const { answer } = await signInAs('s-6');
      assert.equal(answer.status, 401, name);
      assertError(answer, 401, 'sso_refused');
    }
    // Signed anew without a change it is taken: each refusal above is for what its name says.
    issuer.forge = changed({});
    assert.equal((await signInAs('s-6')).answer.status, 302);
    // The answer of the userinfo endpoint has no signature: it does not overrule the token.
    issuer.people.set('s-6', { name: 'Caio', roles: ['kyc-leads'] });
    issuer.forge = changed({ roles: ['kyc-analysts'] });
    assert.equal((await sessionOf((await signInAs('s-6')).cookie)).account.role, 'analyst');
  });
});
