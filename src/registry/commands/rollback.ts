import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import { describeGeneration } from './describe-generation.ts';

/** `confere registry rollback`: the generation before, back into service. */
export function rollbackRegistryCommand(): Command {
  return new Command('rollback')
    .description('Restore the previous month.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const generation = await runOperatorTask('registry/rollback', {});
      console.log(
        options.json ? JSON.stringify(generation, null, 2) : describeGeneration(generation).join('\n'),
      );
    });
}
