import { Command, Option } from 'commander';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';
import { type DeliveryState, deliveryStates } from '../../types.ts';

export function webhooksCommand(): Command {
  return new Command('webhooks')
    .description('Manage webhook endpoints.')
    .addCommand(createWebhookCommand())
    .addCommand(listWebhooksCommand())
    .addCommand(endpointCommand('enable', 'Enable an endpoint and reset its failure count.'))
    .addCommand(endpointCommand('disable', 'Disable an endpoint and cancel its pending deliveries.'))
    .addCommand(
      endpointCommand(
        'rotate',
        'Give an endpoint a new secret. Deliveries carry signatures of both secrets for 24 hours.',
      ),
    )
    .addCommand(endpointCommand('test', 'Send a test event to an endpoint.'))
    .addCommand(endpointCommand('remove', 'Remove an endpoint with its deliveries.'))
    .addCommand(deliveriesCommand())
    .addCommand(replayCommand());
}

/** A command that does one thing to one endpoint, and prints what came of it. */
function endpointCommand(
  name: 'enable' | 'disable' | 'rotate' | 'test' | 'remove',
  description: string,
): Command {
  return new Command(name)
    .description(description)
    .argument('<endpoint>', 'its id, whe_...')
    .option('--json', 'print one JSON document on standard output')
    .action(async (endpointId: string, options: { readonly json?: true }) => {
      const result = await runOperatorTask(`webhooks/${name}`, { endpointId });
      if (options.json) return console.log(JSON.stringify(result, null, 2));
      for (const [key, value] of Object.entries(result)) console.log(`${key}  ${value}`);
    });
}

type CreateOptions = {
  readonly client: string;
  readonly url: string;
  readonly type?: string;
  readonly description?: string;
  readonly json?: true;
};

function createWebhookCommand(): Command {
  return new Command('create')
    .description('Create an endpoint of a client and print its secret. It is shown once.')
    .requiredOption('--client <id>', 'the client whose events the endpoint receives')
    .requiredOption('--url <url>', 'an https: address')
    .option('--type <types>', 'event types, separated by commas; default: all types that the client may read')
    .option('--description <text>', 'for people')
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ client: clientId, url, type, description, json }: CreateOptions) => {
      const created = await runOperatorTask('webhooks/create', {
        clientId,
        url,
        ...(type === undefined ? {} : { types: type.split(',') }),
        ...(description === undefined ? {} : { description }),
      });
      if (json) console.log(JSON.stringify(created, null, 2));
      else console.log(`endpoint  ${created.id}\nsecret    ${created.secret}`);
    });
}

function deliveriesCommand(): Command {
  return new Command('deliveries')
    .description('List the deliveries of an endpoint, newest first.')
    .argument('<endpoint>', 'its id, whe_...')
    .addOption(new Option('--state <state>', 'only these').choices(deliveryStates))
    .option('--limit <count>', 'maximum number of deliveries', Number, 50)
    .option('--json', 'print one JSON document on standard output')
    .action(async (endpointId: string, { state, limit, json }: DeliveriesOptions) => {
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

type DeliveriesOptions = { readonly state?: DeliveryState; readonly limit: number; readonly json?: true };

function listWebhooksCommand(): Command {
  return new Command('list')
    .description('List the endpoints of every client.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const endpoints = await runOperatorTask('webhooks/list', {});
      if (options.json) return console.log(JSON.stringify(endpoints, null, 2));
      for (const { id, clientId, url, isEnabled, disabledReason, failingSince } of endpoints) {
        const failing = failingSince === undefined ? '' : `, failing since ${failingSince}`;
        const state = isEnabled ? `enabled${failing}` : `disabled (${disabledReason})`;
        console.log(`${id}  ${clientId}  ${url}  ${state}`);
      }
    });
}

type ReplayOptions = {
  readonly delivery?: string;
  readonly from?: string;
  readonly to?: string;
  readonly includeDelivered?: true;
  readonly confirm?: number;
  readonly json?: true;
};

function replayCommand(): Command {
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
    .action(async (endpointId: string, options: ReplayOptions) => {
      const {
        delivery: deliveryId,
        from,
        to,
        includeDelivered: isIncludingDelivered,
        confirm: confirmedEvents,
        json,
      } = options;
      const given = { deliveryId, from, to, isIncludingDelivered, confirmedEvents };
      const input = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const result = await runOperatorTask('webhooks/replay', { endpointId, ...input });
      if (json) return console.log(JSON.stringify(result, null, 2));
      if ('types' in result) {
        console.log(`${result.events} events until ${result.to}; send them with --confirm ${result.events}`);
      } else console.log(`${result.events} events are on their way`);
    });
}
