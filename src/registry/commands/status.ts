import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import { describeGeneration } from './describe-generation.ts';

/** `confere registry status`: what is in service, and every import before. */
export function registryStatusCommand(): Command {
  return new Command('status')
    .description('Show the month in service with its counts, refused rows and changes.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const status = await runOperatorTask('registry/status', {});
      if (options.json) return console.log(JSON.stringify(status, null, 2));
      const { current, generations } = status;
      if (current === null) console.log('Nothing has been imported yet.');
      else console.log(`in service since ${current.switchedAt}, ${(current.sizeBytes / 1e9).toFixed(2)} GB`);
      for (const generation of generations) console.log(describeGeneration(generation).join('\n'));
    });
}
