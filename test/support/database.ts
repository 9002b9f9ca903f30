import { createHash, randomBytes } from 'node:crypto';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { describe, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import {
  findPreparedDatabase,
  makePartitions,
  migrate,
  type OpenDatabase,
  openDatabase,
  readMigrations,
} from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { temporaryDirectory } from './own-postgres.ts';
import { reuseDatabase } from './used-databases.ts';

export type TestDatabaseKind = 'embedded' | 'postgres';

const migrationsDirectory = fileURLToPath(new URL('../../migrations', import.meta.url));
const silent = createLogger({ level: 'silent' });

/** The address of a PostgreSQL whose superuser may make databases; tests on it are left out when it is not set. */
const testDatabaseUrl = process.env.CONFERE_TEST_DATABASE_URL;

/**
 * The databases to run store tests on: the embedded one, and PostgreSQL when its address is given; PostgreSQL alone
 * where another run tests on the embedded one.
 */
export function testDatabaseKinds(): readonly TestDatabaseKind[] {
  if (testDatabaseUrl === undefined) return ['embedded'];
  return process.env.CONFERE_TEST_DATABASES === 'postgres' ? ['postgres'] : ['embedded', 'postgres'];
}

/** A suite for each of the databases to test on. */
export function describeDatabases(name: string, define: (kind: TestDatabaseKind) => void): void {
  for (const kind of testDatabaseKinds()) describe(`${name} (${kind})`, () => define(kind));
}

/** Something that calls back when the test is over: a test's or a suite's context. */
export type TestScope = Pick<TestContext, 'after'>;

/**
 * A migrated database of its own, closed and removed after the test: a copy of one that is made once for each set of
 * migrations and kept.
 *
 * NOTE: node:test runs `after` hooks in the order they were registered. What uses the database must be stopped
 * in a hook registered before this call, or with `await using`.
 */
export async function openTestDatabase(
  t: TestScope,
  kind: TestDatabaseKind = 'embedded',
): Promise<OpenDatabase> {
  if (kind === 'embedded') return await openEmbeddedTestDatabase(t);
  const { remove, ...address } = await makePlace(kind, 'migrated');
  let open: OpenDatabase | undefined;
  t.after(async () => {
    await open?.close();
    await remove();
  });
  open = await openDatabase({ ...address, logger: silent });
  return open;
}

async function openEmbeddedTestDatabase(t: TestScope): Promise<OpenDatabase> {
  let used: Awaited<ReturnType<typeof reuseDatabase>> | undefined;
  t.after(() => used?.leave());
  used = await reuseDatabase(async () => {
    const { dataDir } = await makePlace('embedded', undefined);
    // The last test of a process leaves its database running.
    process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
    copySnapshot(await findMigratedSnapshot(), dataDir);
    return await openDatabase({ dataDir, databaseUrl: undefined, logger: silent });
  });
  return used.open;
}

/** Where a database is to be opened: a data folder and, for PostgreSQL, an address. */
export type TestDatabaseAddress = { readonly dataDir: string; readonly databaseUrl: string | undefined };

/**
 * Where a database of its own is to be opened, removed after the test: for services and commands, and for tests that
 * open, migrate or kill it themselves (and close it before they end). It is as a service leaves it, unless `isEmpty`.
 */
export async function createTestDatabase(
  t: TestScope,
  kind: TestDatabaseKind,
  { isEmpty = false } = {},
): Promise<TestDatabaseAddress> {
  const { remove, ...address } = await makePlace(
    kind,
    isEmpty || kind === 'embedded' ? undefined : 'started',
  );
  t.after(remove);
  if (kind === 'embedded') {
    const snapshot = await (isEmpty ? findEmptySnapshot() : findStartedSnapshot());
    copySnapshot(snapshot, address.dataDir);
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

async function makePlace(
  kind: TestDatabaseKind,
  template: TemplateName | undefined,
): Promise<TestDatabaseAddress & { remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(temporaryDirectory, 'confere-test-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (kind === 'embedded') return { dataDir, databaseUrl: undefined, remove: removeFolder };
  if (testDatabaseUrl === undefined) throw new TypeError('CONFERE_TEST_DATABASE_URL is not set');
  const name = `confere_test_${randomBytes(8).toString('hex')}`;
  const copied = template === undefined ? 'template0' : await findTemplate(testDatabaseUrl, template);
  await runOnServer(testDatabaseUrl, `create database ${name} encoding 'UTF8' template ${copied}`);
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

/** Copies at once: a thousand small files one by one through promises take five times the computing. */
function copySnapshot(snapshot: string, dataDir: string): void {
  cpSync(snapshot, join(dataDir, 'database'), { recursive: true });
}

type TemplateName = 'migrated' | 'started';

const templates = new Map<TemplateName, Promise<string>>();

/**
 * The name of a PostgreSQL database to copy, kept between runs. Made under another name and renamed, so that test
 * processes running at once may all try.
 */
function findTemplate(url: string, name: TemplateName): Promise<string> {
  let template = templates.get(name);
  if (template === undefined) {
    template = nameOfSchema().then((schema) =>
      makeTemplate(url, `confere_template_${name}_${schema.replace('-', '_')}`, name),
    );
    templates.set(name, template);
  }
  return template;
}

async function makeTemplate(url: string, place: string, name: TemplateName): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const isThere = async () =>
      (await client.query('select 1 from pg_database where datname = $1', [place])).rowCount === 1;
    if (await isThere()) return place;
    const building = `confere_building_${randomBytes(8).toString('hex')}`;
    await client.query(`create database ${building} encoding 'UTF8' template template0`);
    try {
      const databaseUrl = Object.assign(new URL(url), { pathname: `/${building}` }).href;
      const open = await openDatabase({ dataDir: 'unused', databaseUrl, logger: silent });
      await migrate(open, migrationsDirectory);
      if (name === 'started') await makePartitions(open, new Date());
      await open.close();
      await client.query(`alter database ${building} rename to ${place}`);
    } catch (error) {
      await client.query(`drop database ${building} with (force)`);
      if (!(await isThere())) throw error;
    }
    return place;
  } finally {
    await client.end();
  }
}

let emptySnapshot: Promise<string> | undefined;
let migratedSnapshot: Promise<string> | undefined;
let startedSnapshot: Promise<string> | undefined;

function findEmptySnapshot(): Promise<string> {
  emptySnapshot ??= findSnapshot(`empty-16mb-${readVersion('@electric-sql/pglite')}`, async () => {});
  return emptySnapshot;
}

function findMigratedSnapshot(): Promise<string> {
  migratedSnapshot ??= nameOfSchema().then((schema) =>
    findSnapshot(`migrated-16mb-${schema}`, async (open) => {
      await migrate(open, migrationsDirectory);
    }),
  );
  return migratedSnapshot;
}

/** As a service leaves it that has started once: the prepared database, or one that is migrated. */
function findStartedSnapshot(): Promise<string> {
  startedSnapshot ??= nameOfSchema().then((schema) =>
    findSnapshot(
      `started-16mb-${schema}`,
      async (open) => {
        await migrate(open, migrationsDirectory);
        await makePartitions(open, new Date());
      },
      () => findPreparedDatabase(migrationsDirectory),
    ),
  );
  return startedSnapshot;
}

/** By the migrations, and by the month: the first partition of a table ends with the month it was made in. */
async function nameOfSchema(): Promise<string> {
  const hash = createHash('sha256').update(readVersion('@electric-sql/pglite'));
  for (const migration of await readMigrations(migrationsDirectory)) hash.update(migration.sha256);
  return `${hash.digest('hex').slice(0, 16)}-${new Date().toISOString().slice(0, 7).replace('-', '')}`;
}

/**
 * The folder of an embedded database to copy, kept between runs. Made beside its place and renamed into it, so
 * that test processes running at once may all try.
 */
async function findSnapshot(
  name: string,
  prepare: (open: OpenDatabase) => Promise<void>,
  findPrepared: () => Promise<string | undefined> = async () => undefined,
): Promise<string> {
  const root = join(temporaryDirectory, `confere-test-snapshots-${process.getuid?.() ?? 0}`);
  const place = join(root, name);
  if (await exists(place)) return place;
  await mkdir(root, { recursive: true, mode: 0o700 });
  const building = await mkdtemp(join(root, 'building-'));
  try {
    const open = await openDatabase({
      dataDir: building,
      prepared: await findPrepared(),
      logger: silent,
    });
    // PGlite clears its buffers at every start: with these it starts in a third of the time.
    await open.execute("alter system set shared_buffers = '16MB'");
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

function readVersion(name: string): string {
  const path = findPackageJSON(name, import.meta.url);
  return (JSON.parse(readFileSync(String(path), 'utf8')) as { version: string }).version;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
