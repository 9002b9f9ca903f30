import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { generateRegistry } from '../../bench/registry/generate-registry.ts';
import { createOperatorTasks } from '../../src/operator-tasks/index.ts';
import type { TaskParts } from '../../src/operator-tasks/parts.ts';
import type { PersonImport } from '../../src/people/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { loadConfig } from '../../src/platform/config/index.ts';
import { generateCpf, maskCpf } from '../../src/platform/documents/index.ts';
import { createRecordCipher, parseMasterKey } from '../../src/platform/encryption/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { pepFile } from '../people/lists/list-files.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';

describeDatabases('imports by commands', (kind) => {
  it('keep to the limits that are configured', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-limits-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const database = await openTestDatabase(t, kind);
    const cipher = createRecordCipher({
      current: parseMasterKey(randomBytes(32).toString('base64')),
      previous: [],
    });
    const run = async (task: string, input: object, env: Record<string, string>) => {
      const tasks = createOperatorTasks({
        config: loadConfig({ DATA_DIR: folder, ...env }),
        storage: { database, cipher, folder: { directory: folder } } as TaskParts['storage'],
        clock: systemClock,
        log: createLogger({ level: 'silent' }),
        services: () => Promise.reject(new Error('no import needs them')),
      });
      const { signal } = new AbortController();
      return (await tasks[task]!.run(input, { signal, report: () => {} })) as never;
    };

    const rowLimits = { PEOPLE_IMPORT_MAX_ROW_BYTES: '1024', PEOPLE_IMPORT_QUARANTINE_ROWS: '2' };
    const path = join(folder, 'people.csv');
    const longName = 'x'.repeat(1_100);
    await writeFile(path, `cpf;nome\n${generateCpf()};Ana\n1;A\n2;B\n3;C\n${generateCpf()};${longName}\n`);
    const people: PersonImport = await run('people/import', { path, format: 'csv' }, rowLimits);
    assert.deepEqual(people.quarantined, { cpf_invalid: 3, row_too_long: 1 });
    const aside: { rows: { line: number }[] } = await run('people/quarantine', { limit: 100 }, rowLimits);
    assert.deepEqual(
      aside.rows.map(({ line }) => line),
      [3, 4],
    );

    const listPath = join(folder, '202601_PEP.csv');
    const row = { CPF: maskCpf(generateCpf()), Nome_PEP: 'ANA LIMA' };
    await writeFile(
      listPath,
      pepFile([
        row,
        { ...row, Nome_Órgão: longName },
        ...Array.from({ length: 3 }, () => ({ Nome_PEP: '' })),
      ]),
    );
    const list: PersonImport = await run('sources/import', { list: 'pep', path: listPath }, rowLimits);
    assert.equal(list.quarantined?.row_too_long, 1);
    const listAside: { rows: object[] } = await run('sources/quarantine', { limit: 100 }, rowLimits);
    assert.equal(listAside.rows.length, 2);

    const directory = join(folder, 'month');
    await generateRegistry({ directory, companies: 2_000, quirkShare: 0.2 });
    const names = ['QUARANTINED', 'DUPLICATES', 'REPLACED_CHARACTERS', 'ORPHAN_CODES'];
    const share = (value: string) => Object.fromEntries(names.map((name) => [`REGISTRY_MAX_${name}`, value]));
    await assert.rejects(run('registry/import', { directory }, share('0')), (error: Error) => {
      assert.equal((error as { code?: unknown }).code, 'registry_checks_failed');
      for (const name of names) assert.match(error.message, new RegExp(name.toLowerCase()));
      return true;
    });
    const env = { ...share('1'), REGISTRY_QUARANTINE_ROWS_PER_FILE: '2' };
    const month: { quarantineCounts: Record<string, number> } = await run(
      'registry/import',
      { directory },
      env,
    );
    const counted = Object.values(month.quarantineCounts).reduce((sum, count) => sum + count, 0);
    const kept: { rows: { file: string }[] } = await run('registry/quarantine', { limit: 1_000 }, env);
    const perFile = [...Map.groupBy(kept.rows, ({ file }) => file).values()].map((rows) => rows.length);
    assert.ok(counted > kept.rows.length);
    assert.equal(Math.max(...perFile), 2);
  });
});
