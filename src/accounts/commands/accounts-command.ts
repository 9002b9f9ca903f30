import { Command, Option } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import { type Role, roles } from '../types.ts';

export function accountsCommand(): Command {
  return new Command('accounts')
    .description('Manage the people who sign in to the console.')
    .addCommand(inviteAccountCommand())
    .addCommand(listAccountsCommand())
    .addCommand(disableAccountCommand())
    .addCommand(recoverAccountCommand());
}

function listAccountsCommand(): Command {
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

type Options = { readonly email: string; readonly name: string; readonly role: Role; readonly json?: true };

function inviteAccountCommand(): Command {
  return new Command('invite')
    .description(
      'Invite a person: prints a link for creating an account. The link is shown once and works for 72 hours.',
    )
    .requiredOption('--email <address>', 'the address to sign in with')
    .requiredOption('--name <name>', 'the name that others see')
    .addOption(new Option('--role <role>', 'what the account may do').choices(roles).makeOptionMandatory())
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ email, name, role, json }: Options) => {
      const made = await runOperatorTask('accounts/invite', { email, name, role });
      if (json) console.log(JSON.stringify(made, null, 2));
      else console.log(`${made.link}\nWorks once, until ${made.expiresAt}.`);
    });
}

function disableAccountCommand(): Command {
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

function recoverAccountCommand(): Command {
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
