import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';

/** `confere accounts recover`: a link by which an administrator can sign in again. */
export function recoverAccountCommand(): Command {
  return new Command('recover')
    .description(
      'Print a sign-in link for an administrator: for the named account, else for the administrator with the latest sign-in, else for a new account. Its old password, codes and passkeys stop working.',
    )
    .argument('[accountId]', 'as `confere accounts list` shows it; it becomes an enabled administrator')
    .option('--json', 'print one JSON document on standard output')
    .action(async (accountId: string | undefined, options: { readonly json?: true }) => {
      const input = accountId === undefined ? {} : { accountId };
      const made = await runOperatorTask('accounts/recover', input);
      if (options.json) console.log(JSON.stringify(made, null, 2));
      else console.log(`${made.link}\nFor ${made.email}. Works once, until ${made.expiresAt}.`);
    });
}
