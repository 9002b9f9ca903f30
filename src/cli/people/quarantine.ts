import { Command, Option } from 'commander';
import { runOperatorTask } from '../run-operator-task.ts';
import { type DescribedImport, describeImport } from './describe-import.ts';

type Options = { readonly import?: number; readonly limit: number; readonly json?: true };

type Quarantine = {
  readonly import: DescribedImport;
  readonly rows: readonly { readonly line: number; readonly reason: string; readonly field?: string }[];
};

/** `confere people quarantine`: rows that could not be imported, by line and reason. */
export function peopleQuarantineCommand(): Command {
  return new Command('quarantine')
    .description(
      'Show the rows that an import put aside: line, reason and field. What they held is in your file.',
    )
    .addOption(new Option('--import <number>', 'instead of the last one').argParser(Number))
    .addOption(new Option('--limit <count>', 'rows to show').argParser(Number).default(100))
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: Options) => {
      const input = {
        limit: options.limit,
        ...(options.import !== undefined && { importId: options.import }),
      };
      const found = (await runOperatorTask('people/quarantine', input)) as Quarantine;
      if (options.json) return console.log(JSON.stringify(found, null, 2));
      console.log(describeImport(found.import).join('\n'));
      console.log(describeRows(found.rows));
    });
}

/** Rows put aside, a line each. */
export function describeRows(rows: Quarantine['rows']): string {
  return rows
    .map(({ line, reason, field }) => `  line ${line}: ${reason}${field === undefined ? '' : ` (${field})`}`)
    .join('\n');
}
