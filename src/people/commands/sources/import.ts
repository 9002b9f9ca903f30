import { resolve } from 'node:path';
import { Argument, Command } from 'commander';
import { createProgressBar } from '../../../cli/progress-bar.ts';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';
import { type ListName, listNames } from '../../list-entry.ts';
import { showImportProgress } from '../people/import.ts';
import { describeList } from './describe-list.ts';

type Options = { readonly date?: string; readonly force?: true; readonly json?: true };

/** `confere sources import LIST FILE`: a public list, in the place of the one before. */
export function importListCommand(): Command {
  return new Command('import')
    .description(
      'Import a published list. The new list replaces the previous one when the import is complete.',
    )
    .addArgument(new Argument('<list>', 'the kind of list').choices([...listNames]))
    .argument('<file>', 'the file as published')
    .option('--date <YYYY-MM-DD>', 'day of the list; default: from the file or its name')
    .option('--force', 'take the list although it is older or has far fewer entries than in service')
    .option('--json', 'print one JSON document on standard output')
    .action(async (list: ListName, file: string, { date, force, json }: Options) => {
      const bar = createProgressBar(process.stderr, 'kB');
      try {
        const input = {
          list,
          path: resolve(file),
          ...(date !== undefined && { listDate: date }),
          ...(force && { isForced: true }),
        };
        const done = await runOperatorTask('sources/import', input, {
          onProgress: (progress) => showImportProgress(bar, progress),
        });
        bar.end();
        console.log(json ? JSON.stringify(done, null, 2) : describeList(done).join('\n'));
      } finally {
        bar.end();
      }
    });
}
