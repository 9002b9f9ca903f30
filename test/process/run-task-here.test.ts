import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { loadAppConfig } from '../../src/app.ts';
import { DatabaseError } from '../../src/platform/db/index.ts';
import { runTaskHere } from '../../src/process/run-task-here.ts';
import { createTestDatabase, environmentOf, testDatabaseKinds } from '../support/database.ts';

const run = async (env: Readonly<Record<string, string>>, name: string, input: object) =>
  await runTaskHere(loadAppConfig({ LOG_LEVEL: 'silent', ...env }), {
    name,
    input,
    signal: new AbortController().signal,
    onProgress: () => {},
  });

const isEmpty = (error: unknown) => error instanceof DatabaseError && error.code === 'database_empty';

const newFolder = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-none-'));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, 'data');
};

it('a command for a deployment that stands elsewhere begins none: no backup of nothing', async (t) => {
  const folder = await newFolder(t);
  const env = { DATA_DIR: folder };
  await assert.rejects(run(env, 'backup/create', { path: `${folder}.confere` }), isEmpty);
  await assert.rejects(run(env, 'audit/verify', {}), isEmpty);
  assert.deepEqual([existsSync(folder), existsSync(`${folder}.confere`)], [false, false]);

  await run(env, 'accounts/invite', { name: 'Ana', email: 'ana@banco.example', role: 'administrator' });
  assert.deepEqual(await run(env, 'holds/list', {}), []);
});

it('neither does one on an empty PostgreSQL', {
  skip: testDatabaseKinds().includes('postgres') ? false : 'CONFERE_TEST_DATABASE_URL is not set',
}, async (t) => {
  const address = await createTestDatabase(t, 'postgres', { isEmpty: true });
  await assert.rejects(run(environmentOf(address), 'audit/verify', {}), isEmpty);
});
