import { resolve } from 'node:path';
import { Argument, Command } from 'commander';
import { listNames } from '../../people/index.ts';
import { showImportProgress } from '../people/import.ts';
import { createProgressBar } from '../progress-bar.ts';
import { runOperatorTask } from '../run-operator-task.ts';
import { type DescribedList, describeList } from './describe-list.ts';

type Options = { readonly date?: string; readonly json?: true };

/** `confere sources import LIST FILE`: a public list, in the place of the one before. */
export function importListCommand(): Command {
  return new Command('import')
    .description(
      'Import a public list as it is published. It replaces the one before once all of it is read.',
    )
    .addArgument(new Argument('<list>', 'which list the file is').choices([...listNames]))
    .argument('<file>', 'the CSV as published')
    .option('--date <YYYY-MM-DD>', 'day that the list is of, instead of what the file or its name says')
    .option('--json', 'print one JSON document on standard output')
    .action(async (list: string, file: string, { date, json }: Options) => {
      const bar = createProgressBar(process.stderr, 'kB');
      try {
        const input = { list, path: resolve(file), ...(date !== undefined && { listDate: date }) };
        const done = (await runOperatorTask('sources/import', input, {
          onProgress: (progress) => showImportProgress(bar, progress),
        })) as DescribedList;
        bar.end();
        console.log(json ? JSON.stringify(done, null, 2) : describeList(done).join('\n'));
      } finally {
        bar.end();
      }
    });
}
