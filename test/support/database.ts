import { createHash, randomBytes } from 'node:crypto';
import { accessSync, constants, statfsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { migrate, type OpenDatabase, openDatabase, readMigrations } from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';

export type TestDatabaseKind = 'embedded' | 'postgres';

const migrationsDirectory = fileURLToPath(new URL('../../migrations', import.meta.url));
const silent = createLogger({ level: 'silent' });

/** The address of a PostgreSQL whose superuser may make databases; tests on it are left out when it is not set. */
const testDatabaseUrl = process.env.CONFERE_TEST_DATABASE_URL;

/** Memory where there is plenty of it: copying the embedded database's thousand files takes a tenth of the time. */
const temporaryDirectory = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

/** The databases to run store tests on: the embedded one always, PostgreSQL when its address is given. */
export function testDatabaseKinds(): readonly TestDatabaseKind[] {
  return testDatabaseUrl === undefined ? ['embedded'] : ['embedded', 'postgres'];
}

/** A suite for each of the databases to test on. */
export function describeDatabases(name: string, define: (kind: TestDatabaseKind) => void): void {
  for (const kind of testDatabaseKinds()) describe(`${name} (${kind})`, () => define(kind));
}

/** Something that calls back when the test is over: a test's or a suite's context. */
export type TestScope = Pick<TestContext, 'after'>;

/**
 * A migrated database of its own, closed and removed after the test. The embedded one is a copy of a snapshot
 * that is made once for each set of migrations, and takes a third of a second.
 *
 * NOTE: node:test runs `after` hooks in the order they were registered. What uses the database must be stopped
 * in a hook registered before this call, or with `await using`.
 */
export async function openTestDatabase(
  t: TestScope,
  kind: TestDatabaseKind = 'embedded',
): Promise<OpenDatabase> {
  const { remove, ...address } = await makePlace(kind);
  let open: OpenDatabase | undefined;
  t.after(async () => {
    await open?.close();
    await remove();
  });
  if (kind === 'embedded') {
    await cp(await findMigratedSnapshot(), join(address.dataDir, 'database'), { recursive: true });
  }
  open = await openDatabase({ ...address, logger: silent });
  if (kind === 'postgres') await migrate(open, migrationsDirectory);
  return open;
}

/** Where a database is to be opened: a data folder and, for PostgreSQL, an address. */
export type TestDatabaseAddress = { readonly dataDir: string; readonly databaseUrl: string | undefined };

/**
 * Where a database of its own is to be opened, removed after the test: for services and commands, and for tests that
 * open, migrate or kill it themselves (and close it before they end). The embedded one is migrated unless `isEmpty`; a
 * PostgreSQL one is empty, as making it is quick.
 */
export async function createTestDatabase(
  t: TestScope,
  kind: TestDatabaseKind,
  { isEmpty = false } = {},
): Promise<TestDatabaseAddress> {
  const { remove, ...address } = await makePlace(kind);
  t.after(remove);
  if (kind === 'embedded') {
    const snapshot = await (isEmpty ? findEmptySnapshot() : findMigratedSnapshot());
    await cp(snapshot, join(address.dataDir, 'database'), { recursive: true });
  }
  return address;
}

/** What a process is told of its data and, on PostgreSQL, of its database and a master key of its own. */
export function environmentOf({ dataDir, databaseUrl }: TestDatabaseAddress): {
  readonly DATA_DIR: string;
  readonly DATABASE_URL?: string;
  readonly MASTER_KEY?: string;
} {
  if (databaseUrl === undefined) return { DATA_DIR: dataDir };
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    MASTER_KEY: randomBytes(32).toString('base64'),
  };
}

async function makePlace(kind: TestDatabaseKind): Promise<TestDatabaseAddress & { remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(temporaryDirectory, 'confere-test-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (kind === 'embedded') return { dataDir, databaseUrl: undefined, remove: removeFolder };
  if (testDatabaseUrl === undefined) throw new TypeError('CONFERE_TEST_DATABASE_URL is not set');
  const name = `confere_test_${randomBytes(8).toString('hex')}`;
  await runOnServer(testDatabaseUrl, `create database ${name} encoding 'UTF8' template template0`);
  const url = new URL(testDatabaseUrl);
  url.pathname = `/${name}`;
  return {
    dataDir,
    databaseUrl: url.href,
    async remove() {
      await runOnServer(testDatabaseUrl, `drop database if exists ${name} with (force)`);
      await removeFolder();
    },
  };
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

let emptySnapshot: Promise<string> | undefined;
let migratedSnapshot: Promise<string> | undefined;

function findEmptySnapshot(): Promise<string> {
  emptySnapshot ??= findSnapshot(`empty-${readPgliteVersion()}`, async () => {});
  return emptySnapshot;
}

function findMigratedSnapshot(): Promise<string> {
  migratedSnapshot ??= readMigrations(migrationsDirectory).then((migrations) => {
    const hash = createHash('sha256').update(readPgliteVersion());
    for (const migration of migrations) hash.update(migration.sha256);
    return findSnapshot(`migrated-${hash.digest('hex').slice(0, 16)}`, async (open) => {
      await migrate(open, migrationsDirectory);
    });
  });
  return migratedSnapshot;
}

/**
 * The folder of an embedded database to copy, kept between runs. Made beside its place and renamed into it, so
 * that test processes running at once may all try.
 */
async function findSnapshot(name: string, prepare: (open: OpenDatabase) => Promise<void>): Promise<string> {
  const root = join(temporaryDirectory, `confere-test-snapshots-${process.getuid?.() ?? 0}`);
  const place = join(root, name);
  if (await exists(place)) return place;
  await mkdir(root, { recursive: true, mode: 0o700 });
  const building = await mkdtemp(join(root, 'building-'));
  try {
    const open = await openDatabase({ dataDir: building, logger: silent });
    await prepare(open);
    await open.execute('checkpoint');
    await open.close();
    await rename(join(building, 'database'), place).catch(async (error) => {
      if (!(await exists(place))) throw error;
    });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  return place;
}

function readPgliteVersion(): string {
  const require = createRequire(import.meta.url);
  const main = require.resolve('@electric-sql/pglite');
  return (require(join(dirname(main), '..', 'package.json')) as { version: string }).version;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function hasRoom(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize > 4_000_000_000;
  } catch {
    return false;
  }
}
