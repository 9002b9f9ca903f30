import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';

/** `confere keys create`: a new master key in the data folder, the old one kept beside it. */
export function createKeyCommand(): Command {
  return new Command('create')
    .description(
      'Create a new master key in the data folder and keep the old one beside it. Then restart the server and run `confere keys rotate`. If MASTER_KEY is set, replace the key there.',
    )
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const created = await runOperatorTask('keys/create', {});
      if (options.json) console.log(JSON.stringify(created, null, 2));
      else {
        console.log(`new key  ${created.keyId}\nbefore   ${created.previousKeyId}`);
        console.log('Start the server again, then run: confere keys rotate');
      }
    });
}
