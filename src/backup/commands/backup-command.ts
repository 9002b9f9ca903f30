import { resolve } from 'node:path';
import { Command } from 'commander';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import { openClaimDeps, openImageFiles } from '../../images/index.ts';
import type { Application, CoreConfig } from '../../module.ts';
import { systemClock } from '../../platform/clock.ts';
import { readEnvironment } from '../../platform/config/index.ts';
import { migrationsDirectory } from '../../platform/db/index.ts';
import { createRecordCipher, loadBackupKey } from '../../platform/encryption/index.ts';
import { createLogger } from '../../platform/log.ts';
import { BackupError } from '../errors.ts';
import { verifyBackup } from '../read-backup.ts';
import { prepareForBackup, restoreBackup } from '../restore-backup.ts';
import type { BackupProgress, BackupSummary } from '../types.ts';

type Options = { readonly json?: true; readonly withoutMissingPhotos?: true };

export function backupCommand({ loadConfig }: Application): Command {
  return new Command('backup')
    .description('Create or check a backup: one encrypted file with database and photos.')
    .addCommand(
      new Command('create')
        .description(
          'Write a backup into a new file while the service runs. It contains neither the master key nor the registry of companies.',
        )
        .argument('<file>', 'path of the new file')
        .option('--without-missing-photos', 'leave out photos that the photo store has lost')
        .option('--json', 'print one JSON document on standard output')
        .action(create),
    )
    .addCommand(
      new Command('verify')
        .description(
          'Read a backup to its end and check that it is complete and unaltered. Needs the master key of the backup, and no database.',
        )
        .argument('<file>', 'a backup')
        .option('--json', 'print one JSON document on standard output')
        .action(async (file: string, options: Options) =>
          verify(loadConfig(readEnvironment()), file, options),
        ),
    );
}

async function create(file: string, options: Options): Promise<void> {
  const bar = createProgressBar(process.stderr, 'done');
  const summary = await runOperatorTask(
    'backup/create',
    { file: resolve(file), ...(options.withoutMissingPhotos && { isWithoutMissing: true }) },
    { onProgress: (progress) => bar.show(progress as BackupProgress) },
  ).finally(() => bar.end());
  printBackup(summary, options);
}

/** Opens no database: one that a restore is to fill must stay empty. */
async function verify({ secrets, storage }: CoreConfig, file: string, options: Options): Promise<void> {
  const keys = await loadBackupKey({
    configured: secrets.masterKey,
    previous: secrets.previousMasterKeys,
    dataDir: storage.dataDir,
  });
  const bar = createProgressBar(process.stderr, 'done');
  const summary = await verifyBackup(createRecordCipher(keys), resolve(file), {
    onProgress: bar.show,
  }).finally(() => bar.end());
  printBackup(summary, options);
}

type RestoreOptions = { readonly takeOverPhotos?: true; readonly json?: true };

export function restoreCommand(application: Application): Command {
  return new Command('restore')
    .description(
      'Restore a backup into a new database and DATA_DIR that no service has used. Needs the master key of the backup.',
    )
    .argument('<file>', 'a backup')
    .option('--take-over-photos', 'write to a bucket or folder that another copy of the database has')
    .option('--json', 'print one JSON document on standard output')
    .action(async (file: string, options: RestoreOptions) => {
      const config = application.loadConfig(readEnvironment());
      const log = createLogger({ level: 'warn' });
      await using storage = await application.openStorageToRestore(config, log);
      const { database, cipher, folder } = storage;
      using photos = openImageFiles(config, folder.directory);
      const { store, claims } = photos;
      const path = resolve(file);
      const deps = { database, cipher, store, migrations: migrationsDirectory };
      await prepareForBackup(deps, path);
      if (!options.takeOverPhotos) {
        for (const { address, isClaimed, isOurs } of await claims.listOwners(database)) {
          if (isClaimed && !isOurs) throw new BackupError('restore_photos_taken', { detail: `${address}.` });
        }
      }
      const bar = createProgressBar(process.stderr, 'done');
      const controller = new AbortController();
      const stop = () => controller.abort();
      process.once('SIGINT', stop).once('SIGTERM', stop);
      try {
        const summary = await restoreBackup(deps, path, {
          signal: controller.signal,
          onProgress: bar.show,
        });
        await claims.takeOver(await openClaimDeps(database, cipher, systemClock));
        if (database.kind === 'embedded') await application.createCommandAdmin(storage, systemClock);
        bar.end();
        printBackup(summary, options);
      } finally {
        bar.end();
        process.off('SIGINT', stop).off('SIGTERM', stop);
      }
    });
}

/** The content of a backup, for people or as one JSON document. */
function printBackup(summary: BackupSummary, options: { readonly json?: true }): void {
  if (options.json) {
    console.log(JSON.stringify(summary, null, 2));
    return;
  }
  const rows = Object.values(summary.rows).reduce((sum, count) => sum + count, 0);
  console.log(`made at ${summary.createdAt}: ${rows} rows, ${summary.images} photos`);
  console.log(`SHA-256 ${summary.sha256}`);
}
