import { Argument, Command } from 'commander';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';
import { type ListName, listNames } from '../../list-entry.ts';
import { describeList } from './describe-list.ts';

type Options = { readonly edition?: string; readonly json?: true };

/** `confere sources rollback LIST`: takes the last import of a list back. */
export function rollBackListCommand(): Command {
  return new Command('rollback')
    .description('Undo the last import of a public list and restore the previous one.')
    .addArgument(new Argument('<list>', 'which list').choices([...listNames]))
    .option('--edition <edition>', 'election data: year, or year and state such as 2024/RN')
    .option('--json', 'print one JSON document on standard output')
    .action(async (list: ListName, { edition, json }: Options) => {
      const input = { list, ...(edition !== undefined && { edition }) };
      const restored = await runOperatorTask('sources/rollback', input);
      console.log(json ? JSON.stringify(restored, null, 2) : restored.flatMap(describeList).join('\n'));
    });
}
