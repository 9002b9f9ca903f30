import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { createCpfIndex, importPeople } from '../../src/people/index.ts';
import { exportParts } from '../../src/people/personal-parts.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type Cpf, generateCpf } from '../../src/platform/documents.ts';
import { createMasterKey, createRecordCipher } from '../../src/platform/encryption/index.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';

describeDatabases('the copy of what others said of a person', (kind) => {
  it('has every row of data sets about the CPF, and none of somebody else', async (t) => {
    const database = await openTestDatabase(t, kind);
    const folder = await mkdtemp(join(tmpdir(), 'confere-copy-'));
    t.after(() => rm(folder, { recursive: true }));
    const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
    const deps = { db: database.db, cipher, cpfIndex: createCpfIndex(randomBytes(32)) };
    const [cpf, other] = [generateCpf(), generateCpf()];
    const path = join(folder, 'people');
    for (const row of ['ANA LIMA;', 'ANA LIMA;RECIFE']) {
      await writeFile(path, `cpf;nome;cidade\n${cpf};${row}\n${other};EVA DIAS;\n`);
      await importPeople({ ...deps, database, clock: systemClock }, { path, format: 'csv' });
    }
    const list = async (of: Cpf | undefined) => {
      const [records] = exportParts(deps);
      assert.equal(records?.name, 'dataSetRecords');
      return await Array.fromAsync(records.list({ id: 'per_of_nobody', cpf: of }));
    };
    const rows = (await list(cpf)) as { basicData: object; addresses?: object[]; importedAt: Date }[];
    assert.deepEqual(
      rows.map(({ basicData, addresses = [] }) => [basicData, ...addresses]),
      [[{ name: 'ANA LIMA' }], [{ name: 'ANA LIMA' }, { city: 'RECIFE' }]],
    );
    assert.ok(rows.every(({ importedAt }) => importedAt instanceof Date));
    assert.deepEqual(Object.keys(rows[0]!).includes('id'), false);
    await database.db
      .updateTable('person_records')
      .set({ cpf_index: deps.cpfIndex(cpf) })
      .execute();
    assert.ok(!JSON.stringify(await list(cpf)).includes('EVA'), 'rows that were moved are not shown');
    assert.deepEqual(await list(undefined), []);
  });
});
