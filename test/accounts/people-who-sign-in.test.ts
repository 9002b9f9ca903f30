import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { totpCode, totpStep } from '../../src/accounts/totp.ts';
import {
  acceptFirstAdministrator,
  type Browser,
  goodPassword,
  invitePerson,
  openBrowser,
  type Person,
  signIn,
} from '../support/console.ts';
import { describeDatabases } from '../support/database.ts';
import { assertError, send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describeDatabases('people who sign in', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });
  let admin: Person;

  before(async () => {
    admin = await acceptFirstAdministrator(service());
  });

  const firstStep = (browser: Browser, email: string, password = goodPassword) =>
    browser.request('POST', '/v1/session', { email, password });

  it('the first link makes an administrator with every scope, and works once', async () => {
    const answer = await admin.request('GET', '/v1/session');
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.account.role, 'administrator');
    assert.equal(answer.body.account.email, 'admin@127.0.0.1');
    assert.ok(answer.body.scopes.includes('admin'));
    const code = service().running.firstInvitation!.link.split('/invitation/')[1];
    const again = await openBrowser(service()).request('POST', '/v1/invitations/accept', {
      code,
      password: goodPassword,
    });
    assertError(again, 400, 'invitation_invalid');
  });

  it('the cookie is out of the reach of scripts and of other sites', async () => {
    const browser = openBrowser(service());
    const asked = await firstStep(browser, admin.email);
    const { challengeId, methods } = asked.body.secondFactor;
    assert.deepEqual(methods, ['totp']);
    assert.equal(asked.headers.get('set-cookie'), null);
    const answer = await browser.request('POST', '/v1/session/second-factor', {
      challengeId,
      code: await admin.code(),
    });
    const [cookie = '', device = ''] = answer.headers.getSetCookie();
    assert.match(cookie, /^confere_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    assert.match(
      device,
      /^confere_device_[\w-]{12}=[\w-]{22}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
    );
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });

  it('a session has another secret after each sign-in, whatever the browser had before', async () => {
    const person = await invitePerson(service(), admin, 'analyst');
    const planted = `confere_session=${'P'.repeat(43)}`;
    const browser = openBrowser(service());
    browser.cookie = planted;
    const asked = await firstStep(browser, person.email);
    await browser.request('POST', '/v1/session/second-factor', {
      challengeId: asked.body.secondFactor.challengeId,
      code: await person.code(),
    });
    assert.notEqual(browser.cookie, planted);
    assert.notEqual(browser.cookie, person.cookie);
    const own = await send(`${service().url}/v1/session`, { headers: { cookie: planted } });
    assertError(own, 401, 'session_ended');
    const both = { cookie: `${planted}; ${browser.cookie}` };
    assertError(await send(`${service().url}/v1/session`, { headers: both }), 401, 'session_ended');
  });

  it('a wrong password, an unknown address and a disabled account get the same answer', async () => {
    const disabled = await invitePerson(service(), admin, 'analyst');
    const change = { isDisabled: true };
    assert.equal((await admin.request('PATCH', `/v1/accounts/${disabled.accountId}`, change)).status, 200);
    assertError(await disabled.request('GET', '/v1/session'), 401, 'session_ended');
    const browser = openBrowser(service());
    for (const [email, password] of [
      [admin.email, 'another battery staple'],
      ['nobody@people.example', goodPassword],
      [disabled.email, goodPassword],
    ] as const) {
      assertError(await firstStep(browser, email, password), 401, 'credentials_wrong');
    }
  });

  it('the open invitations of an administrator end when he is disabled or has another role', async () => {
    for (const change of [{ isDisabled: true }, { role: 'analyst' }]) {
      const leaving = await invitePerson(service(), admin, 'administrator');
      const invite = async (by: Person) => {
        const email = `${crypto.randomUUID()}@people.example`;
        const answer = await by.request('POST', '/v1/invitations', {
          email,
          name: 'Rui',
          role: 'administrator',
        });
        return { code: answer.body.link.split('/invitation/')[1], password: goodPassword };
      };
      const [own, other] = [await invite(leaving), await invite(admin)];
      assert.equal((await admin.request('PATCH', `/v1/accounts/${leaving.accountId}`, change)).status, 200);
      const accept = (sent: object) => openBrowser(service()).request('POST', '/v1/invitations/accept', sent);
      assertError(await accept(own), 400, 'invitation_invalid');
      assert.equal((await accept(other)).status, 200);
    }
  });

  it('an invitation on its way when its administrator is disabled is none', {
    skip: kind === 'embedded',
  }, async () => {
    const other = await invitePerson(service(), admin, 'administrator');
    const third = { email: 'third@people.example', name: 'Third', role: 'administrator' };
    const first = await admin.request('POST', '/v1/invitations', third);
    assert.equal(first.status, 201, first.text);
    // The invitation of the other administrator waits for this row, in the place of which it comes.
    const holder = new Client({ connectionString: service().databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from account_invitations where id = $1 for update', [first.body.id]);
    const inviting = other.request('POST', '/v1/invitations', third);
    await delay(500);
    const disabling = admin.request('PATCH', `/v1/accounts/${other.accountId}`, { isDisabled: true });
    await delay(500);
    await holder.end();
    assert.equal((await disabling).status, 200);
    const code = (await inviting).body.link.split('/invitation/')[1];
    const opened = await openBrowser(service()).request('POST', '/v1/invitations/open', { code });
    assertError(opened, 400, 'invitation_invalid');
  });

  it('a change on its way when its administrator is disabled changes nothing', {
    skip: kind === 'embedded',
  }, async () => {
    const other = await invitePerson(service(), admin, 'administrator');
    const analyst = await invitePerson(service(), admin, 'analyst');
    // Both changes wait for this row, one behind the other.
    const holder = new Client({ connectionString: service().databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from accounts where id = $1 for update', [admin.accountId]);
    const disabling = admin.request('PATCH', `/v1/accounts/${other.accountId}`, { isDisabled: true });
    await delay(500);
    const change = { role: 'administrator' };
    const promoting = other.request('PATCH', `/v1/accounts/${analyst.accountId}`, change);
    await delay(500);
    await holder.end();
    assert.equal((await disabling).status, 200);
    assertError(await promoting, 401, 'session_ended');
    assert.equal((await analyst.request('GET', '/v1/session')).body.account.role, 'analyst');
  });

  it('an address without an account costs the same work: its refusal is recorded, too', async () => {
    const refused = async () =>
      (await admin.request('GET', '/v1/audit?action=session.refuse&limit=1')).body.items[0];
    const browser = openBrowser(service());
    for (const [email, target] of [
      [admin.email, admin.accountId],
      ['nobody@people.example', undefined],
    ] as const) {
      const answer = await firstStep(browser, email, 'another battery staple');
      assertError(answer, 401, 'credentials_wrong');
      const event = await refused();
      assert.equal(event.requestId, answer.body.requestId);
      assert.deepEqual([event.target, event.outcome], [target, 'credentials_wrong']);
    }
  });

  it('a code works once, the next one goes on, and a challenge ends after five tries', async () => {
    const person = await invitePerson(service(), admin, 'analyst');
    const browser = openBrowser(service());
    const challenge = async () => (await firstStep(browser, person.email)).body.secondFactor.challengeId;
    const confirm = (challengeId: string, code: string) =>
      browser.request('POST', '/v1/session/second-factor', { challengeId, code });
    const code = await person.code();
    assert.equal((await confirm(await challenge(), code)).status, 200);
    const again = await challenge();
    assertError(await confirm(again, code), 401, 'credentials_wrong');
    assert.equal((await confirm(again, await person.code())).status, 200);
    const last = await challenge();
    const guess = () => confirm(last, '000000');
    for (let tries = 0; tries < 5; tries += 1) assertError(await guess(), 401, 'credentials_wrong');
    assertError(await guess(), 400, 'challenge_expired');
  });

  it('ten failures lock the account for their network for a while, right password or not', async () => {
    const person = await invitePerson(service(), admin, 'analyst');
    const other = await invitePerson(service(), admin, 'analyst');
    const browser = openBrowser(service());
    const failures = await Promise.all(
      Array.from({ length: 12 }, () => firstStep(browser, person.email, 'guess after guess')),
    );
    assert.equal(failures.filter(({ status }) => status === 401).length, 10);
    const locked = await firstStep(browser, person.email);
    assertError(locked, 429, 'sign_in_locked');
    assert.ok(Number(locked.headers.get('retry-after')) > 0);
    assert.equal((await firstStep(browser, other.email)).status, 200);
    await service().clock.later(16 * 60_000, async () => {
      assert.equal((await firstStep(browser, person.email)).status, 200);
    });
    const { items } = (
      await admin.request('GET', `/v1/audit?action=session.refuse&target=${person.accountId}`)
    ).body;
    assert.deepEqual(
      new Set(items.map(({ outcome }: { outcome: string }) => outcome)),
      new Set(['credentials_wrong', 'sign_in_locked']),
    );
  });

  it('changes need the token of the session and a page of the same origin', async () => {
    const person = await invitePerson(service(), admin, 'analyst');
    const origin = new URL(service().url).origin;
    const { cookie, csrfToken } = person as { cookie: string; csrfToken: string };
    const attempts: Record<string, Record<string, string>> = {
      'no token': { cookie, origin },
      'an empty token': { cookie, origin, 'x-csrf-token': '' },
      "another person's token": { cookie, origin, 'x-csrf-token': admin.csrfToken! },
      'a foreign page': { cookie, origin: 'https://evil.example', 'x-csrf-token': csrfToken },
      'a page of no origin': { cookie, origin: 'null', 'x-csrf-token': csrfToken },
      'another site': { cookie, origin, 'sec-fetch-site': 'cross-site', 'x-csrf-token': csrfToken },
      'a neighbour': { cookie, origin, 'sec-fetch-site': 'same-site', 'x-csrf-token': csrfToken },
      'nothing of where it is from': { cookie, 'x-csrf-token': csrfToken },
    };
    for (const [name, headers] of Object.entries(attempts)) {
      const answer = await send(`${service().url}/v1/session`, { method: 'DELETE', headers });
      assertError(answer, 403, 'session_request_refused');
      assert.equal((await person.request('GET', '/v1/session')).status, 200, name);
    }
    const foreign = await send(`${service().url}/v1/session`, {
      method: 'POST',
      json: { email: person.email, password: goodPassword },
      headers: { origin: 'https://evil.example' },
    });
    assertError(foreign, 403, 'session_request_refused');
  });

  it('ends when it is idle, at its end, and when it is ended', async () => {
    const { clock } = service();
    const person = await invitePerson(service(), admin, 'analyst');
    const isOpen = async () => (await person.request('GET', '/v1/session')).status === 200;
    const minute = 60_000;
    await clock.later(29 * minute, async () => assert.ok(await isOpen()));
    // The last request counts.
    await clock.later(58 * minute, async () => assert.ok(await isOpen()));
    for (let at = 80; at < 12 * 60; at += 25) await clock.later(at * minute, isOpen);
    await clock.later((12 * 60 - 1) * minute, async () => assert.ok(await isOpen()));
    await clock.later((12 * 60 + 1) * minute, async () => assert.ok(!(await isOpen())));
    const idle = await invitePerson(service(), admin, 'analyst');
    await clock.later(31 * minute, async () => {
      assertError(await idle.request('GET', '/v1/session'), 401, 'session_ended');
    });
    const out = await idle.request('DELETE', '/v1/session');
    assert.equal(out.status, 204);
    assert.match(out.headers.get('set-cookie')!, /^confere_session=; .*Max-Age=0/);
  });

  it('people see and end their own sessions, and nobody else does', async () => {
    const person = await invitePerson(service(), admin, 'analyst');
    const second = await signIn(service(), person);
    const { items } = (await person.request('GET', '/v1/sessions')).body;
    assert.equal(items.length, 2);
    const other = items.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    assert.equal(other.address, '127.0.0.1');
    assertError(await admin.request('DELETE', `/v1/sessions/${other.id}`), 404, 'session_not_found');
    assert.equal((await second.request('GET', '/v1/session')).status, 200);
    assert.equal((await person.request('DELETE', `/v1/sessions/${other.id}`)).status, 204);
    assertError(await second.request('GET', '/v1/session'), 401, 'session_ended');
  });

  it('opens the interface with the scopes of its role, recorded as the account', async () => {
    const analyst = await invitePerson(service(), admin, 'analyst');
    const auditor = await invitePerson(service(), admin, 'auditor');
    const developer = await invitePerson(service(), admin, 'developer');
    const listing = '/v1/face-authentications';
    assert.equal((await analyst.request('GET', listing)).status, 200);
    assert.equal((await auditor.request('GET', listing)).status, 200);
    assertError(await developer.request('GET', listing), 403, 'scope_forbidden');
    assertError(await analyst.request('GET', '/v1/clients'), 403, 'scope_forbidden');
    assertError(await analyst.request('GET', '/v1/audit'), 403, 'scope_forbidden');
    assertError(
      await auditor.request('POST', '/v1/clients', { product: 'customer', scopes: ['admin'] }),
      403,
      'scope_forbidden',
    );
    const { items } = (await auditor.request('GET', `/v1/audit?actor=${analyst.accountId}`)).body;
    const event = items.find(({ action }: { action: string }) => action === 'attempt.list');
    assert.deepEqual(event.actor, { kind: 'account', id: analyst.accountId });
    // A session is nothing on a surface that takes tokens of phones only.
    assertError(await analyst.request('POST', '/faces/captures'), 401, 'authorization_missing');
  });

  it('another role counts with the next request', async () => {
    const person = await invitePerson(service(), admin, 'analyst');
    const path = `/v1/accounts/${person.accountId}`;
    assert.equal((await admin.request('PATCH', path, { role: 'developer' })).status, 200);
    assertError(await person.request('GET', '/v1/face-authentications'), 403, 'scope_forbidden');
    assert.equal((await admin.request('PATCH', path, { role: 'administrator' })).status, 200);
    assert.equal((await person.request('GET', '/v1/invitations')).status, 200);
    assert.equal((await admin.request('PATCH', path, { role: 'auditor' })).status, 200);
    assert.equal((await person.request('GET', '/v1/invitations')).status, 200);
    const invitation = { email: 'x@people.example', name: 'X', role: 'auditor' };
    assertError(await person.request('POST', '/v1/invitations', invitation), 403, 'scope_forbidden');
  });

  it('a name or an address with marks that show nothing, or turn text around, is refused', async () => {
    const invitation = { email: 'rui@people.example', name: 'Rui', role: 'auditor' };
    for (const mark of ['\u200b', '\u202e', '\u00ad', '\u3164', '\u2028']) {
      for (const field of ['name', 'email'] as const) {
        const hidden = { ...invitation, [field]: invitation[field].replace('u', `u${mark}`) };
        const answer = await admin.request('POST', '/v1/invitations', hidden);
        assertError(answer, 400, 'request_invalid');
        assert.match(answer.text, new RegExp(`body/${field}`));
      }
    }
  });

  it('only administrators manage accounts, and only people', async () => {
    const supervisor = await invitePerson(service(), admin, 'supervisor');
    const invitation = { email: 'x@people.example', name: 'X', role: 'administrator' };
    assertError(await supervisor.request('POST', '/v1/invitations', invitation), 403, 'scope_forbidden');
    const self = `/v1/accounts/${supervisor.accountId}`;
    assertError(await supervisor.request('PATCH', self, { role: 'administrator' }), 403, 'scope_forbidden');
    assertError(await supervisor.request('POST', `${self}/reset`), 403, 'scope_forbidden');
    const token = await service().fetchToken(service().admin);
    const byClient = await send(`${service().url}/v1/invitations`, {
      method: 'POST',
      token,
      json: invitation,
    });
    assertError(byClient, 401, 'session_missing');
    const seen = (await supervisor.request('GET', '/v1/accounts')).body.items;
    assert.ok(seen.length > 1 && seen.every((account: object) => !('email' in account)));
  });

  it('the last administrator stays', async () => {
    const path = `/v1/accounts/${admin.accountId}`;
    for (const change of [{ role: 'analyst' }, { isDisabled: true }]) {
      assertError(await admin.request('PATCH', path, change), 409, 'account_last_administrator');
    }
    const second = await invitePerson(service(), admin, 'administrator');
    const both = await Promise.all([
      admin.request('PATCH', `/v1/accounts/${second.accountId}`, { role: 'analyst' }),
      second.request('PATCH', path, { role: 'analyst' }),
    ]);
    const refused = both.filter(({ status }) => status === 401 || status === 403);
    assert.equal(refused.length, 1, both.map(({ text }) => text).join());
    // Whoever is left puts things right for the next test.
    const left = both[0]!.status === 200 ? admin : second;
    if (left === second) await second.request('PATCH', path, { role: 'administrator' });
    assert.equal((await admin.request('GET', '/v1/invitations')).status, 200);
  });

  it('the last administrator who can sign in stays while others have only the link of a reset', async () => {
    await invitePerson(service(), admin, 'administrator');
    const accounts: readonly { id: string; role: string; isDisabled: boolean }[] = (
      await admin.request('GET', '/v1/accounts')
    ).body.items;
    const others = accounts.filter(
      ({ id, role, isDisabled }) => role === 'administrator' && !isDisabled && id !== admin.accountId,
    );
    for (const { id } of others) {
      assert.equal((await admin.request('POST', `/v1/accounts/${id}/reset`)).status, 201);
    }
    const leave = await admin.request('PATCH', `/v1/accounts/${admin.accountId}`, { role: 'analyst' });
    assertError(leave, 409, 'account_last_administrator');
    for (const { id } of others) {
      const answer = await admin.request('PATCH', `/v1/accounts/${id}`, { isDisabled: true });
      assert.equal(answer.status, 200, answer.text);
    }
  });

  it('a reset ends sessions and proofs, and its link sets the account up anew', async () => {
    const person = await invitePerson(service(), admin, 'analyst');
    const reset = await admin.request('POST', `/v1/accounts/${person.accountId}/reset`);
    assert.equal(reset.status, 201);
    assertError(await person.request('GET', '/v1/session'), 401, 'session_ended');
    assertError(await firstStep(openBrowser(service()), person.email), 401, 'credentials_wrong');
    const code = reset.body.link.split('/invitation/')[1];
    const browser = openBrowser(service());
    const opened = await browser.request('POST', '/v1/invitations/open', { code });
    assert.deepEqual([opened.body.isReset, opened.body.email], [true, person.email]);
    const accepted = await browser.request('POST', '/v1/invitations/accept', {
      code,
      password: 'another battery staple',
    });
    const confirmed = await browser.request('POST', '/v1/invitations/confirm', {
      enrolmentId: accepted.body.enrolmentId,
      code: totpCode(accepted.body.totp.secret, totpStep(service().clock.now())),
    });
    assert.equal(confirmed.body.account.id, person.accountId);
  });

  it('a reset while the link of the one before is used waits for it', {
    skip: kind === 'embedded',
  }, async () => {
    const person = await invitePerson(service(), admin, 'analyst');
    const reset = () => admin.request('POST', `/v1/accounts/${person.accountId}/reset`);
    const { body: first } = await reset();
    const browser = openBrowser(service());
    const { body: accepted } = await browser.request('POST', '/v1/invitations/accept', {
      code: first.link.split('/invitation/')[1],
      password: 'another battery staple',
    });
    // Both wait for this row: each has by then what the other may need.
    const holder = new Client({ connectionString: service().databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from account_invitations where id = $1 for update', [first.id]);
    const confirming = browser.request('POST', '/v1/invitations/confirm', {
      enrolmentId: accepted.enrolmentId,
      code: totpCode(accepted.totp.secret, totpStep(service().clock.now())),
    });
    await delay(500);
    const resetting = reset();
    await delay(500);
    await holder.end();
    assert.equal((await confirming).body.account?.id, person.accountId, (await confirming).text);
    assert.equal((await resetting).status, 201, (await resetting).text);
    assertError(await browser.request('GET', '/v1/session'), 401, 'session_ended');
  });

  it('invitations can be withdrawn, and a newer one ends the one before', async () => {
    const invite = async () =>
      (
        await admin.request('POST', '/v1/invitations', {
          email: ' Somebody@People.example',
          name: 'Somebody',
          role: 'analyst',
        })
      ).body;
    const open = async (link: string) =>
      await openBrowser(service()).request('POST', '/v1/invitations/open', {
        code: link.split('/invitation/')[1],
      });
    const [first, second] = [await invite(), await invite()];
    assertError(await open(first.link), 400, 'invitation_invalid');
    assert.equal((await open(second.link)).status, 200);
    assert.equal((await admin.request('DELETE', `/v1/invitations/${second.id}`)).status, 204);
    assertError(await open(second.link), 400, 'invitation_invalid');
    await service().clock.later(73 * 3_600_000, async () => {
      assertError(await admin.request('GET', '/v1/session'), 401, 'session_ended');
    });
  });

  it('weak passwords are refused', async () => {
    const { link } = (
      await admin.request('POST', '/v1/invitations', {
        email: 'marvin@people.example',
        name: 'Marvin',
        role: 'analyst',
      })
    ).body;
    const code = link.split('/invitation/')[1];
    const weak = [
      ...['short', 'aaaaaaaaaaaaaaaa', 'xx-MARVIN-1234567', 'a'.repeat(201), 'senha1234567', 'Senha@123456'],
      ...['password1234', '123456789012', 'flamengo1981', 'minhasenha123', 'confere12345', 'qwertyuiop12'],
      // What stands behind is not looked at: looking takes seconds.
      `${'a'.repeat(32)}k7Qz-w9Lx_r2Tm4Vb8NcYh3Pd6Gf1Js5`,
    ];
    for (const password of weak) {
      const answer = await openBrowser(service()).request('POST', '/v1/invitations/accept', {
        code,
        password,
      });
      assertError(answer, 400, 'password_refused');
    }
  });
});
