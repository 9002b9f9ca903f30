import { resolve } from 'node:path';
import { Command } from 'commander';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import { downloadRegistryCommand } from './download.ts';
import { describeGeneration, importRegistryCommand } from './import.ts';
import { registryQuarantineCommand } from './quarantine.ts';

/** `confere registry ...`: the companies of Brazil, from Receita Federal's open data. */
export function registryCommand(): Command {
  return new Command('registry')
    .description("Import and manage the registry of companies (Receita Federal's CNPJ open data).")
    .addCommand(downloadRegistryCommand())
    .addCommand(importRegistryCommand())
    .addCommand(importTaxCommand())
    .addCommand(registryStatusCommand())
    .addCommand(registryQuarantineCommand())
    .addCommand(rollbackRegistryCommand())
    .addCommand(pruneRegistryCommand());
}

/** `confere registry import-tax DIR`, and back: the companies' tax regimes by year. */
function importTaxCommand(): Command {
  return new Command('import-tax')
    .description('Import the tax regimes of companies from a folder with the published files.')
    .argument('[dir]', 'folder with Lucro Real.zip, Lucro Presumido.zip, ...')
    .option('--rollback', 'return to the previous import')
    .option('--json', 'print one JSON document on standard output')
    .action(
      async (directory: string | undefined, options: { rollback?: true; json?: true }, command: Command) => {
        if ((directory === undefined) === (options.rollback === undefined)) {
          command.error('error: give a folder, or --rollback');
        }
        const bar = createProgressBar(process.stderr, 'rows');
        try {
          const done =
            directory === undefined
              ? await runOperatorTask('registry/rollback-tax', {})
              : await runOperatorTask(
                  'registry/import-tax',
                  { directory: resolve(directory) },
                  { onProgress: (progress) => bar.show(readProgress(progress)) },
                );
          bar.end();
          const { id, rows = 0, skipped = 0, lastYear } = done;
          if (options.json) console.log(JSON.stringify(done, null, 2));
          else
            console.log(`Tax regimes, import ${id}: ${rows} rows until ${lastYear}, ${skipped} unreadable`);
        } finally {
          bar.end();
        }
      },
    );
}

function readProgress(progress: unknown) {
  const { rows, file } = progress as { readonly rows: number; readonly file: string };
  return { done: rows, subject: file };
}

/** `confere registry prune`: room again, and no way back. */
function pruneRegistryCommand(): Command {
  return new Command('prune')
    .description('Delete every month except the one in service. No rollback is possible afterwards.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const result = await runOperatorTask('registry/prune', {});
      const { pruned } = result;
      if (options.json) console.log(JSON.stringify({ pruned }, null, 2));
      else console.log(pruned.length === 0 ? 'Nothing to drop.' : `Dropped generation ${pruned.join(', ')}.`);
    });
}

/** `confere registry rollback`: the generation before, back into service. */
function rollbackRegistryCommand(): Command {
  return new Command('rollback')
    .description('Restore the previous month.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const generation = await runOperatorTask('registry/rollback', {});
      console.log(
        options.json ? JSON.stringify(generation, null, 2) : describeGeneration(generation).join('\n'),
      );
    });
}

/** `confere registry status`: what is in service, and every import before. */
function registryStatusCommand(): Command {
  return new Command('status')
    .description('Show the month in service with its counts, refused rows and changes.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const status = await runOperatorTask('registry/status', {});
      if (options.json) return console.log(JSON.stringify(status, null, 2));
      const { current, generations } = status;
      if (current === null) console.log('Nothing has been imported yet.');
      else console.log(`in service since ${current.switchedAt}, ${(current.sizeBytes / 1e9).toFixed(2)} GB`);
      for (const generation of generations) console.log(describeGeneration(generation).join('\n'));
    });
}
