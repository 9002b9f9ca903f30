import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { DataFolderError } from '../../../src/platform/data-folder/index.ts';
import {
  findPreparedDatabase,
  migrationsDirectory,
  namePreparedDatabase,
  openDatabase,
  packDatabase,
  readMigrations,
} from '../../../src/platform/db/index.ts';
import { unpackDatabase } from '../../../src/platform/db/prepared-database.ts';
import { createLogger } from '../../../src/platform/log.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-prepared-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function packFiles(t: TestContext): Promise<string> {
  const folder = await makeFolder(t);
  const database = join(folder, 'database');
  await mkdir(join(database, 'base/5'), { recursive: true });
  await mkdir(join(database, 'pg_notify'));
  await writeFile(join(database, 'base/5/16384'), Buffer.alloc(8_192, 7));
  await writeFile(join(database, 'base/5/empty'), '');
  await writeFile(join(database, 'PG_VERSION'), '18\n', { mode: 0o666 });
  const packed = join(folder, 'made/now/database.br');
  packDatabase(database, packed);
  assert.deepEqual(await readdir(join(folder, 'made/now')), ['database.br']);
  return packed;
}

describe('a prepared database', () => {
  it('is unpacked as it was packed, empty folders and files too, for this user alone', async (t) => {
    const packed = await packFiles(t);
    const place = join(await makeFolder(t), 'database');
    await mkdir(place);
    unpackDatabase(packed, place);
    assert.deepEqual((await readdir(place, { recursive: true })).sort(), [
      'PG_VERSION',
      'base',
      'base/5',
      'base/5/16384',
      'base/5/empty',
      'pg_notify',
    ]);
    assert.deepEqual(await readFile(join(place, 'base/5/16384')), Buffer.alloc(8_192, 7));
    assert.equal((await stat(join(place, 'base/5/empty'))).size, 0);
    assert.equal((await stat(join(place, 'PG_VERSION'))).mode & 0o777, 0o600);
    assert.equal((await stat(join(place, 'base/5'))).mode & 0o777, 0o700);
  });

  it('replaces what a killed process left unfinished, and never a database', async (t) => {
    const packed = await packFiles(t);
    const parent = await makeFolder(t);
    await mkdir(join(parent, 'database.unpacking/base/9'), { recursive: true });
    unpackDatabase(packed, join(parent, 'database'));
    assert.deepEqual(await readdir(parent), ['database']);
    assert.deepEqual(await readdir(join(parent, 'database/base')), ['5']);
    assert.throws(() => unpackDatabase(packed, join(parent, 'database')), { code: 'ENOTEMPTY' });
    assert.equal(await readFile(join(parent, 'database/PG_VERSION'), 'utf8'), '18\n');
  });

  it('of other migrations is not found', async (t) => {
    const folder = await makeFolder(t);
    const migrations = await readMigrations(migrationsDirectory);
    const [first, ...others] = migrations;
    await writeFile(join(folder, namePreparedDatabase([...others, { ...first!, sha256: 'other' }])), '');
    await writeFile(join(folder, namePreparedDatabase(migrations.slice(0, -1))), '');
    assert.equal(await findPreparedDatabase(migrationsDirectory, folder), undefined);
    const name = namePreparedDatabase(migrations);
    await writeFile(join(folder, name), '');
    assert.equal(await findPreparedDatabase(migrationsDirectory, folder), join(folder, name));
    assert.equal((await readdir(folder)).length, 3);
  });

  it('says that the folder cannot be written, where there is no room for it', async (t) => {
    const disk = mountSmallDisk(join(await makeFolder(t), 'disk'), 3);
    if (disk === undefined) return t.skip('needs the right to mount');
    const options = {
      dataDir: disk.folder,
      databaseUrl: undefined,
      logger: createLogger({ level: 'silent' }),
    };
    try {
      const prepared = await findPreparedDatabase(migrationsDirectory);
      assert.ok(prepared);
      await assert.rejects(
        openDatabase({ ...options, prepared }),
        (error) => error instanceof DataFolderError && /ENOSPC/.test(error.detail ?? ''),
      );
    } finally {
      disk.remove();
    }
  });
});
