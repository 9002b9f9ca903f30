import { Command } from 'commander';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';
import { describeImport, importPeopleCommand, peopleRefusedRowsCommand } from './import.ts';

export function peopleCommand(): Command {
  return new Command('people')
    .description('Import your own data about people, take the last import back, and show the refused rows.')
    .addCommand(importPeopleCommand())
    .addCommand(rollBackPeopleCommand())
    .addCommand(peopleRefusedRowsCommand());
}

function rollBackPeopleCommand(): Command {
  return new Command('rollback')
    .description('Undo the last import of people. Its CPFs have the data of before again.')
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ json }: { readonly json?: true }) => {
      const withdrawn = await runOperatorTask('people/rollback', {});
      console.log(json ? JSON.stringify(withdrawn, null, 2) : describeImport(withdrawn).join('\n'));
    });
}
