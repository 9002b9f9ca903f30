import { resolve } from 'node:path';
import type { Command } from 'commander';
import { defineCommand, option } from '../../cli/define-command.ts';
import type { Application, CoreConfig } from '../../module.ts';
import { readEnvironment } from '../../platform/config/index.ts';
import { openDataFolder } from '../../platform/data-folder/index.ts';
import {
  DatabaseError,
  hasEmbeddedDatabase,
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
  return defineCommand('migrate', {
    description: 'Migrate the database to this version, then exit. Every start does the same.',
    takes: {
      plan: option(
        '--plan',
        'change nothing; print the pending migrations, their locks and their estimated duration',
      ),
    },
    async run({ plan }) {
      const config = loadConfig(readEnvironment());
      const { dataDir } = config.storage;
      // Opening makes one, and the plan changes nothing.
      if (plan && config.secrets.databaseUrl === undefined && !hasEmbeddedDatabase(dataDir)) {
        throw new DatabaseError('database_empty', { detail: `There is none in ${resolve(dataDir)}.` });
      }
      await using opened = new AsyncDisposableStack();
      const database = await openDatabaseAlone(config, opened);
      if (plan) return { migrations: await planMigrations(database, migrationsDirectory) };
      return { applied: await migrate(database, migrationsDirectory) };
    },
    describe(done) {
      const names = 'applied' in done ? done.applied : done.migrations;
      if (names.length === 0) return 'the database has all migrations';
      return 'applied' in done
        ? `applied ${done.applied.join(', ')}`
        : done.migrations.flatMap(describePlanned);
    },
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

function describePlanned({ name, needs, statements }: PlannedMigration): string[] {
  return [
    needs === '0000' ? name : `${name}  (releases without migration ${needs} cannot start afterwards)`,
    ...statements.map(({ summary, table, rows, effect, estimatedSeconds }) => {
      const size = table === undefined ? '' : `  ${table}: about ${rows} rows, ${estimatedSeconds} s`;
      return `  ${summary}${size}  (${effects[effect]})`;
    }),
  ];
}
