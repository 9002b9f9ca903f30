import { Command } from 'commander';
import { createClientCommand } from './create.ts';

/** `confere clients ...`: the programs that may ask for tokens. */
export function clientsCommand(): Command {
  return new Command('clients')
    .description('Manage the programs that may ask for tokens.')
    .addCommand(createClientCommand());
}
