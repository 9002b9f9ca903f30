import { AsyncLocalStorage } from 'node:async_hooks';
import { connect } from 'node:net';
import type { PoolClient } from 'pg';

/** A caller waits for the answer: the longest wait for one statement. */
const requestLimitMs = 10_000;

const requests = new AsyncLocalStorage<true>();

/** Runs the work of a request. None of its statements may take longer than ten seconds. */
export function runForRequest<T>(work: () => T): T {
  return requests.run(true, work);
}

type Wire = PoolClient & {
  readonly host: string;
  readonly port: number;
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly connection: { readonly stream: { destroy(error: Error): void } };
};

/**
 * Gives up a connection whose statement has no answer within `limitMs`, so that nobody waits for a server that hangs. A
 * transaction that begins with `set local statement_timeout = 0` is long work, and has no limit here either.
 */
export function limitStatements(client: PoolClient, limitMs: number): void {
  let timer: NodeJS.Timeout | undefined;
  let isLongWork = false;
  let isEnded = false;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const queryLimited = (...args: unknown[]): unknown => {
    const text = textOf(args[0]);
    if (/^(?:begin\b[^;]*; )?set local statement_timeout = 0/.test(text)) isLongWork = true;
    clearTimeout(timer);
    if (!isLongWork && !isEnded) {
      const limit = requests.getStore() === true ? Math.min(limitMs, requestLimitMs) : limitMs;
      timer = setTimeout(() => giveUp(client as Wire, limit), limit);
    }
    // A commit may take as long as its work.
    if (text === 'commit' || text === 'rollback') isLongWork = false;
    return query(...args);
  };
  client.query = queryLimited as typeof client.query;
  // Nothing is under way any more.
  client.on('drain', () => clearTimeout(timer));
  client.once('end', () => {
    isEnded = true;
    clearTimeout(timer);
  });
}

function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text;
  return typeof text === 'string' ? text : '';
}

function giveUp(client: Wire, limitMs: number): void {
  cancel(client);
  client.connection.stream.destroy(
    Object.assign(new Error(`the database did not answer within ${limitMs} ms`), { code: 'ETIMEDOUT' }),
  );
}

/** Asks a server that is only slow to end the statement too. Nobody waits for it. */
function cancel({ host, port, processID, secretKey }: Wire): void {
  if (processID === null || secretKey === null) return;
  // CancelRequest, in the manual's chapter "Message Formats".
  const message = Buffer.alloc(16);
  for (const [at, value] of [16, 80_877_102, processID, secretKey].entries())
    message.writeInt32BE(value, at * 4);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.on('error', () => {}).setTimeout(5_000, () => socket.destroy());
  socket.unref().end(message);
}
