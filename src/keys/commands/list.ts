import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';

/** `confere keys list`: the master keys at hand, and how many records each wraps. */
export function listKeysCommand(): Command {
  return new Command('list')
    .description('Show the fingerprints of the master keys and the number of records of each.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const keys = await runOperatorTask('keys/list', {});
      if (options.json) console.log(JSON.stringify(keys, null, 2));
      else {
        for (const { keyId, isCurrent, records } of keys) {
          console.log(`${keyId}  ${isCurrent ? 'current ' : 'previous'}  ${records} records`);
        }
      }
    });
}
