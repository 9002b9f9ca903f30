import { Command } from 'commander';
import { checkProviderCommand } from './check.ts';
import { listProvidersCommand } from './list.ts';

/** `confere providers ...`: the HTTP providers of `SOURCE_PROVIDERS_FILE`. */
export function providersCommand(): Command {
  return new Command('providers')
    .description('Show the HTTP providers, whether their keys are set, and whether their APIs answer.')
    .addCommand(listProvidersCommand())
    .addCommand(checkProviderCommand());
}
