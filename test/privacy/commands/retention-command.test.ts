import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createTestDatabase } from '../../support/database.ts';
import { runConfere } from '../../support/service-process.ts';

it('an operator sees what retention would erase, by setting, before it is set', async (t) => {
  const { dataDir } = await createTestDatabase(t, 'embedded');
  const run = (...args: string[]) =>
    runConfere(t, ['retention', 'preview', ...args], { DATA_DIR: dataDir, RETENTION_CASES_DAYS: '90' });
  const { status, stdout, stderr } = await run();
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^photos of authentications \(RETENTION_IMAGES_DAYS\): kept$/m);
  assert.match(stdout, /^decided cases \(RETENTION_CASES_DAYS\): 0 older than 90 days$/m);
  const all: { name: string; days: number; count: number }[] = JSON.parse(
    (await run('--days', '7', '--json')).stdout,
  );
  assert.ok(all.length >= 7);
  for (const { name, days, count } of all) {
    assert.match(name, /\(RETENTION_[A-Z]+_DAYS\)$/);
    assert.deepEqual([days, count], [7, 0]);
  }
  assert.notEqual((await run('--days', 'many')).status, 0);
});
