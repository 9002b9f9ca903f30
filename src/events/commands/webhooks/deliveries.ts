import { Command, Option } from 'commander';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';
import { type DeliveryState, deliveryStates } from '../../types.ts';

/** `confere webhooks deliveries`: what came of the deliveries of an endpoint. */
export function deliveriesCommand(): Command {
  return new Command('deliveries')
    .description('List the deliveries of an endpoint, newest first.')
    .argument('<endpoint>', 'its id, whe_...')
    .addOption(new Option('--state <state>', 'only these').choices(deliveryStates))
    .option('--limit <count>', 'maximum number of deliveries', Number, 50)
    .option('--json', 'print one JSON document on standard output')
    .action(async (endpointId: string, { state, limit, json }: Options) => {
      const input = { endpointId, limit, ...(state === undefined ? {} : { state }) };
      const deliveries = await runOperatorTask('webhooks/deliveries', input);
      if (json) return console.log(JSON.stringify(deliveries, null, 2));
      for (const { id, eventId, state: stands, createdAt, attempts } of deliveries) {
        const last = attempts.at(-1);
        const answer = last === undefined ? '' : `  ${last.status ?? last.failure}`;
        console.log(`${createdAt}  ${id}  ${eventId}  ${stands}  ${attempts.length} tries${answer}`);
      }
    });
}

type Options = { readonly state?: DeliveryState; readonly limit: number; readonly json?: true };
