import { Command } from 'commander';
import { importListCommand } from './import.ts';
import { sourcesQuarantineCommand } from './quarantine.ts';
import { sourcesStatusCommand } from './status.ts';

/** `confere sources ...`: where profiles of people come from. */
export function sourcesCommand(): Command {
  return new Command('sources')
    .description('Import public lists, and see what every source knows and how it does.')
    .addCommand(importListCommand())
    .addCommand(sourcesStatusCommand())
    .addCommand(sourcesQuarantineCommand());
}
