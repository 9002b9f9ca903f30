import { Command } from 'commander';
import { listTemplatesCommand } from './list.ts';
import { testTemplateCommand } from './test.ts';

/** `confere templates ...`: what executions ask, and how they decide. */
export function templatesCommand(): Command {
  return new Command('templates')
    .description('Look at query templates and try them out.')
    .addCommand(listTemplatesCommand())
    .addCommand(testTemplateCommand());
}
