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
