import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  migrate,
  migrationsDirectory,
  type OpenDatabase,
  openDatabase,
} from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createTestDatabase, type TestDatabaseKind, type TestScope } from './database.ts';

/** A database with the migrations before a number (`0102`) only. The caller closes it. */
export async function openMigratedUntil(
  t: TestScope,
  kind: TestDatabaseKind,
  number: string,
): Promise<OpenDatabase> {
  const earlier = await mkdtemp(join(tmpdir(), 'confere-earlier-'));
  t.after(() => rm(earlier, { recursive: true }));
  for (const name of await readdir(migrationsDirectory)) {
    if (name < number) await cp(join(migrationsDirectory, name), join(earlier, name));
  }
  const place = await createTestDatabase(t, kind, { isEmpty: true });
  const open = await openDatabase({ ...place, logger: createLogger({ level: 'silent' }) });
  await migrate(open, earlier);
  return open;
}
