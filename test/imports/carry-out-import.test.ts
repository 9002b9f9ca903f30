import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { carryOutImport } from '../../src/imports/carry-out-import.ts';
import { importIdKind } from '../../src/imports/declarations.ts';
import { openImportFolder } from '../../src/imports/import-folder.ts';
import { findImport, insertImport } from '../../src/imports/imports-store.ts';
import { createListIndex, rollBackList } from '../../src/people/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { lockWork, type OpenDatabase } from '../../src/platform/db/index.ts';
import { createMasterKey, createRecordCipher } from '../../src/platform/encryption/index.ts';
import { createId } from '../../src/platform/ids.ts';
import { ceisFile } from '../people/lists/list-files.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';
import { cnpjOf } from '../support/registry-files.ts';

/** The database of a process that is killed as it begins to delete something. */
function killAtDelete(database: OpenDatabase): OpenDatabase {
  let isKilled = false;
  const db = new Proxy(database.db, {
    get(target, name) {
      isKilled ||= name === 'deleteFrom';
      if (isKilled) throw new Error('the process was killed');
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return Object.create(database, { db: { value: db } });
}

describeDatabases('carrying out an import', (kind) => {
  it('that was killed after its data came into service ends it, and a rollback leads to the data before', async (t) => {
    const database = await openTestDatabase(t, kind);
    const place = await mkdtemp(join(tmpdir(), 'confere-carry-out-'));
    t.after(() => rm(place, { recursive: true, force: true }));
    const deps = {
      database,
      clock: systemClock,
      folder: openImportFolder(place),
      cipher: createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] }),
      listIndex: createListIndex(randomBytes(32)),
    };
    const carryOut = async (id: string, of = database) => {
      const job = { data: { id }, signal: new AbortController().signal, holdIn: async () => true };
      return await carryOutImport({ ...deps, database: of } as never, job as never);
    };
    const ids = [];
    for (const day of [1, 2, 3]) {
      const row = { 'TIPO DE PESSOA': 'J', 'CPF OU CNPJ DO SANCIONADO': cnpjOf('10000000') };
      const path = `2026040${day}_CEIS.csv`;
      await writeFile(join(place, path), ceisFile([{ ...row, 'NOME DO SANCIONADO': `DE ${day}` }]));
      const id = createId(importIdKind);
      const wanted = { id, source: 'ceis', action: 'import', options: { path } } as const;
      await database.db
        .transaction()
        .execute((tx) => insertImport(tx, { ...wanted, startedBy: 'acc', createdAt: new Date() }));
      if (day === 3) await assert.rejects(carryOut(id, killAtDelete(database)), /was killed/);
      else assert.deepEqual(await carryOut(id), { outcome: 'done' });
      ids.push(id);
    }
    assert.deepEqual(await carryOut(ids[2]!), { outcome: 'done' });
    const [, second, third] = await Promise.all(ids.map((id) => findImport(database.db, id)));
    assert.deepEqual([third?.state, third?.tries, third?.result?.entries], ['done', 2, 1]);
    const { rows } = await database.execute('select distinct generation from person_list_entries order by 1');
    const kept = [second?.result?.generation, third?.result?.generation];
    assert.deepEqual(
      rows.map(({ generation }) => generation),
      kept,
    );
    const [restored] = await rollBackList(deps, { list: 'ceis' });
    assert.equal(restored?.listDate, '2026-04-02');
  });

  it('waits while a rollback has the source', async (t) => {
    const database = await openTestDatabase(t, kind);
    const place = await mkdtemp(join(tmpdir(), 'confere-carry-out-'));
    t.after(() => rm(place, { recursive: true, force: true }));
    await mkdir(join(place, 'regimes'));
    const rows = `ano,cnpj,cnpj_da_scp,forma_de_tributacao,quantidade_de_escrituracoes
2023,${cnpjOf('10000000')},0,LUCRO REAL,1
`;
    await writeFile(join(place, 'regimes', 'LUCRO REAL.csv'), rows);
    const folder = openImportFolder(place);
    let tries = 0;
    const rollback = await lockWork(database, 'registry/import-tax');
    const deps = {
      database,
      clock: systemClock,
      folder: {
        ...folder,
        async resolve(path: string) {
          tries += 1;
          if (tries === 2) await rollback?.[Symbol.asyncDispose]();
          return await folder.resolve(path);
        },
      },
    };
    const id = createId(importIdKind);
    await database.db.transaction().execute((tx) =>
      insertImport(tx, {
        id,
        source: 'tax_regimes',
        action: 'import',
        options: { path: 'regimes' },
        startedBy: 'acc',
        createdAt: new Date(),
      }),
    );
    const job = { data: { id }, signal: new AbortController().signal, holdIn: async () => true };
    assert.deepEqual(await carryOutImport(deps as never, job as never), { outcome: 'done' });
    const done = await findImport(database.db, id);
    assert.deepEqual([done?.state, done?.result?.entries, tries], ['done', 1, 2]);
  });
});
