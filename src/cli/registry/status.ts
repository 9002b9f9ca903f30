import { Command } from 'commander';
import { runOperatorTask } from '../run-operator-task.ts';
import { type DescribedGeneration, describeGeneration } from './describe-generation.ts';

type Status = {
  readonly current: { readonly switchedAt: string; readonly sizeBytes: number } | null;
  readonly generations: readonly DescribedGeneration[];
};

/** `confere registry status`: what is in service, and every import before. */
export function registryStatusCommand(): Command {
  return new Command('status')
    .description('Show the month in service, its counts, what was put aside and what changed.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const status = (await runOperatorTask('registry/status', {})) as Status;
      if (options.json) return console.log(JSON.stringify(status, null, 2));
      const { current, generations } = status;
      if (current === null) console.log('Nothing has been imported yet.');
      else console.log(`in service since ${current.switchedAt}, ${(current.sizeBytes / 1e9).toFixed(2)} GB`);
      for (const generation of generations) console.log(describeGeneration(generation).join('\n'));
    });
}
