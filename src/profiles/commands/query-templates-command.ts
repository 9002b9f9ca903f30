import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import { testQueryTemplateCommand } from './test.ts';

/** `confere templates ...`: what executions ask, and how they decide. */
export function queryTemplatesCommand(): Command {
  return new Command('templates')
    .description('List and test query templates.')
    .addCommand(listQueryTemplatesCommand())
    .addCommand(testQueryTemplateCommand());
}

/** `confere templates list`: the query templates there are. */
function listQueryTemplatesCommand(): Command {
  return new Command('list')
    .description('List the query templates with their current versions.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const listed = await runOperatorTask('templates/list', {});
      if (options.json) return console.log(JSON.stringify(listed, null, 2));
      for (const { id, version, isDefault, subject, name } of listed.templates) {
        const marks = [subject, `version ${version}`, ...(isDefault ? ['default'] : [])].join(', ');
        console.log(`${id}  ${name} (${marks})`);
      }
    });
}
