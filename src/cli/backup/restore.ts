import { resolve } from 'node:path';
import { Command } from 'commander';
import { restoreBackup } from '../../backup/index.ts';
import { createFileImageStore } from '../../images/index.ts';
import { createCommandAdmin, imagesPath, openStorageToRestore } from '../../open-storage.ts';
import { systemClock } from '../../platform/clock.ts';
import { loadConfig, readEnvironment } from '../../platform/config/index.ts';
import { createLogger } from '../../platform/log.ts';
import { createProgressBar } from '../progress-bar.ts';
import { printBackup } from './print-backup.ts';

/** `confere restore FILE`: a backup into a new database and data folder. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'Put a backup into a new database and DATA_DIR that the service was never started with. Needs the master key of the backup.',
    )
    .argument('<file>', 'a backup')
    .option('--json', 'print one JSON document on standard output')
    .action(async (file: string, options: { readonly json?: true }) => {
      const config = loadConfig(readEnvironment());
      const log = createLogger({ level: 'warn' });
      await using storage = await openStorageToRestore(config, { log });
      const { database, cipher, folder } = storage;
      const store = createFileImageStore({ directory: imagesPath(folder.directory) });
      const bar = createProgressBar(process.stderr, 'done');
      const controller = new AbortController();
      const stop = () => controller.abort();
      process.once('SIGINT', stop).once('SIGTERM', stop);
      try {
        const summary = await restoreBackup({ database, cipher, store }, resolve(file), {
          signal: controller.signal,
          onProgress: bar.show,
        });
        if (database.kind === 'embedded') await createCommandAdmin(storage, systemClock);
        bar.end();
        printBackup(summary, options);
      } finally {
        bar.end();
        process.off('SIGINT', stop).off('SIGTERM', stop);
      }
    });
}
