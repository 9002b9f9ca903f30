import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { before, it } from 'node:test';
import { Client } from 'pg';
import {
  acceptFirstAdministrator,
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
import { createVirtualAuthenticator } from '../support/virtual-authenticator.ts';

describeDatabases('who writes to the database without the master key', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });
  let admin: Person;
  let insider: Person;

  before(async () => {
    admin = await acceptFirstAdministrator(service());
    insider = await invitePerson(service(), admin, 'analyst');
  });

  const options = kind === 'postgres' ? {} : { skip: 'no other program writes to the embedded database' };

  async function sql(text: string, ...values: readonly unknown[]): Promise<readonly unknown[]> {
    const client = new Client({ connectionString: service().databaseUrl });
    await client.connect();
    try {
      return (await client.query(text, [...values])).rows;
    } finally {
      await client.end();
    }
  }
  const sha256 = (text: string) => createHash('sha256').update(text).digest();

  it('moves no session to another account, and makes none', options, async () => {
    const browser = await signIn(service(), insider);
    const secret = browser.cookie!.split('=')[1]!;
    const own = sha256(secret);
    const move = 'update account_sessions set account_id = $2 where token_hash = $1';
    await sql(move, own, admin.accountId);
    assertError(await browser.request('GET', '/v1/session'), 401, 'session_ended');
    await sql(move, own, insider.accountId);
    assert.equal((await browser.request('GET', '/v1/session')).status, 200);
    // The hash of a secret that is known, in the row of the administrator's session.
    await sql('delete from account_sessions where token_hash = $1', own);
    await sql(
      `update account_sessions set token_hash = $1 where id =
        (select id from account_sessions where account_id = $2 order by created_at desc limit 1)`,
      own,
      admin.accountId,
    );
    assertError(await browser.request('GET', '/v1/session'), 401, 'session_ended');
    admin = Object.assign(admin, await signIn(service(), admin));
  });

  it('gives no account another role', options, async () => {
    await sql(`update accounts set role = 'administrator' where id = $1`, insider.accountId);
    const browser = await signIn(service(), insider);
    assert.equal((await browser.request('GET', '/v1/session')).body.account.role, 'analyst');
    const invited = { email: 'more@people.example', name: 'More', role: 'administrator' };
    assertError(await browser.request('POST', '/v1/invitations', invited), 403, 'scope_forbidden');
  });

  it('turns no link of his own into one for another account', options, async () => {
    const made = await admin.request('POST', '/v1/invitations', {
      email: 'friend@people.example',
      name: 'A friend',
      role: 'analyst',
    });
    const code = made.body.link.split('/invitation/')[1];
    await sql(
      `update account_invitations set account_id = $2, purpose = 'reset', role = 'administrator'
        where code_hash = $1`,
      sha256(code),
      admin.accountId,
    );
    const browser = openBrowser(service());
    const accepted = await browser.request('POST', '/v1/invitations/accept', {
      code,
      password: goodPassword,
    });
    assert.equal(accepted.status, 200, accepted.text);
    assert.ok(accepted.body.totp.uri.includes(encodeURIComponent('friend@people.example')));
    const [row] = await sql(
      `update account_invitations set code_hash = $1 where id = $2 returning id`,
      sha256('k'.repeat(43)),
      made.body.id,
    );
    assert.ok(row);
    const other = await browser.request('POST', '/v1/invitations/accept', {
      code: 'k'.repeat(43),
      password: goodPassword,
    });
    assertError(other, 400, 'invitation_invalid');
  });

  it('adds no passkey to another account', options, async () => {
    const device = createVirtualAuthenticator(service().url);
    const { link } = (
      await admin.request('POST', '/v1/invitations', {
        email: 'key@people.example',
        name: 'Kay',
        role: 'analyst',
      })
    ).body;
    const browser = openBrowser(service());
    const { body } = await browser.request('POST', '/v1/invitations/accept', {
      code: link.split('/invitation/')[1],
    });
    const proof = { enrolmentId: body.enrolmentId, passkey: device.create(body.passkeyOptions) };
    const made = await browser.request('POST', '/v1/invitations/confirm', proof);
    assert.equal(made.status, 200, made.text);
    const signInByPasskey = async () => {
      const page = openBrowser(service());
      const asked = (await page.request('POST', '/v1/session/passkey/options')).body;
      return await page.request('POST', '/v1/session/passkey', {
        challengeId: asked.challengeId,
        passkey: device.get(asked.options),
      });
    };
    assert.equal((await signInByPasskey()).status, 200);
    await sql(
      'update account_passkeys set account_id = $2 where account_id = $1',
      made.body.account.id,
      admin.accountId,
    );
    assertError(await signInByPasskey(), 401, 'credentials_wrong');
  });

  it('puts no secret, no scope and no key of his own on a client', options, async () => {
    const { clientId } = await service().createClient('customer', ['people:read']);
    const known = await service().createClient('customer', ['companies:read']);
    const ask = (form: Record<string, string>) =>
      send(`${service().url}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const ownSecret = { client_id: known.clientId, client_secret: known.clientSecret };
    assert.equal((await ask(ownSecret)).status, 200);
    await sql(
      `insert into client_secrets
        select 'copied', $2, salt, hash, cost, block_size, parallelization, created_at
        from client_secrets where client_id = $1`,
      known.clientId,
      clientId,
    );
    const copied = await ask({ client_id: clientId, client_secret: known.clientSecret });
    assert.deepEqual([copied.status, copied.body.error], [401, 'invalid_client']);
    await sql(`update clients set scopes = '{companies:read,admin}' where id = $1`, known.clientId);
    const widened = await ask(ownSecret);
    assert.deepEqual([widened.status, widened.body.error], [401, 'invalid_client']);
    await sql(`update clients set scopes = '{companies:read}' where id = $1`, known.clientId);
    assert.equal((await ask(ownSecret)).status, 200);
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'mine' };
    await sql('update clients set public_keys = $2 where id = $1', known.clientId, JSON.stringify([jwk]));
    const keyed = await ask(ownSecret);
    assert.deepEqual([keyed.status, keyed.body.error], [401, 'invalid_client']);
  });
});
