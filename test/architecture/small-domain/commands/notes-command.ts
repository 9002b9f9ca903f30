import { Command } from 'commander';
import { runOperatorTask } from '../../../../src/cli/run-operator-task.ts';

export function notesCommand(): Command {
  return new Command('notes').description('Look after notes.').addCommand(
    new Command('count').description('Count the notes.').action(async () => {
      console.log(JSON.stringify(await runOperatorTask('notes/count', {})));
    }),
  );
}
