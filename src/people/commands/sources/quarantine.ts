import { Command, Option } from 'commander';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';
import { type ListName, listNames } from '../../list-entry.ts';
import { describeRows } from '../people/quarantine.ts';
import { describeList } from './describe-list.ts';

type Options = {
  readonly list?: ListName;
  readonly generation?: number;
  readonly limit: number;
  readonly json?: true;
};

/** `confere sources quarantine`: rows of a public list that could not be imported. */
export function sourcesQuarantineCommand(): Command {
  return new Command('quarantine')
    .description('Show the refused rows of a public list with line, reason and field.')
    .addOption(new Option('--list <list>', 'the last import of this list').choices([...listNames]))
    .addOption(new Option('--generation <number>', 'this import').argParser(Number))
    .addOption(new Option('--limit <count>', 'rows to show').argParser(Number).default(100))
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ json, ...input }: Options) => {
      const found = await runOperatorTask('sources/quarantine', input);
      if (json) return console.log(JSON.stringify(found, null, 2));
      console.log(describeList(found.generation).join('\n'));
      console.log(describeRows(found.rows));
    });
}
