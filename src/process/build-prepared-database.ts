import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  migrate,
  migrationsDirectory,
  namePreparedDatabase,
  openDatabase,
  packDatabase,
  preparedDatabasesFolder,
  readMigrations,
} from '../platform/db/index.ts';
import { createLogger } from '../platform/log.ts';

/**
 * Makes the embedded database that new deployments begin with, unless it is there, and removes those of other
 * migrations: migrated from nothing, without a row of anybody. The file's path; see docs/decisions/0163.
 */
export async function buildPreparedDatabase(folder = preparedDatabasesFolder): Promise<string> {
  const name = namePreparedDatabase(await readMigrations(migrationsDirectory));
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const logger = createLogger({ level: 'silent' });
  const dataDir = await mkdtemp(join(tmpdir(), 'confere-prepared-'));
  try {
    {
      await using open = await openDatabase({ dataDir, logger });
      await migrate(open, migrationsDirectory);
      // Half of the files, for databases that nobody makes.
      await open.execute('alter database template1 is_template false');
      await open.execute('alter database template0 is_template false');
      await open.execute('drop database template1');
      await open.execute('drop database template0');
      await open.execute('vacuum freeze');
      await open.execute('checkpoint');
    }
    packDatabase(join(dataDir, 'database'), path);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  for (const other of readdirSync(folder)) {
    if (other !== name && other.startsWith('database-')) rmSync(join(folder, other), { recursive: true });
  }
  return path;
}
