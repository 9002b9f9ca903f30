import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { generateRegistry } from '../../bench/registry/generate-registry.ts';
import { loadAppConfig } from '../../src/app.ts';
import type { PersonImport } from '../../src/people/data-sets/person-imports-store.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { generateCpf, maskCpf } from '../../src/platform/documents.ts';
import { createRecordCipher, parseMasterKey } from '../../src/platform/encryption/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createOperatorTasks, type OperatorTaskParts } from '../../src/process/run-task-here.ts';
import { listRefusedRows } from '../../src/registry/get-registry-status.ts';
import { importRegistry } from '../../src/registry/import/import-registry.ts';
import { pepFile } from '../people/lists/list-files.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';

describeDatabases('imports by commands', (kind) => {
  it('keep to their limits', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-limits-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const database = await openTestDatabase(t, kind);
    const cipher = createRecordCipher({
      current: parseMasterKey(randomBytes(32).toString('base64')),
      previous: [],
    });
    const run = async (task: string, input: object) => {
      const tasks = await createOperatorTasks({
        config: loadAppConfig({ DATA_DIR: folder }),
        storage: { database, cipher, folder: { directory: folder } } as OperatorTaskParts['storage'],
        clock: systemClock,
        log: createLogger({ level: 'silent' }),
        baseUrl: 'http://127.0.0.1:8080',
        open: () => Promise.reject(new Error('no import needs them')),
      });
      const { signal } = new AbortController();
      return (await tasks[task]!.run(input, { signal, report: () => {} })) as never;
    };

    const path = join(folder, 'people.csv');
    const longName = 'x'.repeat(65_600);
    const badRows = Array.from({ length: 10_001 }, (_, n) => `${n};A\n`).join('');
    await writeFile(path, `cpf;nome\n${generateCpf()};Ana\n${badRows}${generateCpf()};${longName}\n`);
    const people: PersonImport = await run('people/import', { path, format: 'csv' });
    assert.deepEqual(people.refusedRows, { cpf_invalid: 10_001, row_too_long: 1 });
    const aside: { rows: { line: number }[] } = await run('people/refused-rows', { limit: 10_000 });
    assert.equal(aside.rows.length, 10_000);
    assert.equal(aside.rows.at(-1)?.line, 10_002);

    const listPath = join(folder, '202601_PEP.csv');
    const row = { CPF: maskCpf(generateCpf()), Nome_PEP: 'ANA LIMA' };
    await writeFile(
      listPath,
      pepFile([
        row,
        { ...row, Nome_Órgão: longName },
        ...Array.from({ length: 10_001 }, () => ({ Nome_PEP: '' })),
      ]),
    );
    const list: PersonImport = await run('sources/import', { list: 'pep', path: listPath });
    assert.equal(list.refusedRows?.row_too_long, 1);
    const listAside: { rows: object[] } = await run('sources/refused-rows', { limit: 10_000 });
    assert.equal(listAside.rows.length, 10_000);

    // A list may lose a fifth of its five entries without anybody saying so, and no more.
    const people5 = Array.from({ length: 5 }, (_, n) => ({ ...row, Nome_PEP: `RUI DIAS ${'ABCDE'[n]}` }));
    const one = { list: 'pep', path: listPath };
    const importEntries = async (count: number, options: object = {}) => {
      await writeFile(listPath, pepFile(people5.slice(0, count)));
      await run('sources/import', { ...one, ...options });
    };
    await importEntries(5, { isForced: true });
    await assert.rejects(importEntries(3), { code: 'list_shrunk' });
    await importEntries(4);
    const restored: { entries: number; state: string }[] = await run('sources/rollback', { list: 'pep' });
    assert.deepEqual(
      restored.map(({ entries, state }) => [entries, state]),
      [[5, 'current']],
    );
    await importEntries(3, { isForced: true });

    const directory = join(folder, 'month');
    await generateRegistry({ directory, companies: 2_000, quirkShare: 0.2 });
    await assert.rejects(run('registry/import', { directory }), (error: Error) => {
      assert.equal((error as { code?: unknown }).code, 'registry_checks_failed');
      for (const name of ['refused', 'replaced_characters', 'orphan_codes']) {
        assert.match(error.message, new RegExp(name));
      }
      return true;
    });
    const month: { refusedRows: Record<string, number> } = await run('registry/import', {
      directory,
      force: true,
    });
    assert.ok(Object.values(month.refusedRows).some((count) => count > 0));

    const again = await importRegistry(
      { database, clock: systemClock },
      { directory, ignoreChecks: true, refusedRowsPerFile: 2 },
    );
    const kept = await listRefusedRows(database.db, { generation: again.id, limit: 1_000 });
    const perFile = [...Map.groupBy(kept.rows, ({ file }) => file).values()].map((rows) => rows.length);
    assert.equal(Math.max(...perFile), 2);
  });
});
