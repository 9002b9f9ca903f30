import type { Command } from 'commander';
import { argument, groupCommands, requiredOption, taskCommand } from '../../cli/define-command.ts';
import { roles } from '../types.ts';

export function accountsCommand(): Command {
  return groupCommands('accounts', 'Manage the people who sign in to the console.', [
    taskCommand('accounts/invite', {
      description:
        'Invite a person: prints a link for creating an account. The link is shown once and works for 72 hours.',
      takes: {
        email: requiredOption('--email <address>', 'the address to sign in with'),
        name: requiredOption('--name <name>', 'the name that others see'),
        role: requiredOption('--role <role>', 'what the account may do', { choices: roles }),
      },
      describe: ({ link, expiresAt }) => [link, `Works once, until ${expiresAt}.`],
    }),
    taskCommand('accounts/list', {
      description: 'Show every account, disabled ones included.',
      describe: (accounts) =>
        accounts.map(({ id, role, isDisabled, email, name }) =>
          [id, isDisabled ? 'disabled' : role, email, name].join('  '),
        ),
    }),
    taskCommand('accounts/disable', {
      description: 'Disable an account and end its sessions. The last administrator cannot be disabled.',
      takes: { accountId: argument('<accountId>', 'as `confere accounts list` shows it') },
      describe: ({ id }) => `${id} is disabled`,
    }),
    taskCommand('accounts/recover', {
      description:
        'Print a sign-in link for an administrator: for the named account, else for the administrator with the latest sign-in, else for a new account. Its old password, codes and passkeys stop working.',
      takes: {
        accountId: argument(
          '[accountId]',
          'as `confere accounts list` shows it; it becomes an enabled administrator',
        ),
      },
      describe: ({ link, email, expiresAt }) => [link, `For ${email}. Works once, until ${expiresAt}.`],
    }),
  ]);
}
