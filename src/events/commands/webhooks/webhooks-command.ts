import { Command } from 'commander';
import { createWebhookCommand } from './create.ts';
import { deliveriesCommand } from './deliveries.ts';
import { endpointCommand } from './endpoint-command.ts';
import { listWebhooksCommand } from './list.ts';
import { replayCommand } from './replay.ts';

/** `confere webhooks ...`: the addresses that events are sent to. */
export function webhooksCommand(): Command {
  return new Command('webhooks')
    .description('Manage webhook endpoints.')
    .addCommand(createWebhookCommand())
    .addCommand(listWebhooksCommand())
    .addCommand(endpointCommand('enable', 'Let an endpoint receive again; its failures are forgotten.'))
    .addCommand(endpointCommand('disable', 'Stop an endpoint and cancel what waits for it.'))
    .addCommand(endpointCommand('rotate', 'Give an endpoint a new secret; both sign for 24 hours.'))
    .addCommand(endpointCommand('test', 'Send an event to try an endpoint with.'))
    .addCommand(endpointCommand('remove', 'Remove an endpoint with its deliveries.'))
    .addCommand(deliveriesCommand())
    .addCommand(replayCommand());
}
