import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';

/** `confere accounts list`: every account, disabled ones included. */
export function listAccountsCommand(): Command {
  return new Command('list')
    .description('Show every account, disabled ones included.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const accounts = await runOperatorTask('accounts/list', {});
      if (options.json) console.log(JSON.stringify(accounts, null, 2));
      else
        for (const { id, role, isDisabled, email, name } of accounts) {
          console.log([id, isDisabled ? 'disabled' : role, email, name].join('  '));
        }
    });
}
