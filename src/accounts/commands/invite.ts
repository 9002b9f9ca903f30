import { Command, Option } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import { type Role, roles } from '../types.ts';

type Options = { readonly email: string; readonly name: string; readonly role: Role; readonly json?: true };

/** `confere accounts invite`: a link by which a person makes an account. */
export function inviteAccountCommand(): Command {
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
