import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  DatabaseError,
  migrate,
  type OpenDatabase,
  openDatabase,
  planMigrations,
  refuseOlder,
} from '../../../src/platform/db/index.ts';
import { createLogger } from '../../../src/platform/log.ts';
import { createTestDatabase, describeDatabases, testDatabaseKinds } from '../../support/database.ts';

const logger = createLogger({ level: 'silent' });

async function writeMigrations(t: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-migrations-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

function isDatabaseError(code: string, detail = /./) {
  return (error: unknown) =>
    error instanceof DatabaseError && error.code === code && detail.test(error.message);
}

async function tableExists(open: OpenDatabase, name: string): Promise<boolean> {
  const { rows } = await open.execute('select to_regclass($1) is not null as found', [name]);
  return rows[0]?.found === true;
}

describeDatabases('migrations', (kind) => {
  it('run in order, once each, several statements to a file', async (t) => {
    const folder = await writeMigrations(t, {
      '0001-first.sql': `create table first (n int);\ninsert into first values (1), (2);\n
        create function twice(n int) returns int language plpgsql as $$ begin return n * 2; end $$;`,
      '0002-second.sql': 'insert into first select twice(n) + 10 from first; -- a comment at the end',
      'README.md': 'not a migration',
    });
    await using open = await openDatabase({
      ...(await createTestDatabase(t, kind, { isEmpty: true })),
      logger,
    });
    assert.deepEqual(await migrate(open, folder), ['0001-first.sql', '0002-second.sql']);
    assert.deepEqual(await migrate(open, folder), []);
    const { rows } = await open.execute('select count(*) as n, sum(n) as total from first');
    assert.deepEqual(rows, [{ n: 4, total: 29 }]);
    await writeFile(join(folder, '0003-third.sql'), 'create table third (n int)');
    assert.deepEqual(await migrate(open, folder), ['0003-third.sql']);
  });

  it('that fail leave nothing behind and can be run again', async (t) => {
    const folder = await writeMigrations(t, {
      '0001-good.sql': 'create table good (n int)',
      '0002-bad.sql': 'create table half (n int); select 1 / 0; create table never (n int)',
    });
    await using open = await openDatabase({
      ...(await createTestDatabase(t, kind, { isEmpty: true })),
      logger,
    });
    await assert.rejects(
      migrate(open, folder),
      isDatabaseError('migration_failed', /0002-bad.sql: division by zero/),
    );
    assert.equal(await tableExists(open, 'good'), true);
    assert.equal(await tableExists(open, 'half'), false);
    await writeFile(join(folder, '0002-bad.sql'), 'create table half (n int)');
    assert.deepEqual(await migrate(open, folder), ['0002-bad.sql']);
  });

  it('that changed after they were applied are refused, line ends aside', async (t) => {
    const folder = await writeMigrations(t, { '0001-one.sql': 'create table one (n int);\n-- end\n' });
    await using open = await openDatabase({
      ...(await createTestDatabase(t, kind, { isEmpty: true })),
      logger,
    });
    await migrate(open, folder);
    await writeFile(join(folder, '0001-one.sql'), 'create table one (n int);\r\n-- end\r\n');
    assert.deepEqual(await migrate(open, folder), []);
    await writeFile(join(folder, '0001-one.sql'), 'create table one (n bigint);\n-- end\n');
    await writeFile(join(folder, '0002-two.sql'), 'create table two (n int)');
    await assert.rejects(migrate(open, folder), isDatabaseError('migration_altered', /0001-one.sql/));
    assert.equal(await tableExists(open, 'two'), false);
  });

  it('that a later release added keep nobody out, until one takes away what an earlier release uses', async (t) => {
    const folder = await writeMigrations(t, {
      '0001-one.sql': 'create table one (n int)',
      '0002-two.sql': 'alter table one add m int',
    });
    await using open = await openDatabase({
      ...(await createTestDatabase(t, kind, { isEmpty: true })),
      logger,
    });
    await migrate(open, folder);
    const earlier = await writeMigrations(t, { '0001-one.sql': 'create table one (n int)' });
    assert.deepEqual(await migrate(open, earlier), []);
    assert.deepEqual(await planMigrations(open, earlier), []);
    await writeFile(join(folder, '0003-three.sql'), 'alter table one drop n');
    await writeFile(join(folder, 'contracts.json'), JSON.stringify({ '0003-three.sql': '0002' }));
    assert.deepEqual(
      (await planMigrations(open, folder)).map(({ needs }) => needs),
      ['0002'],
    );
    assert.deepEqual(await migrate(open, folder), ['0003-three.sql']);
    await assert.rejects(migrate(open, earlier), isDatabaseError('database_newer', /0003-three.sql/));
    await rm(join(folder, '0003-three.sql'));
    assert.deepEqual(await migrate(open, folder), []);
  });

  it('of a database from before the first release are refused, however it was made', async (t) => {
    const folder = await writeMigrations(t, { '0001-one.sql': 'select 1', '0002-two.sql': 'select 1' });
    await using open = await openDatabase({
      ...(await createTestDatabase(t, kind, { isEmpty: true })),
      logger,
    });
    await migrate(open, folder);
    const released = await writeMigrations(t, { '0001-one.sql': 'select 2', '0002-other.sql': 'select 2' });
    const isRefused = isDatabaseError(
      'database_unreleased',
      /has the migration 0002-two.sql, which is of no release/,
    );
    await assert.rejects(migrate(open, released), isRefused);
    await assert.rejects(planMigrations(open, released), isRefused);
    // The earliest ones kept less of each migration.
    await open.execute('alter table schema_migrations drop column needs');
    await assert.rejects(migrate(open, released), isRefused);
  });

  it('with a number used twice or another name are refused before anything runs', async (t) => {
    const folder = await writeMigrations(t, {
      '0001-one.sql': 'create table one (n int)',
      '0000-zero.sql': '',
    });
    await using open = await openDatabase({
      ...(await createTestDatabase(t, kind, { isEmpty: true })),
      logger,
    });
    await assert.rejects(migrate(open, folder), isDatabaseError('migrations_invalid', /0000-zero.sql.*0000/));
    await rename(join(folder, '0000-zero.sql'), join(folder, '0001-three.sql'));
    await assert.rejects(
      migrate(open, folder),
      isDatabaseError('migrations_invalid', /0001-three.sql.*0001/),
    );
    await rename(join(folder, '0001-three.sql'), join(folder, '2-three.sql'));
    await assert.rejects(migrate(open, folder), isDatabaseError('migrations_invalid'));
    assert.equal(await tableExists(open, 'one'), false);
  });

  it('may leave numbers out', async (t) => {
    const folder = await writeMigrations(t, {
      '0001-one.sql': 'create table one (n int)',
      '0020-twenty.sql': 'create table twenty (n int)',
    });
    await using open = await openDatabase({
      ...(await createTestDatabase(t, kind, { isEmpty: true })),
      logger,
    });
    assert.deepEqual(await migrate(open, folder), ['0001-one.sql', '0020-twenty.sql']);
    assert.equal(await tableExists(open, 'twenty'), true);
  });

  it('of the project apply to an empty database', async (t) => {
    await using open = await openDatabase({
      ...(await createTestDatabase(t, kind, { isEmpty: true })),
      logger,
    });
    const names = await migrate(open, fileURLToPath(new URL('../../../migrations', import.meta.url)));
    assert.equal(names[0], '0001-platform.sql');
    assert.equal(await tableExists(open, 'master_key_checks'), true);
  });
});

it('migrations run once although several processes start at once', {
  skip: testDatabaseKinds().includes('postgres') ? false : 'CONFERE_TEST_DATABASE_URL is not set',
}, async (t) => {
  const folder = await writeMigrations(t, {
    '0001-one.sql': 'create table one (n int); select pg_sleep(0.1)',
    '0002-two.sql': 'insert into one values (1)',
  });
  const address = await createTestDatabase(t, 'postgres', { isEmpty: true });
  const opens = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ ...address, logger })));
  const applied = await Promise.all(opens.map((open) => migrate(open, folder)));
  assert.deepEqual(applied.flat().sort(), ['0001-one.sql', '0002-two.sql']);
  assert.deepEqual((await opens[0]!.execute('select * from one')).rows, [{ n: 1 }]);
  await Promise.all(opens.map((open) => open.close()));
});

it('a database that another process is still making is not taken for one of an earlier release', {
  skip: testDatabaseKinds().includes('postgres') ? false : 'CONFERE_TEST_DATABASE_URL is not set',
}, async (t) => {
  const folder = await writeMigrations(t, {
    '0001-one.sql': 'create table one (n int)',
    '0002-two.sql': 'create table two (n int); select pg_sleep(0.3)',
    '0003-three.sql': 'create table three (n int); select pg_sleep(0.3)',
  });
  const address = await createTestDatabase(t, 'postgres', { isEmpty: true });
  await using making = await openDatabase({ ...address, logger });
  await using waiting = await openDatabase({ ...address, logger });
  const made = migrate(making, folder);
  while (!(await tableExists(waiting, 'one'))) await setTimeout(5);
  await refuseOlder(waiting, folder);
  assert.equal(await tableExists(waiting, 'three'), true);
  assert.equal((await made).length, 3);
  await writeFile(join(folder, '0004-four.sql'), 'create table four (n int)');
  await assert.rejects(refuseOlder(waiting, folder), isDatabaseError('database_older', /0004-four/));
});
