import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { generateRegistry } from '../../../bench/registry/generate-registry.ts';
import { createTestDatabase } from '../../support/database.ts';
import { runConfere, spawnServe } from '../../support/service-process.ts';

it('months are imported, compared, listed and taken back while a server holds the embedded database', async (t) => {
  const { dataDir } = await createTestDatabase(t, 'embedded');
  const env = { DATA_DIR: dataDir };
  const registry = async (...args: string[]) => {
    const result = await runConfere(t, ['registry', ...args], env);
    return { ...result, answer: result.status === 0 ? JSON.parse(result.stdout) : undefined };
  };
  const [first, second] = [join(dataDir, 'first'), join(dataDir, 'second')];
  const quirkNames = ['column missing'];
  await generateRegistry({ directory: first, companies: 300, month: '2026-04' });
  await generateRegistry({
    directory: second,
    companies: 320,
    month: '2026-05',
    quirkShare: 0.05,
    quirkNames,
  });
  const server = await spawnServe(t, env);

  // A relative folder is the command's, not the server's.
  const imported = await registry('import', '--from', 'first', '--json');
  assert.equal(imported.status, 0, imported.stderr);
  assert.equal(imported.answer.dataMonth, '2026-04');
  assert.match(imported.stderr, /load|rows|switch/);
  const next = await registry('import', '--from', second, '--force', '--json');
  assert.equal(next.status, 0, next.stderr);
  assert.equal(next.answer.changes.since, imported.answer.id);
  assert.ok(next.answer.changes.opened > 0);

  const status = (await registry('status', '--json')).answer;
  assert.equal(status.current.dataMonth, '2026-05');
  assert.deepEqual(status.current.changes, next.answer.changes);
  const { column_count: count } = status.current.refusedRows;
  assert.ok(count > 0);

  const page = (await registry('refused-rows', '--json')).answer;
  assert.equal(page.rows.length, count);
  assert.deepEqual(page.counts, status.current.refusedRows);
  const rows = await runConfere(t, ['registry', 'refused-rows', '--ndjson'], env);
  assert.deepEqual(
    rows.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    page.rows,
  );

  assert.equal((await registry('rollback', '--json')).answer.dataMonth, '2026-04');
  assert.deepEqual((await registry('prune', '--json')).answer, { pruned: [next.answer.id] });
  const missing = await registry('import', '--from', 'nowhere', '--json');
  assert.equal(missing.status, 1);
  assert.equal(missing.stdout, '');
  assert.match(missing.stderr, /registry_files_missing/);
  assert.equal((await fetch(`${server.url}/.well-known/jwks.json`)).status, 200);
});
