import { Command } from 'commander';
import { checkProviderCommand } from './check.ts';
import { listProvidersCommand } from './list.ts';

/** `confere providers ...`: the HTTP providers of `SOURCE_PROVIDERS_FILE`. */
export function providersCommand(): Command {
  return new Command('providers')
    .description('List and check the HTTP providers of SOURCE_PROVIDERS_FILE.')
    .addCommand(listProvidersCommand())
    .addCommand(checkProviderCommand());
}
