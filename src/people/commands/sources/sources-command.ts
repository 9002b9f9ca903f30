import { Command } from 'commander';
import { downloadListCommand } from './download.ts';
import { importListCommand } from './import.ts';
import { sourcesQuarantineCommand } from './quarantine.ts';
import { rollBackListCommand } from './rollback.ts';
import { sourcesStatusCommand } from './status.ts';

/** `confere sources ...`: where profiles of people come from. */
export function sourcesCommand(): Command {
  return new Command('sources')
    .description('Download and import public lists, and show the content and health of every source.')
    .addCommand(downloadListCommand())
    .addCommand(importListCommand())
    .addCommand(rollBackListCommand())
    .addCommand(sourcesStatusCommand())
    .addCommand(sourcesQuarantineCommand());
}
