import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseMasterKey } from '../../../src/platform/encryption/index.ts';
import { createTestDatabase, describeDatabases, testDatabaseKinds } from '../../support/database.ts';
import { runConfere, spawnServe } from '../../support/service-process.ts';

describe('confere keys on the embedded database', () => {
  it('makes a new key, waits for the server to take it, and lets the old one go', async (t) => {
    const { dataDir } = await createTestDatabase(t, 'embedded');
    const env = { DATA_DIR: dataDir };
    const confere = async (...args: string[]) => {
      const result = await runConfere(t, ['keys', ...args], env);
      return { ...result, answer: result.status === 0 ? JSON.parse(result.stdout) : undefined };
    };

    const first = await spawnServe(t, env);
    const [{ keyId: oldId, records }] = (await confere('list', '--json')).answer;
    assert.ok(records >= 4, 'signing keys and keys of the deployment');
    const created = await confere('create', '--json');
    const tooEarly = await confere('rotate', '--json');
    assert.equal(tooEarly.status, 1);
    assert.match(tooEarly.stderr, /master_key_not_in_use/);
    first.child.kill('SIGTERM');
    await first.ended;

    const second = await spawnServe(t, env);
    const rotated = (await confere('rotate', '--json')).answer;
    assert.deepEqual(rotated, {
      currentKeyId: created.answer.keyId,
      rewrapped: records,
      retiredKeyIds: [oldId],
    });
    assert.deepEqual(
      (await readdir(join(dataDir, 'keys'))).filter((name) => name.startsWith('master')),
      ['master.key'],
    );
    second.child.kill('SIGTERM');
    await second.ended;
    const third = await spawnServe(t, env);
    assert.equal((await fetch(`${third.url}/.well-known/jwks.json`)).status, 200);
    const exported = join(dataDir, 'audit.ndjson');
    assert.equal((await runConfere(t, ['audit', 'export', '--to', exported], env)).status, 0);
    const actions = (await readFile(exported, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ actor }) => actor?.kind === 'operator')
      .sort((one, other) => (one.at < other.at ? -1 : 1))
      .map(({ action, outcome }) => `${action} ${outcome}`);
    assert.deepEqual(actions, [
      'operator.keys/create done',
      'operator.keys/rotate master_key_not_in_use',
      'operator.keys/rotate done',
    ]);
    assert.equal((await runConfere(t, ['audit', 'verify'], env)).status, 0);
    assert.deepEqual((await confere('list', '--json')).answer, [
      { keyId: rotated.currentKeyId, isCurrent: true, records },
    ]);
    const before = `master.key.${rotated.currentKeyId}`;
    const told = (await runConfere(t, ['keys', 'create'], env)).stdout;
    assert.ok(told.includes(`Copy DATA_DIR/keys/${before} elsewhere`), told);
    assert.ok((await readdir(join(dataDir, 'keys'))).includes(before), 'it is where the command says');
  });
});

it('a rotation waits for every process to take the new key: what one seals with the old one would be lost', {
  skip: !testDatabaseKinds().includes('postgres'),
}, async (t) => {
  const { dataDir, databaseUrl } = await createTestDatabase(t, 'postgres');
  const [before, after] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  const place = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const served = await spawnServe(t, { ...place, MASTER_KEY: before, SANDBOX: 'on' });
  const rotate = () =>
    runConfere(t, ['keys', 'rotate', '--json'], {
      ...place,
      MASTER_KEY: after,
      MASTER_KEY_PREVIOUS: before,
      SANDBOX: 'on',
    });
  const refused = await rotate();
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /master_key_not_in_use/);
  assert.match(
    refused.stderr,
    new RegExp(`Process ${served.child.pid} on .* master key ${parseMasterKey(before).id}`),
  );
  served.child.kill('SIGTERM');
  await served.ended;
  const rotated = await rotate();
  assert.equal(rotated.status, 0, rotated.stderr);
  assert.deepEqual(JSON.parse(rotated.stdout).retiredKeyIds, [parseMasterKey(before).id]);
});

describeDatabases('confere keys with a configured key', (kind) => {
  it('wraps by MASTER_KEY what MASTER_KEY_PREVIOUS opens', async (t) => {
    const { dataDir, databaseUrl } = await createTestDatabase(t, kind);
    const [before, after] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
    const place = { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
    const create = ['clients', 'create', '--product', 'mobile', '--scope', 'attempts:read'];
    assert.equal((await runConfere(t, create, { ...place, MASTER_KEY: before })).status, 0);

    const refused = await runConfere(t, ['keys', 'rotate'], { ...place, MASTER_KEY: after });
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /master_key_wrong/);

    const both = { ...place, MASTER_KEY: after, MASTER_KEY_PREVIOUS: before };
    const rotated = await runConfere(t, ['keys', 'rotate', '--json'], both);
    assert.equal(rotated.status, 0, rotated.stderr);
    assert.deepEqual(JSON.parse(rotated.stdout).retiredKeyIds, [parseMasterKey(before).id]);
    assert.equal((await runConfere(t, ['keys', 'list'], { ...place, MASTER_KEY: after })).status, 0);
    const gone = await runConfere(t, ['keys', 'list'], { ...place, MASTER_KEY: before });
    assert.equal(gone.status, 1);
    assert.match(gone.stderr, /master_key_wrong/);
    const create2 = await runConfere(t, ['keys', 'create'], { ...place, MASTER_KEY: after });
    assert.match(create2.stderr, /master_key_configured/);
  });
});
