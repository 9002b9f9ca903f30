import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { runConfere } from '../../support/service-process.ts';

it('a plan where no embedded database is makes none, and names the folder', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-plan-'));
  t.after(() => rm(folder, { recursive: true }));
  const env = { DATA_DIR: folder };
  const { status, stderr } = await runConfere(t, ['migrate', '--plan'], env);
  assert.equal(status, 1);
  assert.match(stderr, /database_empty/);
  assert.ok(stderr.includes(folder));
  assert.equal(existsSync(join(folder, 'database')), false);
});
