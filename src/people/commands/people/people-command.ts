import { Command } from 'commander';
import { importPeopleCommand } from './import.ts';
import { peopleQuarantineCommand } from './quarantine.ts';
import { rollBackPeopleCommand } from './rollback.ts';

/** `confere people ...`: commands for data sets of people. */
export function peopleCommand(): Command {
  return new Command('people')
    .description('Import your own data about people, take the last import back, and show the refused rows.')
    .addCommand(importPeopleCommand())
    .addCommand(rollBackPeopleCommand())
    .addCommand(peopleQuarantineCommand());
}
