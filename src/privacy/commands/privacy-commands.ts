import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import { printable } from '../../platform/printable.ts';
import { mostCounted } from '../apply-retention.ts';

type SetOptions = { readonly reason: string; readonly until?: string; readonly json?: true };

export function holdsCommand(): Command {
  return new Command('holds')
    .description('Keep people from being erased: by requests, and when the time of retention is over.')
    .addCommand(
      new Command('set')
        .description('Set a hold on a person.')
        .argument('<person>', 'profile id or CPF')
        .requiredOption('--reason <text>', 'why, 3 to 500 characters; kept sealed')
        .option('--until <moment>', 'when it ends by itself, as 2027-01-31T12:00:00Z; never unless given')
        .option('--json', 'print one JSON document on standard output')
        .action(async (personId: string, { reason, until, json }: SetOptions) => {
          const input = { personId, reason, ...(until === undefined ? {} : { until }) };
          const hold = await runOperatorTask('holds/set', input);
          if (json) console.log(JSON.stringify(hold, null, 2));
          else console.log(`${hold.id} stands on ${hold.personId}`);
        }),
    )
    .addCommand(
      new Command('list')
        .description('Show the holds that stand, newest first.')
        .option('--json', 'print one JSON document on standard output')
        .action(async ({ json }: { readonly json?: true }) => {
          const holds = await runOperatorTask('holds/list', {});
          if (json) console.log(JSON.stringify(holds, null, 2));
          else
            for (const { id, personId, setAt, until, reason } of holds) {
              console.log([id, personId, setAt, until ?? 'no end', printable(reason)].join('  '));
            }
        }),
    )
    .addCommand(
      new Command('end')
        .description('End a hold.')
        .argument('<holdId>', 'as `confere holds list` shows it')
        .option('--json', 'print one JSON document on standard output')
        .action(async (holdId: string, { json }: { readonly json?: true }) => {
          const hold = await runOperatorTask('holds/end', { holdId });
          if (json) console.log(JSON.stringify(hold, null, 2));
          else console.log(`${hold.id} is over`);
        }),
    );
}

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
