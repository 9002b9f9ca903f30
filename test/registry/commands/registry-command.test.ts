import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { generateRegistry } from '../../../bench/registry/generate-registry.ts';
import { describeProgress } from '../../../src/registry/commands/import.ts';
import { parseSelection } from '../../../src/registry/index.ts';
import { createTestDatabase } from '../../support/database.ts';
import { runConfere } from '../../support/service-process.ts';

it('registry commands print one document each, report progress apart, and fail with their code', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-registry-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const archives = join(folder, '2026-04');
  const { dataDir } = await createTestDatabase(t, 'embedded');
  const run = (...args: string[]) => runConfere(t, ['registry', ...args, '--json'], { DATA_DIR: dataDir });
  await generateRegistry({ directory: archives, companies: 50 });

  const imported = await run('import', '--from', archives, '--only', 'uf=SP,RJ');
  assert.equal(imported.status, 0, imported.stderr);
  const generation = JSON.parse(imported.stdout);
  assert.equal(generation.dataMonth, '2026-04');
  assert.deepEqual(generation.selection, { states: ['SP', 'RJ'] });
  assert.match(imported.stderr, /index establishments/);

  const status = JSON.parse((await run('status')).stdout);
  assert.equal(status.current.id, generation.id);
  assert.deepEqual(status.current.rowCounts, generation.rowCounts);

  const rows = await runConfere(t, ['registry', 'refused-rows'], { DATA_DIR: dataDir });
  assert.deepEqual([rows.status, rows.stdout, rows.stderr], [0, '', 'There is nothing to show.\n']);
  const refused = await run('rollback');
  assert.equal(refused.status, 1);
  assert.equal(refused.stdout, '');
  assert.match(refused.stderr, /registry_no_previous_generation/);
});

it('a selection that cannot be is refused before anything is opened, naming the line and not the number', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-registry-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'list.txt');
  await writeFile(path, '# ours\n33.683.111/0002-80\n\n12ABC34501DE35\n');
  assert.deepEqual(await parseSelection({ cnpjList: path }), { cnpjs: ['33683111000280', '12ABC34501DE35'] });
  await writeFile(path, '33683111000280\n33683111000281\n');
  await assert.rejects(parseSelection({ cnpjList: path }), (error: Error & { code?: string }) => {
    assert.equal(error.code, 'registry_selection_invalid');
    assert.match(error.message, /Line 2/);
    assert.doesNotMatch(error.message, /33683111/);
    return true;
  });
  await assert.rejects(parseSelection({ only: 'uf=XX' }), { code: 'registry_selection_invalid' });
  await assert.rejects(parseSelection({ only: 'SP' }), { code: 'registry_selection_invalid' });
  assert.equal(await parseSelection({}), undefined);
});

it('progress tells rows, speed, and the time left for the file and for all', () => {
  const text = describeProgress(
    {
      phase: 'load',
      subject: 'Empresas0.zip',
      file: { rows: 400, contentBytes: 12_000_000, storedBytes: 25, totalBytes: 100 },
      rows: 1000,
      contentBytes: 50_000_000,
      storedBytes: 50,
      totalStoredBytes: 200,
    },
    10_000,
    4_000,
  );
  assert.equal(
    text,
    '[######..................] 25%  Empresas0.zip: 400 rows, 3.0 MB/s, 0:12 left  all: 1000 rows, 5.0 MB/s, 0:30 left',
  );
});
