import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';
import { createOutboundClient, type OutboundClient } from '../../../platform/outbound/index.ts';
import { EventError } from '../../errors.ts';
import { latestEvent } from '../../list-events.ts';

/** An event as the feed gives it. */
export type FeedEvent = {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly timestamp: string;
  readonly data: object;
};

type FeedPage = { readonly items: readonly FeedEvent[]; readonly nextCursor?: string };

export type FeedOptions = {
  readonly type?: string;
  readonly after?: string;
  readonly server?: string;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
};

/** The options of a command that reads the feed. */
export function addFeedOptions(command: Command): Command {
  return command
    .option('--type <types>', 'only these types, separated by commas')
    .option('--after <event>', 'start after this event; default: only new events')
    .option('--server <url>', 'read the feed of this server through its API, as a client with events:read')
    .option('--client-id <id>', 'the client, with --server')
    .option('--client-secret-file <file>', 'file with the secret of the client, with --server');
}

/** The events of a feed as they come, for ever, or until the signal aborts. */
export async function* readFeed(options: FeedOptions, signal: AbortSignal): AsyncGenerator<FeedEvent> {
  await using feed =
    options.server === undefined ? createOwnFeed(options) : await createServerFeed(options, options.server);
  let after: string | undefined = options.after ?? latestEvent;
  while (!signal.aborted) {
    const page: FeedPage = await feed.read(after, signal);
    yield* page.items;
    after = page.nextCursor;
    if (page.items.length === 0) await delay(pauseMs, undefined, { signal }).catch(() => {});
  }
}

const pauseMs = 500;
const waitMs = 15_000;
const pageSize = 200;

type Feed = AsyncDisposable & {
  read(after: string | undefined, signal: AbortSignal): Promise<FeedPage>;
};

/** The feed of the storage of the configuration. */
function createOwnFeed({ type }: FeedOptions): Feed {
  return {
    read: (after) =>
      runOperatorTask('events/list', {
        ...(after === undefined ? {} : { after }),
        ...(type === undefined ? {} : { types: type.split(',') }),
        limit: pageSize,
        waitMs,
      }),
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
