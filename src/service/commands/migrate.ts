import { Command } from 'commander';
import type { Application, CoreConfig } from '../../module.ts';
import { readEnvironment } from '../../platform/config/index.ts';
import { openDataFolder } from '../../platform/data-folder/index.ts';
import {
  type MigrationEffect,
  migrate,
  migrationsDirectory,
  type OpenDatabase,
  openDatabase,
  type PlannedMigration,
  planMigrations,
} from '../../platform/db/index.ts';
import { createLogger } from '../../platform/log.ts';
import { databaseOptionsOf } from '../../platform/storage-settings.ts';

const effects: Readonly<Record<MigrationEffect, string>> = {
  none: 'nobody waits',
  brief: 'others wait for a moment',
  'blocks-writes': 'others can read, not write',
  'blocks-all': 'others wait',
};

/** `confere migrate`: brings the database to this version's tables, or says what that would do. */
export function migrateCommand({ loadConfig }: Application): Command {
  return new Command('migrate')
    .description('Migrate the database to this version, then exit. Every start does the same.')
    .option(
      '--plan',
      'change nothing; print the pending migrations, their locks and their estimated duration',
    )
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly plan?: true; readonly json?: true }) => {
      const config = loadConfig(readEnvironment());
      await using opened = new AsyncDisposableStack();
      const database = await openDatabaseAlone(config, opened);
      if (options.plan) {
        const migrations = await planMigrations(database, migrationsDirectory);
        return console.log(options.json ? JSON.stringify({ migrations }, null, 2) : describePlan(migrations));
      }
      const applied = await migrate(database, migrationsDirectory);
      if (options.json) return console.log(JSON.stringify({ applied }, null, 2));
      console.log(applied.length === 0 ? 'the database has all migrations' : `applied ${applied.join(', ')}`);
    });
}

/** The database and nothing else: neither keys nor an administrator are made. */
async function openDatabaseAlone(config: CoreConfig, opened: AsyncDisposableStack): Promise<OpenDatabase> {
  const { databaseUrl } = config.secrets;
  const folder = opened.use(
    await openDataFolder(config.storage.dataDir, {
      purpose: 'migrate',
      exclusive: databaseUrl === undefined,
    }),
  );
  return opened.use(
    await openDatabase({
      ...databaseOptionsOf(config),
      dataDir: folder.directory,
      logger: createLogger({ level: config.server.logLevel, inGroups: true }),
    }),
  );
}

function describePlan(migrations: readonly PlannedMigration[]): string {
  if (migrations.length === 0) return 'the database has all migrations';
  return migrations
    .flatMap(({ name, needs, statements }) => [
      needs === '0000' ? name : `${name}  (releases without migration ${needs} cannot start afterwards)`,
      ...statements.map(({ summary, table, rows, effect, estimatedSeconds }) => {
        const size = table === undefined ? '' : `  ${table}: about ${rows} rows, ${estimatedSeconds} s`;
        return `  ${summary}${size}  (${effects[effect]})`;
      }),
    ])
    .join('\n');
}
