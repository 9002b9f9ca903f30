import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import { mostCounted } from '../apply-retention.ts';

/** `confere retention ...`: what the nightly job will erase. */
export function retentionCommand(): Command {
  return new Command('retention').description('Look at what retention erases.').addCommand(
    new Command('preview')
      .description('Count what the next run of the nightly job will erase. Nothing is changed.')
      .option('--days <number>', 'as if everything were kept for so many days')
      .option('--json', 'print one JSON document on standard output')
      .action(async ({ days, json }: { readonly days?: string; readonly json?: true }) => {
        const forecasts = await runOperatorTask(
          'retention/show',
          days === undefined ? {} : { days: Number(days) },
        );
        if (json) console.log(JSON.stringify(forecasts, null, 2));
        else
          for (const { name, days: kept, count } of forecasts) {
            const erased = count < mostCounted ? String(count) : `${mostCounted} or more`;
            console.log(`${name}: ${kept === undefined ? 'kept' : `${erased} older than ${kept} days`}`);
          }
      }),
  );
}
