import { Command } from 'commander';
import { listQueryTemplatesCommand } from './list.ts';
import { testQueryTemplateCommand } from './test.ts';

/** `confere templates ...`: what executions ask, and how they decide. */
export function queryTemplatesCommand(): Command {
  return new Command('templates')
    .description('List and test query templates.')
    .addCommand(listQueryTemplatesCommand())
    .addCommand(testQueryTemplateCommand());
}
