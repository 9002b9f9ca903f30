import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  createTestDatabase,
  describeDatabases,
  type TestDatabaseKind,
  type TestScope,
} from '../support/database.ts';
import { send } from '../support/http.ts';
import { shareConvertedModels } from '../support/service.ts';
import { type Environment, runConfere, spawnServe } from '../support/service-process.ts';

const create = ['clients', 'create', '--product', 'mobile', '--scope', 'faces:authenticate  attempts:read'];

async function prepare(
  t: TestScope,
  kind: TestDatabaseKind,
): Promise<Environment & { readonly DATA_DIR: string }> {
  const { dataDir, databaseUrl } = await createTestDatabase(t, kind);
  await shareConvertedModels(dataDir);
  return {
    DATA_DIR: dataDir,
    ...(databaseUrl === undefined
      ? {}
      : { DATABASE_URL: databaseUrl, MASTER_KEY: randomBytes(32).toString('base64') }),
  };
}

async function requestToken(url: string, credentials: { clientId: string; clientSecret: string }) {
  const { clientId, clientSecret } = credentials;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  return await send(`${url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
}

describeDatabases('confere clients create', (kind) => {
  it('makes a client before the first start, and another while the service runs', async (t) => {
    const env = await prepare(t, kind);
    const before = await runConfere(t, [...create, '--json'], env);
    assert.equal(before.status, 0, before.stderr);
    const first = JSON.parse(before.stdout);
    assert.deepEqual(Object.keys(first), ['clientId', 'clientSecret']);
    assert.match(
      before.stderr,
      /First administrator/,
      'an administrator comes with the first start of anything',
    );

    const served = await spawnServe(t, env);
    assert.equal(served.admin, undefined);
    const during = await runConfere(t, [...create, '--name', 'Android app', '--json'], env);
    assert.equal(during.status, 0, during.stderr);
    assert.equal(during.stderr, '');
    const second = JSON.parse(during.stdout);
    assert.deepEqual(Object.keys(second), ['clientId', 'clientSecret']);
    for (const credentials of [first, second]) {
      const answer = await requestToken(served.url, credentials);
      assert.equal(answer.status, 200);
      assert.equal(answer.body.scope, 'faces:authenticate attempts:read');
    }
    const shown = await runConfere(t, create, env);
    assert.equal(shown.status, 0);
    assert.match(shown.stdout, /^client id +cli_[0-9a-f]{32}\nclient secret +\S+\n$/);

    const refused = await runConfere(
      t,
      ['clients', 'create', '--product', 'mobile', '--scope', 'admin', '--json'],
      env,
    );
    assert.equal(refused.status, 1);
    assert.equal(refused.stdout, '');
    assert.match(refused.stderr, /admin is not for mobile clients/);
    assert.ok(!served.stderr().includes(second.clientSecret));
  });
});

describe('confere clients create', () => {
  it('refuses an unknown product or scope, and none, in clear words', async (t) => {
    const env = await prepare(t, 'embedded');
    const wrong: [string[], RegExp][] = [
      [['--product', 'web', '--scope', 'admin'], /web/],
      [['--product', 'customer', '--scope', 'nonsense'], /client_scopes_invalid/],
      [['--product', 'customer'], /--scope/],
    ];
    for (const [options, reason] of wrong) {
      const { status, stdout, stderr } = await runConfere(
        t,
        ['clients', 'create', ...options, '--json'],
        env,
      );
      assert.equal(status, 1);
      assert.equal(stdout, '');
      assert.match(stderr, reason);
      assert.doesNotMatch(stderr, /^ +at /m, 'no stack');
    }
  });

  it('the credentials that commands use are readable by their owner only', async (t) => {
    const env = await prepare(t, 'embedded');
    await runConfere(t, create, env);
    const path = join(env.DATA_DIR, 'keys', 'admin.json');
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.deepEqual(Object.keys(JSON.parse(await readFile(path, 'utf8'))), ['clientId', 'clientSecret']);
  });
});
