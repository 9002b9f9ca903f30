import { Command } from 'commander';
import { changeClientCommand } from './change.ts';
import { createClientCommand } from './create.ts';
import { listClientsCommand } from './list.ts';
import { revokeClientCommand } from './revoke.ts';
import { rotateClientCommand } from './rotate.ts';

/** `confere clients ...`: the programs that may ask for tokens. */
export function clientsCommand(): Command {
  return new Command('clients')
    .description('Manage the API clients.')
    .addCommand(createClientCommand())
    .addCommand(listClientsCommand())
    .addCommand(changeClientCommand())
    .addCommand(rotateClientCommand())
    .addCommand(revokeClientCommand());
}
