import { Command } from 'commander';
import { getRegistryStatus } from '../../registry/index.ts';
import { describeGeneration } from './describe-generation.ts';
import { openRegistry } from './open-registry.ts';

/** `confere registry status`: what is in service, and every import before. */
export function registryStatusCommand(): Command {
  return new Command('status')
    .description('Show the month in service, its counts, what was put aside and what changed.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      await using registry = await openRegistry('registry status');
      const status = await getRegistryStatus(registry.database);
      if (options.json) {
        console.log(JSON.stringify({ ...status, current: status.current ?? null }, null, 2));
        return;
      }
      const { current } = status;
      if (current === undefined) console.log('Nothing has been imported yet.');
      else {
        const size = (current.sizeBytes / 1e9).toFixed(2);
        console.log(`in service since ${current.switchedAt.toISOString()}, ${size} GB`);
      }
      for (const generation of status.generations) console.log(describeGeneration(generation).join('\n'));
    });
}
