import type { Command } from 'commander';
import {
  argument,
  defineCommand,
  groupCommands,
  option,
  requiredOption,
  taskCommand,
} from '../../../cli/define-command.ts';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';
import { deliveryStates } from '../../types.ts';

const endpointId = argument('<endpoint>', 'its id, whe_...');

export function webhooksCommand(): Command {
  return groupCommands('webhooks', 'Manage webhook endpoints.', [
    taskCommand('webhooks/create', {
      description: 'Create an endpoint of a client and print its secret. It is shown once.',
      takes: {
        clientId: requiredOption('--client <id>', 'the client whose events the endpoint receives'),
        url: requiredOption('--url <url>', 'an https: address'),
        types: option(
          '--type <types>',
          'event types, separated by commas; default: all types that the client may read',
          { parse: (types) => types.split(',') },
        ),
        description: option('--description <text>', 'for people'),
      },
      describe: ({ id, secret }) => [`endpoint  ${id}`, `secret    ${secret}`],
    }),
    taskCommand('webhooks/list', {
      description: 'List the endpoints of every client.',
      describe: (endpoints) =>
        endpoints.map(({ id, clientId, url, isEnabled, disabledReason, failingSince }) => {
          const failing = failingSince === undefined ? '' : `, failing since ${failingSince}`;
          const state = isEnabled ? `enabled${failing}` : `disabled (${disabledReason})`;
          return `${id}  ${clientId}  ${url}  ${state}`;
        }),
    }),
    endpointCommand('enable', 'Enable an endpoint and reset its failure count.'),
    endpointCommand('disable', 'Disable an endpoint and cancel its pending deliveries.'),
    endpointCommand(
      'rotate',
      'Give an endpoint a new secret. Deliveries carry signatures of both secrets for 24 hours.',
    ),
    endpointCommand('test', 'Send a test event to an endpoint.'),
    endpointCommand('remove', 'Remove an endpoint with its deliveries.'),
    taskCommand('webhooks/deliveries', {
      description: 'List the deliveries of an endpoint, newest first.',
      takes: {
        endpointId,
        state: option('--state <state>', 'only these', { choices: deliveryStates }),
        limit: option('--limit <count>', 'maximum number of deliveries', { parse: Number, default: 50 }),
      },
      describe: (deliveries) =>
        deliveries.map(({ id, eventId, state, createdAt, attempts }) => {
          const last = attempts.at(-1);
          const answer = last === undefined ? '' : `  ${last.status ?? last.failure}`;
          return `${createdAt}  ${id}  ${eventId}  ${state}  ${attempts.length} tries${answer}`;
        }),
    }),
    taskCommand('webhooks/replay', {
      description:
        'Repeat deliveries. With --from and --to, the first run shows the number of events; --confirm with that number sends them.',
      takes: {
        endpointId,
        deliveryId: option('--delivery <id>', 'one delivery, whd_...'),
        from: option('--from <moment>', 'events from this moment on'),
        to: option('--to <moment>', 'events before this moment'),
        isIncludingDelivered: option('--include-delivered', 'also delivered events'),
        confirmedEvents: option('--confirm <events>', 'the number of events from the preview', {
          parse: Number,
        }),
      },
      describe: (result) =>
        'types' in result
          ? `${result.events} events until ${result.to}; send them with --confirm ${result.events}`
          : `${result.events} events are on their way`,
    }),
  ]);
}

/** A command that does one thing to one endpoint, and prints what came of it. */
function endpointCommand(
  name: 'enable' | 'disable' | 'rotate' | 'test' | 'remove',
  description: string,
): Command {
  return defineCommand(name, {
    description,
    takes: { endpointId },
    run: (input) => runOperatorTask(`webhooks/${name}`, input),
    describe: (result) => Object.entries(result).map(([key, value]) => `${key}  ${value}`),
  });
}
