import { Command, Option } from 'commander';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';
import type { TaskOutput } from '../../../platform/operator-tasks/index.ts';
import { describeImport } from './describe-import.ts';

type Options = { readonly import?: number; readonly limit: number; readonly json?: true };

/** `confere people refused-rows`: rows that could not be imported, by line and reason. */
export function peopleRefusedRowsCommand(): Command {
  return new Command('refused-rows')
    .description(
      'Show the refused rows of an import with line, reason and field. Their content is in your file only.',
    )
    .addOption(
      new Option('--import <number>', 'number of the import; default: the last one').argParser(Number),
    )
    .addOption(new Option('--limit <count>', 'rows to show').argParser(Number).default(100))
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: Options) => {
      const input = {
        limit: options.limit,
        ...(options.import !== undefined && { importId: options.import }),
      };
      const found = await runOperatorTask('people/refused-rows', input);
      if (options.json) return console.log(JSON.stringify(found, null, 2));
      console.log(describeImport(found.import).join('\n'));
      console.log(describeRows(found.rows));
    });
}

/** Rows put aside, a line each. */
export function describeRows(rows: TaskOutput<'people/refused-rows'>['rows']): string {
  return rows
    .map(({ line, reason, field }) => `  line ${line}: ${reason}${field === undefined ? '' : ` (${field})`}`)
    .join('\n');
}
