import { Command } from 'commander';
import { runOperatorTask } from '../run-operator-task.ts';
import { type DescribedGeneration, describeGeneration } from './describe-generation.ts';

/** `confere registry rollback`: the generation before, back into service. */
export function rollbackRegistryCommand(): Command {
  return new Command('rollback')
    .description('Put the month before back into service.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const generation = (await runOperatorTask('registry/rollback', {})) as DescribedGeneration;
      console.log(
        options.json ? JSON.stringify(generation, null, 2) : describeGeneration(generation).join('\n'),
      );
    });
}
