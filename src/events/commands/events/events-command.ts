import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { listenForInterruption } from '../../../cli/listen-for-interruption.ts';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';
import { createOutboundClient, type OutboundClient } from '../../../platform/outbound/index.ts';
import { EventError } from '../../errors.ts';
import { latestEvent } from '../../list-events.ts';
import { createEndpointSecret } from '../../webhooks/endpoint-secrets.ts';
import { sendDelivery } from '../../webhooks/send-delivery.ts';

export function eventsCommand(): Command {
  return new Command('events')
    .description('Follow the feed of events.')
    .addCommand(tailCommand())
    .addCommand(listenCommand());
}

function tailCommand(): Command {
  return addFeedOptions(new Command('tail'))
    .description('Print new events until Ctrl-C, one JSON document on each line.')
    .option('--limit <count>', 'stop after this number of events', Number)
    .option('--json', 'no effect: the output is always one JSON document on each line')
    .action(async (options: FeedOptions) => {
      using interruption = listenForInterruption();
      for await (const event of readFeed(options, interruption.signal)) console.log(JSON.stringify(event));
    });
}

const timeoutMs = 15_000;

function listenCommand(): Command {
  return addFeedOptions(new Command('listen'))
    .description(
      'Forward new events to an address until Ctrl-C, signed like webhooks. Failed deliveries are not repeated.',
    )
    .requiredOption('--forward-to <url>', 'the address, such as http://localhost:3000/webhooks')
    .option('--secret <secret>', 'sign with this whsec_... secret instead of a new one')
    .option('--limit <count>', 'stop after this number of events', Number)
    .action(async (options: FeedOptions & ListenOptions) => {
      using interruption = listenForInterruption();
      const { forwardTo: url, secret = createEndpointSecret() } = options;
      console.error(`secret  ${secret}`);
      const { host } = new URL(url);
      const outbound = createOutboundClient({ peer: 'listener', allow: [host], keepAlive: true });
      const deps = { outbound, keys: { active: () => [] }, timeoutMs };
      for await (const event of readFeed(options, interruption.signal)) {
        const { timestamp, ...rest } = event;
        const published = { ...rest, at: new Date(timestamp) };
        const { attempt } = await sendDelivery(deps, { url, secrets: [{ secret }] }, published, new Date());
        console.log(`${event.type}  ${event.id}  ${attempt.status ?? attempt.failure}`);
      }
      outbound.close();
    });
}

type ListenOptions = { readonly forwardTo: string; readonly secret?: string };

type FeedEvent = {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly timestamp: string;
  readonly data: object;
};

type FeedPage = { readonly items: readonly FeedEvent[]; readonly nextCursor?: string };

type FeedOptions = {
  readonly type?: string;
  readonly after?: string;
  readonly limit?: number;
  readonly server?: string;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
};

function addFeedOptions(command: Command): Command {
  return command
    .option('--type <types>', 'only these types, separated by commas')
    .option('--after <event>', 'start after this event; default: only new events')
    .option('--server <url>', 'read the feed of this server through its API, as a client with events:read')
    .option('--client-id <id>', 'the client, with --server')
    .option('--client-secret-file <file>', 'file with the secret of the client, with --server');
}

/** The events of a feed as they come: for ever, as many as asked for, or until the signal aborts. */
async function* readFeed(options: FeedOptions, signal: AbortSignal): AsyncGenerator<FeedEvent> {
  await using feed =
    options.server === undefined ? createOwnFeed(options) : await createServerFeed(options, options.server);
  let after: string | undefined = options.after ?? latestEvent;
  let read = 0;
  while (!signal.aborted) {
    const page: FeedPage = await feed.read(after, signal).catch((error: unknown) => {
      // A stop ends the read under way, too.
      if (signal.aborted) return { items: [] };
      throw error;
    });
    for (const event of page.items) {
      yield event;
      read += 1;
      if (read === options.limit || signal.aborted) return;
    }
    after = page.nextCursor;
    if (page.items.length === 0) await delay(pauseMs, undefined, { signal }).catch(() => {});
  }
}

const pauseMs = 500;
const waitMs = 15_000;
const pageSize = 200;

type Feed = AsyncDisposable & { read(after: string | undefined, signal: AbortSignal): Promise<FeedPage> };

function createOwnFeed({ type }: FeedOptions): Feed {
  return {
    read(after) {
      const types = type === undefined ? {} : { types: type.split(',') };
      const input = { ...(after === undefined ? {} : { after }), ...types, limit: pageSize, waitMs };
      // Whoever waits must not hold the folder of a server that starts again.
      return runOperatorTask('events/list', input, { needsServer: true });
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** The feed of a server, as one of its clients. */
async function createServerFeed(
  { type, clientId, clientSecretFile }: FeedOptions,
  server: string,
): Promise<Feed> {
  if (clientId === undefined || clientSecretFile === undefined) {
    throw new EventError('event_feed_unreadable', {
      detail: '--client-id or --client-secret-file is missing.',
    });
  }
  const secret = (await readFile(clientSecretFile, 'utf8')).trim();
  const base = server.replace(/\/+$/, '');
  const client = createOutboundClient({ peer: 'feed', allow: [new URL(base).host], keepAlive: true });
  let token: string | undefined;
  return {
    async read(after, signal) {
      token ??= await fetchToken(client, base, { clientId, secret });
      const query = new URLSearchParams({
        limit: String(pageSize),
        ...(after === undefined ? {} : { cursor: after }),
        ...(type === undefined ? {} : { type }),
      });
      const answer = await ask(client, {
        url: `${base}/v1/events?${query}`,
        headers: { authorization: `Bearer ${token}` },
        signal,
      });
      if (answer.status === 401) {
        token = undefined;
        return { items: [], ...(after === undefined ? {} : { nextCursor: after }) };
      }
      return requireFine(answer) as FeedPage;
    },
    [Symbol.asyncDispose]: async () => client.close(),
  };
}

async function fetchToken(
  client: OutboundClient,
  base: string,
  { clientId, secret }: { readonly clientId: string; readonly secret: string },
): Promise<string> {
  const credentials = [clientId, secret].map(encodeURIComponent).join(':');
  const answer = await ask(client, {
    url: `${base}/oauth2/token`,
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  return (requireFine(answer) as { access_token: string }).access_token;
}

type Answered = { readonly status: number; readonly text: string };

async function ask(
  client: OutboundClient,
  request: Omit<Parameters<OutboundClient['send']>[0], 'maxBytes' | 'timeoutMs'>,
): Promise<Answered> {
  const limits = { maxBytes: 10_000_000, timeoutMs: 30_000 };
  return await client.send({ ...request, ...limits }, async (answer) => ({
    status: answer.status,
    text: (await answer.bytes()).toString(),
  }));
}

function requireFine({ status, text }: Answered): unknown {
  if (status === 200) return JSON.parse(text);
  const { code } = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: string; error?: string };
  throw new EventError('event_feed_unreadable', { detail: `The server answered ${status} ${code ?? ''}.` });
}
