import { Command } from 'commander';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';

type Options = {
  readonly delivery?: string;
  readonly from?: string;
  readonly to?: string;
  readonly includeDelivered?: true;
  readonly confirm?: number;
  readonly json?: true;
};

/** `confere webhooks replay`: one delivery again, or the events of a stretch of time after a preview. */
export function replayCommand(): Command {
  return new Command('replay')
    .description(
      'Repeat deliveries. With --from and --to, the first run shows the number of events; --confirm with that number sends them.',
    )
    .argument('<endpoint>', 'its id, whe_...')
    .option('--delivery <id>', 'one delivery, whd_...')
    .option('--from <moment>', 'events from this moment on')
    .option('--to <moment>', 'events before this moment')
    .option('--include-delivered', 'also delivered events')
    .option('--confirm <events>', 'the number of events from the preview', Number)
    .option('--json', 'print one JSON document on standard output')
    .action(async (endpointId: string, options: Options) => {
      const { delivery: deliveryId, from, to, includeDelivered, confirm: confirmedEvents, json } = options;
      const given = { deliveryId, from, to, includeDelivered, confirmedEvents };
      const input = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const result = await runOperatorTask('webhooks/replay', { endpointId, ...input });
      if (json) return console.log(JSON.stringify(result, null, 2));
      if ('types' in result) {
        console.log(`${result.events} events until ${result.to}; send them with --confirm ${result.events}`);
      } else console.log(`${result.events} events are on their way`);
    });
}
