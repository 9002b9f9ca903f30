import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createTestDatabase,
  describeDatabases,
  environmentOf,
  type TestDatabaseKind,
  type TestScope,
} from '../../support/database.ts';
import { send } from '../../support/http.ts';
import { type Environment, runConfere, spawnServe } from '../../support/service-process.ts';
import { requestToken } from '../../support/tokens.ts';

const create = ['clients', 'create', '--product', 'mobile', '--scope', 'faces:authenticate  attempts:read'];

async function prepare(
  t: TestScope,
  kind: TestDatabaseKind,
): Promise<Environment & { readonly DATA_DIR: string }> {
  const place = await createTestDatabase(t, kind);
  return environmentOf(place);
}

describeDatabases('confere clients create', (kind) => {
  it('gives it rules, shows them changed, and refuses those that are none', async (t) => {
    const env = await prepare(t, kind);
    const made = await runConfere(
      t,
      [
        ...create,
        '--liveness-authentication',
        'challenge',
        '--redirect-url',
        'https://shop.example/',
        '--json',
      ],
      env,
    );
    const { clientId } = JSON.parse(made.stdout);
    const change = (...options: string[]) => runConfere(t, ['clients', 'change', clientId, ...options], env);
    const changed = await change(
      '--liveness-authentication',
      'operator',
      '--capture-origin',
      'https://shop.example',
    );
    assert.equal(changed.status, 0, changed.stderr);
    assert.equal(
      changed.stdout,
      [
        'authentication   operator',
        'registration     operator',
        'capture origins  https://shop.example',
        'redirect urls    https://shop.example/',
        '',
      ].join('\n'),
    );
    const refused = await change('--capture-origin', '*');
    assert.notEqual(refused.status, 0);
    assert.match(refused.stderr, /captureOrigins\/0/);
  });

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
      [['--product', 'customer', '--scope', 'nonsense'], /scopes\/0: there is no such scope/],
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

describeDatabases('confere clients list, rotate and revoke', (kind) => {
  it('manage a client before and while the service runs, a JSON document each', async (t) => {
    const env = await prepare(t, kind);
    const run = async (...args: string[]) => {
      const result = await runConfere(t, [...args, '--json'], env);
      assert.equal(result.status, 0, result.stderr);
      return JSON.parse(result.stdout);
    };
    const client = await run(...create, '--name', 'Android app');
    const before = (await run('clients', 'list')) as { clientId: string }[];
    assert.equal(before.length, 2, 'and the administrator');

    const served = await spawnServe(t, env);
    const added = await run('clients', 'rotate', client.clientId);
    assert.deepEqual(Object.keys(added), ['clientId', 'clientSecret', 'secretId']);
    for (const clientSecret of [client.clientSecret, added.clientSecret]) {
      assert.equal((await requestToken(served.url, { ...client, clientSecret })).status, 200);
    }
    const again = await runConfere(t, ['clients', 'rotate', client.clientId, '--json'], env);
    assert.equal(again.status, 1);
    assert.equal(again.stdout, '');
    assert.match(again.stderr, /client_secret_limit/);
    const finished = await run('clients', 'rotate', client.clientId, '--finish');
    assert.equal(finished.removedSecretIds.length, 1);
    assert.equal((await requestToken(served.url, client)).status, 401);
    const current = { ...client, clientSecret: added.clientSecret };
    const token = (await requestToken(served.url, current)).body.access_token;

    const listed = (await run('clients', 'list')).find(({ id }: { id: string }) => id === client.clientId);
    assert.equal(listed.name, 'Android app');
    assert.deepEqual(
      listed.secrets.map(({ id }: { id: string }) => id),
      [added.secretId],
    );
    const revoked = await run('clients', 'revoke', client.clientId);
    assert.match(revoked.revokedAt, /^\d{4}-/);
    assert.equal((await requestToken(served.url, current)).status, 401);
    const deadline = performance.now() + 600_000;
    const read = () => send(`${served.url}/faces/authenticate/x`, { token });
    while ((await read()).body.code !== 'token_revoked') {
      assert.ok(performance.now() < deadline, 'its tokens are refused');
      await delay(100);
    }
    const unknown = await runConfere(t, ['clients', 'revoke', 'cli_x', '--json'], env);
    assert.equal(unknown.status, 1);
    assert.match(unknown.stderr, /client_not_found/);
  });
});

describe('confere clients create --public-key', () => {
  it('makes a client without a secret from a PEM or a JWK set, and refuses other files', async (t) => {
    const env = await prepare(t, 'embedded');
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const files = {
      pem: publicKey.export({ type: 'spki', format: 'pem' }) as string,
      jwks: JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] }),
      private: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(env.DATA_DIR, name), text);
    const run = (name: string) =>
      runConfere(t, [...create, '--public-key', join(env.DATA_DIR, name), '--json'], env);
    for (const name of ['pem', 'jwks']) {
      const { status, stdout, stderr } = await run(name);
      assert.equal(status, 0, stderr);
      assert.deepEqual(Object.keys(JSON.parse(stdout)), ['clientId', 'keyIds']);
    }
    assert.match((await run('private')).stderr, /request_invalid/);
    assert.match((await run('missing')).stderr, /file_unreadable/);
  });
});

describe('confere keys rotate-signing', () => {
  it('publishes new keys at once, and with --compromised withdraws the old ones', async (t) => {
    const env = await prepare(t, 'embedded');
    const served = await spawnServe(t, env);
    const published = async (): Promise<string[]> =>
      (await send(`${served.url}/.well-known/jwks.json`)).body.keys.map(({ kid }: { kid: string }) => kid);
    const old = await published();
    assert.equal(old.length, 3);
    const rotate = async (...options: string[]): Promise<{ kid: string; purpose: string }[]> => {
      const { status, stdout, stderr } = await runConfere(
        t,
        ['keys', 'rotate-signing', ...options, '--json'],
        env,
      );
      assert.equal(status, 0, stderr);
      return JSON.parse(stdout);
    };
    const rotated = await rotate();
    assert.deepEqual(
      rotated.map(({ purpose }) => purpose),
      ['access-token', 'response', 'webhook'],
    );
    const until = async (isSo: (kids: string[]) => boolean) => {
      const deadline = performance.now() + 600_000;
      while (!isSo(await published())) {
        assert.ok(performance.now() < deadline);
        await delay(100);
      }
    };
    await until((kids) => [...old, ...rotated.map(({ kid }) => kid)].every((kid) => kids.includes(kid)));
    const replaced = await rotate('--compromised');
    await until((kids) => kids.length === 3 && replaced.every(({ kid }) => kids.includes(kid)));
  });
});
