import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { Client } from 'pg';
import { pino } from 'pino';
import { DatabaseError, openDatabase } from '../../../src/platform/db/index.ts';
import { createTestDatabase, testDatabaseKinds } from '../../support/database.ts';
import { mountSmallDisk, type SmallDisk } from '../../support/small-disk.ts';

const withoutPostgres = testDatabaseKinds().includes('postgres')
  ? false
  : 'CONFERE_TEST_DATABASE_URL is not set';
const isUnavailable = (error: unknown) =>
  error instanceof DatabaseError && error.code === 'database_unavailable';

it('a server whose disk is full is not ready, although it answers, until there is room', {
  skip: withoutPostgres,
}, async (t) => {
  const { databaseUrl, dataDir } = await createTestDatabase(t, 'postgres', { isEmpty: true });
  const disk = await putOnSmallDisk(t, databaseUrl!);
  if (disk === undefined) return t.skip('needs the right to mount, and PostgreSQL on this machine');
  const levels: string[] = [];
  const logger = pino(
    { formatters: { level: (level) => ({ level }) } },
    { write: (line: string) => levels.push(JSON.parse(line).level) },
  );
  await using open = await openDatabase({ databaseUrl: databaseUrl!, dataDir, logger });
  await open.execute('create table kept (filler bytea)');
  const write = () => open.execute('insert into kept values ($1)', [randomBytes(200_000)]);
  await write();
  await open.ping();

  disk.fill();
  await assert.rejects(write(), isUnavailable);
  assert.equal((await open.execute('select count(*) from kept')).rows[0]!.count, 1, 'reads go on');
  await assert.rejects(open.ping(), isUnavailable);
  await assert.rejects(open.ping(), isUnavailable);

  disk.free();
  await open.ping();
  await write();
  assert.deepEqual(levels, ['error', 'info']);
});

/** Makes a database keep its tables on a disk of 16 MB; undefined where that cannot be. */
async function putOnSmallDisk(t: TestContext, databaseUrl: string): Promise<SmallDisk | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-small-'));
  const disk = mountSmallDisk(join(folder, 'disk'), 16);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const name = `confere_small_${randomBytes(6).toString('hex')}`;
  const database = client.escapeIdentifier(new URL(databaseUrl).pathname.slice(1));
  t.after(async () => {
    // The tables on it go with the database, before this.
    const again = new Client({ connectionString: new URL('/postgres', databaseUrl).href });
    await again.connect();
    await again.query(`drop tablespace if exists ${name}`);
    await again.end();
    disk?.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  try {
    if (disk === undefined) return undefined;
    const place = join(disk.folder, 'tables');
    mkdirSync(place);
    const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(place, idOf('-u'), idOf('-g'));
    for (const each of [folder, disk.folder]) chmodSync(each, 0o755);
    await client.query(`create tablespace ${name} location '${place}'`);
    await client.query(`alter database ${database} set default_tablespace = ${name}`);
    await client.query(`alter database ${database} set temp_tablespaces = ${name}`);
    return disk;
  } catch {
    return undefined;
  } finally {
    await client.end();
  }
}
