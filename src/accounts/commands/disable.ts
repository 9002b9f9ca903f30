import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';

/** `confere accounts disable`: ends the sessions of an account and lets it begin no more. */
export function disableAccountCommand(): Command {
  return new Command('disable')
    .description('Disable an account and end its sessions. The last administrator cannot be disabled.')
    .argument('<accountId>', 'as `confere accounts list` shows it')
    .option('--json', 'print one JSON document on standard output')
    .action(async (accountId: string, options: { readonly json?: true }) => {
      const disabled = await runOperatorTask('accounts/disable', { accountId });
      if (options.json) console.log(JSON.stringify(disabled, null, 2));
      else console.log(`${disabled.id} is disabled`);
    });
}
