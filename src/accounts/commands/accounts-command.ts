import { Command } from 'commander';
import { disableAccountCommand } from './disable.ts';
import { inviteAccountCommand } from './invite.ts';
import { listAccountsCommand } from './list.ts';
import { recoverAccountCommand } from './recover.ts';

/** `confere accounts ...`: the people who sign in to the console. */
export function accountsCommand(): Command {
  return new Command('accounts')
    .description('Manage the people who sign in to the console.')
    .addCommand(inviteAccountCommand())
    .addCommand(listAccountsCommand())
    .addCommand(disableAccountCommand())
    .addCommand(recoverAccountCommand());
}
