import { Command } from 'commander';
import { importPeopleCommand } from './import.ts';
import { peopleQuarantineCommand } from './quarantine.ts';

/** `confere people ...`: what operators know of people. */
export function peopleCommand(): Command {
  return new Command('people')
    .description('Import what you know of people, and see what could not be imported.')
    .addCommand(importPeopleCommand())
    .addCommand(peopleQuarantineCommand());
}
