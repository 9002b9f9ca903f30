import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { carryOutImport } from '../../src/imports/carry-out-import.ts';
import { importIdKind } from '../../src/imports/declarations.ts';
import { openImportFolder } from '../../src/imports/import-folder.ts';
import { findImport, insertImport } from '../../src/imports/imports-store.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { lockWork } from '../../src/platform/db/index.ts';
import { createId } from '../../src/platform/ids.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';
import { cnpjOf } from '../support/registry-files.ts';

describeDatabases('carrying out an import', (kind) => {
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
