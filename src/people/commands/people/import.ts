import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { createProgressBar } from '../../../cli/progress-bar.ts';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';
import { formatOf } from '../../data-sets/mapping.ts';
import { describeImport } from './describe-import.ts';

type Options = {
  readonly mapping?: string;
  readonly format?: 'csv' | 'ndjson';
  readonly dataDate?: string;
  readonly json?: true;
};

/** `confere people import FILE`: imports a data set and replaces the earlier data of its CPFs. */
export function importPeopleCommand(): Command {
  return new Command('import')
    .description('Import basic data and addresses of people. The file replaces the earlier data of its CPFs.')
    .argument('<file>', 'CSV with a header, or lines of JSON (.ndjson, .jsonl)')
    .option('--mapping <file>', 'JSON that names the columns; usual column names need no mapping')
    .addOption(
      new Option('--format <format>', 'default: from the name of the file').choices(['csv', 'ndjson']),
    )
    .option('--data-date <YYYY-MM-DD>', 'day of the data')
    .option('--json', 'print one JSON document on standard output')
    .action(async (file: string, { mapping, format, dataDate, json }: Options) => {
      const bar = createProgressBar(process.stderr, 'kB');
      try {
        const input = {
          path: resolve(file),
          format: format ?? formatOf(file),
          ...(mapping !== undefined && { mappingPath: resolve(mapping) }),
          ...(dataDate !== undefined && { dataDate }),
        };
        const done = await runOperatorTask('people/import', input, {
          onProgress: (progress) => showImportProgress(bar, progress),
        });
        bar.end();
        console.log(json ? JSON.stringify(done, null, 2) : describeImport(done).join('\n'));
      } finally {
        bar.end();
      }
    });
}

/** Shows the progress of an import. A running server may report nothing yet. */
export function showImportProgress(
  bar: ReturnType<typeof createProgressBar>,
  progress: Readonly<Record<string, unknown>>,
): void {
  const { rows, refusedRows, readBytes, totalBytes } = progress as Readonly<
    Record<string, number | undefined>
  >;
  if (readBytes === undefined || totalBytes === undefined) return;
  bar.show({
    done: Math.ceil(readBytes / 1000),
    total: Math.ceil(totalBytes / 1000),
    subject: `${rows} rows, ${refusedRows} refused`,
  });
}
