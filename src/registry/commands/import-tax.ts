import { resolve } from 'node:path';
import { Command } from 'commander';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';

/** `confere registry import-tax DIR`, and back: the companies' tax regimes by year. */
export function importTaxCommand(): Command {
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
