import { resolve } from 'node:path';
import type { Command } from 'commander';
import { argument, defineCommand, groupCommands, option } from '../../cli/define-command.ts';
import { CliError } from '../../cli/errors.ts';
import { listenForInterruption } from '../../cli/listen-for-interruption.ts';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runTaskWithBar } from '../../cli/run-operator-task.ts';
import { openClaimDeps, openImageFiles } from '../../images/index.ts';
import type { Application, CoreConfig } from '../../module.ts';
import { systemClock } from '../../platform/clock.ts';
import { readEnvironment } from '../../platform/config/index.ts';
import { migrationsDirectory } from '../../platform/db/index.ts';
import { createRecordCipher, loadBackupKey } from '../../platform/encryption/index.ts';
import { createLogger } from '../../platform/log.ts';
import { masterKeyOptionsOf } from '../../platform/storage-settings.ts';
import { BackupError } from '../errors.ts';
import { verifyBackup } from '../read-backup.ts';
import { prepareForBackup, restoreBackup } from '../restore-backup.ts';
import type { BackupProgress, BackupSummary } from '../types.ts';

const existing = argument('<file>', 'a backup', { parse: resolve });

export function backupCommand({ loadConfig }: Application): Command {
  return groupCommands('backup', 'Create or check a backup: one encrypted file with database and photos.', [
    defineCommand('create', {
      description:
        'Write a backup into a new file while the service runs. It contains neither the master key nor the registry of companies.',
      takes: {
        file: argument('<file>', 'path of the new file', { parse: resolve }),
        isWithoutMissing: option(
          '--without-missing-photos',
          'leave out photos that the photo store has lost',
        ),
      },
      run: (input) =>
        runTaskWithBar('backup/create', input, 'done', (progress) => progress as BackupProgress),
      describe: describeBackup,
    }),
    defineCommand('verify', {
      description:
        'Read a backup to its end and check that it is complete and unaltered. Needs the master key of the backup, and no database.',
      takes: { file: existing },
      run: ({ file }) => verify(loadConfig(readEnvironment()), file),
      describe: describeBackup,
    }),
  ]);
}

/** Opens no database: one that a restore is to fill must stay empty. */
async function verify(config: CoreConfig, file: string): Promise<BackupSummary> {
  const keys = await loadBackupKey(masterKeyOptionsOf(config));
  using bar = createProgressBar(process.stderr, 'done');
  return await verifyBackup(createRecordCipher(keys), file, { onProgress: bar.show });
}

export function restoreCommand(application: Application): Command {
  return defineCommand('restore', {
    description:
      'Restore a backup into a new database and DATA_DIR that no service has used. Needs the master key of the backup.',
    takes: {
      file: existing,
      takeOverPhotos: option(
        '--take-over-photos',
        'write to a bucket or folder that another copy of the database has',
      ),
    },
    async run({ file, takeOverPhotos }) {
      const config = application.loadConfig(readEnvironment());
      const log = createLogger({ level: 'warn' });
      await using storage = await application.openStorageToRestore(config, log);
      const { database, cipher, folder } = storage;
      using photos = openImageFiles(config, folder.directory);
      const { store, claims } = photos;
      const deps = { database, cipher, store, migrations: migrationsDirectory };
      await prepareForBackup(deps, file);
      if (!takeOverPhotos) {
        for (const { address, isClaimed, isOurs } of await claims.listOwners(database)) {
          if (isClaimed && !isOurs) throw new BackupError('restore_photos_taken', { detail: `${address}.` });
        }
      }
      using bar = createProgressBar(process.stderr, 'done');
      using interruption = listenForInterruption(() => new CliError('command_interrupted'));
      const { signal } = interruption;
      const summary = await restoreBackup(deps, file, { signal, onProgress: bar.show });
      await claims.takeOver(await openClaimDeps(database, cipher, systemClock));
      if (database.kind === 'embedded') await application.createCommandAdmin(storage, systemClock);
      return summary;
    },
    describe: describeBackup,
  });
}

function describeBackup({ createdAt, rows, images, sha256 }: BackupSummary): string[] {
  const rowCount = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return [`made at ${createdAt}: ${rowCount} rows, ${images} photos`, `SHA-256 ${sha256}`];
}
