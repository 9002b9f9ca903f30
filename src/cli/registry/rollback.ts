import { Command } from 'commander';
import { systemClock } from '../../platform/clock.ts';
import { rollbackRegistry } from '../../registry/index.ts';
import { describeGeneration } from './describe-generation.ts';
import { openRegistry } from './open-registry.ts';

/** `confere registry rollback`: the generation before, back into service. */
export function rollbackRegistryCommand(): Command {
  return new Command('rollback')
    .description('Put the month before back into service.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      await using registry = await openRegistry('registry rollback');
      const generation = await rollbackRegistry({ database: registry.database, clock: systemClock });
      console.log(
        options.json ? JSON.stringify(generation, null, 2) : describeGeneration(generation).join('\n'),
      );
    });
}
