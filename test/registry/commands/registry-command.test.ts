import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generateRegistry } from '../../../bench/registry/generate-registry.ts';
import { describeProgress } from '../../../src/registry/commands/import.ts';
import { parseSelection } from '../../../src/registry/index.ts';
import { createTestDatabase } from '../../support/database.ts';

const program = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

type Outcome = { readonly status: number; readonly out: string; readonly err: string };

function run(dataDir: string, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
    execFile(process.execPath, [program, 'registry', ...args], { env, cwd: tmpdir() }, (error, out, err) => {
      resolve({ status: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

it('registry commands print one document each, report progress apart, and fail with their code', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-registry-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const archives = join(folder, '2026-04');
  const { dataDir: data } = await createTestDatabase(t, 'embedded');
  await generateRegistry({ directory: archives, companies: 50 });

  const imported = await run(data, 'import', '--from', archives, '--only', 'uf=SP,RJ', '--json');
  assert.equal(imported.status, 0, imported.err);
  const generation = JSON.parse(imported.out);
  assert.equal(generation.dataMonth, '2026-04');
  assert.deepEqual(generation.selection, { states: ['SP', 'RJ'] });
  assert.match(imported.err, /index establishments/);

  const status = JSON.parse((await run(data, 'status', '--json')).out);
  assert.equal(status.current.id, generation.id);
  assert.deepEqual(status.current.rowCounts, generation.rowCounts);

  const rows = await run(data, 'refused-rows');
  assert.deepEqual([rows.status, rows.out, rows.err], [0, '', 'There is nothing to show.\n']);
  const refused = await run(data, 'rollback', '--json');
  assert.equal(refused.status, 1);
  assert.equal(refused.out, '');
  assert.match(refused.err, /registry_no_previous_generation/);
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
