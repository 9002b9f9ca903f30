import { Command } from 'commander';
import { createOutboundClient } from '../../../platform/outbound/index.ts';
import type { Endpoint } from '../../types.ts';
import { createEndpointSecret } from '../../webhooks/endpoint-secrets.ts';
import { sendDelivery } from '../../webhooks/send-delivery.ts';
import { addFeedOptions, type FeedOptions, readFeed } from './read-feed.ts';

/** `confere events ...`: what has happened. */
export function eventsCommand(): Command {
  return new Command('events')
    .description('Follow the feed of events.')
    .addCommand(tailCommand())
    .addCommand(listenCommand());
}

/** `confere events tail`: events as they come, one JSON document a line. */
function tailCommand(): Command {
  return addFeedOptions(new Command('tail'))
    .description('Print new events until Ctrl-C, one JSON document on each line.')
    .option('--limit <count>', 'stop after this number of events', Number)
    .option('--json', 'no effect: the output is always one JSON document on each line')
    .action(async (options: FeedOptions & { readonly limit?: number }) => {
      const { signal, stop } = untilStopped();
      let printed = 0;
      for await (const event of readFeed(options, signal)) {
        console.log(JSON.stringify(event));
        printed += 1;
        if (printed === options.limit) stop();
        if (signal.aborted) break;
      }
    });
}

const timeoutMs = 15_000;

/** `confere events listen`: each event posted to a program on a developer's machine, as a webhook would be. */
function listenCommand(): Command {
  return addFeedOptions(new Command('listen'))
    .description(
      'Forward new events to an address until Ctrl-C, signed like webhooks. Failed deliveries are not repeated.',
    )
    .requiredOption('--forward-to <url>', 'the address, such as http://localhost:3000/webhooks')
    .option('--secret <secret>', 'sign with this whsec_... secret instead of a new one')
    .option('--limit <count>', 'stop after this number of events', Number)
    .action(async (options: FeedOptions & ListenOptions) => {
      const { signal, stop } = untilStopped();
      const endpoint = endpointFor(options);
      console.error(`secret  ${endpoint.secrets[0]!.secret}`);
      const { host } = new URL(options.forwardTo);
      const outbound = createOutboundClient({ peer: 'listener', allow: [host], keepAlive: true });
      const deps = { outbound, keys: { active: () => [] }, timeoutMs };
      let sent = 0;
      for await (const event of readFeed(options, signal)) {
        const { timestamp, ...rest } = event;
        const published = { ...rest, at: new Date(timestamp), position: 0, clientId: undefined };
        const { attempt } = await sendDelivery(deps, endpoint, published, new Date());
        console.log(`${event.type}  ${event.id}  ${attempt.status ?? attempt.failure}`);
        sent += 1;
        if (sent === options.limit) stop();
        if (signal.aborted) break;
      }
      outbound.close();
    });
}

type ListenOptions = { readonly forwardTo: string; readonly secret?: string; readonly limit?: number };

function endpointFor({ forwardTo, secret = createEndpointSecret() }: ListenOptions): Endpoint {
  return {
    id: 'local',
    clientId: 'local',
    url: forwardTo,
    types: undefined,
    description: undefined,
    createdAt: new Date(),
    disabledAt: undefined,
    disabledReason: undefined,
    failingSince: undefined,
    secrets: [{ secret }],
  };
}

/** A signal that Ctrl-C and SIGTERM abort, and so does `stop`. */
function untilStopped(): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return { signal: controller.signal, stop };
}
