import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { generateCpf } from '../../../../src/platform/documents.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { runConfere } from '../../../support/service-process.ts';

it('people and lists are imported and told of; a failure says why and ends with a status of its own', async (t) => {
  const { dataDir } = await createTestDatabase(t, 'embedded');
  const folder = await mkdtemp(join(tmpdir(), 'confere-cli-'));
  t.after(() => rm(folder, { recursive: true }));
  const run = (...args: string[]) => runConfere(t, args, { DATA_DIR: dataDir });
  const cpf = generateCpf();
  const people = join(folder, 'people.csv');
  await writeFile(people, `cpf;nome\n${cpf};Ana Lima\n111;Rui Dias\n`);

  const imported = await run('people', 'import', people, '--data-date', '2026-03-31', '--json');
  assert.equal(imported.status, 0, imported.stderr);
  const { id, state, dataDate, rows, records, refusedRows } = JSON.parse(imported.stdout);
  assert.deepEqual(
    { id, state, dataDate, rows, records, refusedRows },
    {
      id: 1,
      state: 'ready',
      dataDate: '2026-03-31',
      rows: 2,
      records: { pfBasicData: 1 },
      refusedRows: { cpf_invalid: 1 },
    },
  );
  assert.match(imported.stderr, /2 rows, 1 refused/);

  const aside = await run('people', 'refused-rows', '--json');
  assert.deepEqual(JSON.parse(aside.stdout).rows, [{ line: 3, reason: 'cpf_invalid', field: 'cpf' }]);

  const shown = await run('people', 'refused-rows');
  assert.match(shown.stdout, /refused: cpf_invalid 1\n {2}line 3: cpf_invalid \(cpf\)\n$/);

  const wrong = await run('sources', 'import', 'pep', people, '--json');
  assert.equal(wrong.status, 1);
  assert.equal(wrong.stdout, '');
  assert.match(wrong.stderr, /list_layout_unknown/);
  const none = await run('people', 'import', join(folder, 'not-there.csv'));
  assert.equal(none.status, 1);
  assert.match(none.stderr, /people_file_unreadable\)\nThe file cannot be opened \(ENOENT\)\./);

  for (const [command, option] of [
    ['people', '--data-date'],
    ['sources', '--date'],
  ] as const) {
    const list = command === 'sources' ? ['pep'] : [];
    const noDay = await run(command, 'import', ...list, people, option, '2026-02-31');
    assert.notEqual(noDay.status, 0);
    assert.match(noDay.stderr, /operator_task_input_invalid/, noDay.stderr);
  }

  const status = await run('sources', 'status');
  assert.equal(status.status, 0);
  assert.match(status.stdout, /import 1 of .*, ready, data of 2026-03-31/);
  assert.match(status.stdout, /Not in service\n {2}pep: failed/);
  for (const { stdout, stderr } of [imported, aside, wrong, status]) {
    assert.ok(!`${stdout}${stderr}`.includes(cpf) && !`${stdout}${stderr}`.includes('Lima'));
  }
});
