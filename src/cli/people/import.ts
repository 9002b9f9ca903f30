import { extname, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { createProgressBar } from '../progress-bar.ts';
import { runOperatorTask } from '../run-operator-task.ts';
import { type DescribedImport, describeImport } from './describe-import.ts';

type Options = {
  readonly mapping?: string;
  readonly format?: 'csv' | 'ndjson';
  readonly dataDate?: string;
  readonly json?: true;
};

/** `confere people import FILE`: a data set, replacing what it says of each CPF. */
export function importPeopleCommand(): Command {
  return new Command('import')
    .description(
      'Import basic data and addresses of people. What the file says of a CPF takes the place of what was imported for it before.',
    )
    .argument('<file>', 'CSV with a header, or lines of JSON (.ndjson, .jsonl)')
    .option('--mapping <file>', 'JSON that says which columns hold what; usual names need none')
    .addOption(
      new Option('--format <format>', 'instead of what the name of the file says').choices(['csv', 'ndjson']),
    )
    .option('--data-date <YYYY-MM-DD>', 'day that the data are of')
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
        const done = (await runOperatorTask('people/import', input, {
          onProgress: (progress) => showImportProgress(bar, progress),
        })) as DescribedImport;
        bar.end();
        console.log(json ? JSON.stringify(done, null, 2) : describeImport(done).join('\n'));
      } finally {
        bar.end();
      }
    });
}

/** How far an import has read; a running server may have nothing to tell yet. */
export function showImportProgress(
  bar: ReturnType<typeof createProgressBar>,
  progress: Readonly<Record<string, unknown>>,
): void {
  const { rows, quarantined, readBytes, totalBytes } = progress as Readonly<
    Record<string, number | undefined>
  >;
  if (readBytes === undefined || totalBytes === undefined) return;
  bar.show({
    done: Math.ceil(readBytes / 1000),
    total: Math.ceil(totalBytes / 1000),
    subject: `${rows} rows, ${quarantined} put aside`,
  });
}

function formatOf(file: string): 'csv' | 'ndjson' {
  return ['.ndjson', '.jsonl', '.json'].includes(extname(file).toLowerCase()) ? 'ndjson' : 'csv';
}
