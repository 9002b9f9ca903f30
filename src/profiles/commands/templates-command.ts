import { Command } from 'commander';
import { listTemplatesCommand } from './list.ts';
import { testTemplateCommand } from './test.ts';

/** `confere templates ...`: what executions ask, and how they decide. */
export function templatesCommand(): Command {
  return new Command('templates')
    .description('List and test query templates.')
    .addCommand(listTemplatesCommand())
    .addCommand(testTemplateCommand());
}
