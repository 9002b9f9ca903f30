import { resolve } from 'node:path';
import { Command } from 'commander';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { BackupProgress } from '../types.ts';
import { printBackup } from './restore.ts';

type Options = { readonly json?: true; readonly withoutMissingPhotos?: true };

/** `confere backup FILE`, and `confere backup verify FILE`. */
export function backupCommand(): Command {
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
        .action((file: string, options: Options) => run('backup/create', file, options)),
    )
    .addCommand(
      new Command('verify')
        .description('Read a backup to its end and check that it is complete and unaltered.')
        .argument('<file>', 'a backup')
        .option('--json', 'print one JSON document on standard output')
        .action((file: string, options: Options) => run('backup/verify', file, options)),
    );
}

async function run(task: 'backup/create' | 'backup/verify', file: string, options: Options): Promise<void> {
  const bar = createProgressBar(process.stderr, 'done');
  const summary = await runOperatorTask(
    task,
    { file: resolve(file), ...(options.withoutMissingPhotos && { isWithoutMissing: true }) },
    { onProgress: (progress) => bar.show(progress as BackupProgress) },
  ).finally(() => bar.end());
  printBackup(summary, options);
}
