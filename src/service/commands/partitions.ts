import { Command, InvalidArgumentError } from 'commander';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { SplitProgress } from '../../platform/db/index.ts';

type Options = { readonly rowsPerSecond: number; readonly json?: true };

/** `confere partitions ...`: the months of tables that grow. */
export function partitionsCommand(): Command {
  return new Command('partitions')
    .description('Manage the months of the tables that grow.')
    .addCommand(splitPartitionsCommand());
}

/** `confere partitions split`: rows from before partitions into months of their own. */
function splitPartitionsCommand(): Command {
  return new Command('split')
    .description(
      'Move the rows from before partitions into months of their own while the service runs. Needs as much free disk as the largest of these tables takes. Run it again to resume.',
    )
    .option('--rows-per-second <number>', 'the pace, at most', parsePace, 10_000)
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ rowsPerSecond, json }: Options) => {
      const bar = createProgressBar(process.stderr, 'blocks');
      const { tables } = await runOperatorTask(
        'partitions/split',
        { rowsPerSecond },
        {
          onProgress: (progress) => {
            const { table, done, total } = progress as SplitProgress;
            bar.show({ subject: table, done, total });
          },
        },
      ).finally(() => bar.end());
      if (json) return console.log(JSON.stringify({ tables }, null, 2));
      if (tables.length === 0) console.log('no table has rows from before partitions');
      for (const { table, months } of tables) {
        console.log(`${table}: ${months.length} months, from ${months[0]} to ${months.at(-1)}`);
      }
    });
}

function parsePace(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is a number of rows above 0.');
  return Number(text);
}
