import { join } from 'node:path';
import { migrate, type OpenDatabase, openDatabase } from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createBenchDatabase } from '../service/bench-database.ts';
import { generateRegistry } from './generate-registry.ts';

/** A migrated database and, in `directory`, archives to import into it. Both are removed at the end. */
export type GeneratedRegistry = AsyncDisposable & {
  readonly database: OpenDatabase;
  readonly directory: string;
};

/** On PostgreSQL at CONFERE_BENCH_DATABASE_URL, with archives of that many companies. Imports nothing. */
export async function openGeneratedRegistry(companies: number): Promise<GeneratedRegistry> {
  const serverUrl = process.env.CONFERE_BENCH_DATABASE_URL;
  if (serverUrl === undefined) throw new TypeError('CONFERE_BENCH_DATABASE_URL is not set');
  await using opened = new AsyncDisposableStack();
  const place = opened.adopt(await createBenchDatabase(serverUrl), (it) => it.remove());
  const directory = place.dataDir;
  await generateRegistry({ directory, companies });
  const database = opened.adopt(
    await openDatabase({
      databaseUrl: place.variables.DATABASE_URL,
      dataDir: directory,
      logger: createLogger({ level: 'silent' }),
    }),
    (it) => it.close(),
  );
  await migrate(database, join(import.meta.dirname, '../../migrations'));
  const kept = opened.move();
  return { database, directory, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
