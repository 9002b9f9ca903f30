import { addAbortListener } from 'node:events';
import type { Agent, Dispatcher } from 'undici';
import { findTraceparent, inSpan } from '../tracing.ts';
import { parseAllowance } from './address-rules.ts';
import {
  askNameServers,
  type ClientCertificate,
  createConnector,
  judgeHost,
  type LookupAll,
  lookupAll,
  parseAddress,
  toDestination,
} from './create-connector.ts';
import { createShares, type Holder } from './create-shares.ts';
import { OutboundError, toOutboundError } from './errors.ts';
import { collectBody, limitBody, refuseCrumbs } from './read-body.ts';

export type OutboundClientOptions = {
  /** Who is asked, in a word: the name of spans in traces, which name no hosts. Default `other`. */
  readonly peer?: string;
  /**
   * Hands the trace on to those who are asked (`traceparent`): for services of the same deployment only. Others learn
   * nothing of our traces.
   */
  readonly handsTraceOn?: boolean;
  /**
   * Hosts, `host:port`, addresses or ranges that may be reached although they are not public, and also over plain
   * http and on any port. Whoever may choose an address can read what these entries name.
   */
  readonly allow: readonly string[];
  /** Requests under way at once; one more is refused. No limit by default. */
  readonly maxConcurrent?: number;
  /** Connections to one host and port at once; further requests wait for one. No limit by default. */
  readonly maxConnectionsPerHost?: number;
  /** Time for one address of a host to take the connection. Default 3,000. */
  readonly connectTimeoutMs?: number;
  /** Lets a connection serve several requests. Off by default: no two callers share one. */
  readonly keepAlive?: boolean;
  /** Shown to every server that asks for one: a client with a certificate is for the hosts of one contract. */
  readonly clientCertificate?: ClientCertificate | undefined;
  /** Others choose the hosts: their names are looked up where none keeps another waiting. See `askNameServers`. */
  readonly areHostsForeign?: boolean;
  /** Replaces the resolver, for tests. */
  readonly lookup?: LookupAll;
};

export type OutboundRequest = {
  readonly url: string | URL;
  /** Default `GET`. */
  readonly method?: string;
  /** Lower-case names. Nothing is sent beside them but what the protocol needs and `user-agent`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** Largest body that is read. */
  readonly maxBytes: number;
  /** Limit for the whole of it: name, connection, redirects, body. */
  readonly timeoutMs?: number | undefined;
  /** A server that brings fewer than `bytes` in `timeoutMs` is given up. */
  readonly stall?: { readonly timeoutMs: number; readonly bytes: number };
  /**
   * Redirects that are followed, each judged like the first address. Default 0: a redirect is an answer like others,
   * since following it hands body and credentials to somebody else.
   */
  readonly maxRedirects?: number;
  /** For whom the request is made; see `Holder`. */
  readonly holders?: readonly Holder[];
  readonly signal?: AbortSignal | undefined;
};

/** An answer, its body not yet read. */
export type OutboundAnswer = {
  readonly status: number;
  /** The value of a header by its lower-case name; several values joined by a comma. */
  header(name: string): string | undefined;
  /** The body in pieces as they arrive. Throws `OutboundError`. */
  readonly body: AsyncIterable<Uint8Array>;
  /** The whole body. Rejects with `OutboundError`. */
  bytes(): Promise<Buffer>;
};

export type OutboundClient = Disposable & {
  /**
   * Sends one request and gives what `read` makes of the answer. The connection is closed when `read` has ended,
   * read to the end or not. Rejects with `OutboundError`, with what `read` rejects with, and with the reason of an
   * aborted `signal`.
   */
  send<T>(request: OutboundRequest, read: (answer: OutboundAnswer) => Promise<T> | T): Promise<T>;
  /**
   * Resolves when the address may be asked as far as can be told now: also for a host that has no address at the moment.
   * Rejects with `outbound_address_refused` and `outbound_not_public`. Each request is judged anew.
   */
  judge(url: string): Promise<void>;
  /** Ends what is under way and refuses what comes. */
  close(): void;
};

const largestHeadersBytes = 16_384;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * The one way out of this process: a client for requests to other servers. Only public addresses are reached, over
 * https on port 443, unless `allow` names them. Connections go to judged addresses only; see `createConnector`.
 * Certificates are always verified. Proxy settings of the environment are not used.
 */
export function createOutboundClient(options: OutboundClientOptions): OutboundClient {
  const { allow, maxConcurrent, connectTimeoutMs = 3_000, keepAlive = false } = options;
  const { peer = 'other', handsTraceOn = false, areHostsForeign = false } = options;
  const { lookup = areHostsForeign ? askNameServers() : lookupAll } = options;
  const shares = maxConcurrent === undefined ? undefined : createShares(maxConcurrent);
  const allowance = parseAllowance(allow);
  let agent: Promise<Agent> | undefined;
  const closing = new AbortController();

  // Undici is loaded by the first request: a start does not wait for it.
  async function createAgent(): Promise<Agent> {
    const { Agent } = await import('undici');
    return new Agent({
      connect: createConnector({
        allowance,
        lookup,
        connectTimeoutMs,
        clientCertificate: options.clientCertificate,
      }),
      connections: options.maxConnectionsPerHost ?? null,
      allowH2: false,
      maxHeaderSize: largestHeadersBytes,
      // The limits of each request count instead.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  async function follow(request: OutboundRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { maxRedirects = 0 } = request;
    let url = parseAddress(String(request.url));
    for (let redirects = 0; ; redirects += 1) {
      const response = await ask(url, request, signal).catch((error: unknown) => {
        throw redirects === 0 ? toOutboundError(error) : asServerFault(error);
      });
      if (maxRedirects === 0 || !redirectStatuses.has(response.statusCode)) return response;
      discard(response);
      if (redirects === maxRedirects) throw unreachable('There are too many redirects.');
      const location = headerOf(response, 'location');
      if (location === undefined) throw unreachable('The redirect leads nowhere.');
      try {
        url = parseAddress(location, url);
      } catch (error) {
        throw asServerFault(error);
      }
    }
  }

  /** One request to one address. */
  async function ask(
    url: URL,
    { method = 'GET', headers, body }: OutboundRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    agent ??= createAgent();
    const dispatcher = (await agent).compose(refuseCrumbs);
    const asking = dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: method as Dispatcher.HttpMethod,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'confere', ...headers, ...traceHeaders() },
      body: body ?? null,
      reset: !keepAlive,
      signal,
    });
    // Undici heeds the signal only once there is a connection.
    return await orAbort(asking, signal);
  }

  /** The header that hands the trace on, where there is one. */
  function traceHeaders(): Readonly<Record<string, string>> {
    const traceparent = handsTraceOn ? findTraceparent() : undefined;
    return traceparent === undefined ? {} : { traceparent };
  }

  return {
    send(request, read) {
      const { method = 'GET' } = request;
      const attributes = { 'http.request.method': method, 'confere.peer': peer };
      return inSpan(`${method} ${peer}`, { kind: 'client', attributes }, (span) =>
        sendOnce(request, (answer) => {
          span?.setAttributes({ 'http.response.status_code': answer.status });
          return read(answer);
        }),
      );
    },

    async judge(address) {
      const to = toDestination(parseAddress(address));
      try {
        await judgeHost(to, allowance, lookup);
      } catch (error) {
        if (error instanceof OutboundError && error.kind === 'invalid') throw error;
      }
    },

    close,
    [Symbol.dispose]: close,
  };

  function close(): void {
    closing.abort(unreachable('It was given up.'));
    void agent?.then((agent) => agent.destroy());
  }

  async function sendOnce<T>(
    request: OutboundRequest,
    read: (answer: OutboundAnswer) => Promise<T> | T,
  ): Promise<T> {
    const { signal: given, timeoutMs, stall } = request;
    if (timeoutMs === undefined && stall === undefined) throw new TypeError('a request needs a time limit');
    given?.throwIfAborted();
    const release = shares?.take(request.holders ?? []);
    const running = new AbortController();
    const timers = [
      timeoutMs === undefined ? undefined : endAfter(running, timeoutMs, 'The time limit is over.'),
      stall === undefined
        ? undefined
        : endAfter(running, stall.timeoutMs, `Nothing came for ${stall.timeoutMs / 1_000} s.`),
    ];
    const signal = AbortSignal.any([running.signal, closing.signal, ...(given === undefined ? [] : [given])]);
    let response: Dispatcher.ResponseData | undefined;
    try {
      response = await follow(request, signal);
      return await read(toAnswer(response, request, timers[1]));
    } catch (error) {
      given?.throwIfAborted();
      throw signal.aborted ? signal.reason : error;
    } finally {
      for (const timer of timers) clearTimeout(timer);
      if (response !== undefined) discard(response);
      running.abort();
      release?.();
    }
  }
}

function toAnswer(
  response: Dispatcher.ResponseData,
  { maxBytes, stall }: OutboundRequest,
  stalled: NodeJS.Timeout | undefined,
): OutboundAnswer {
  const incoming = {
    pieces: response.body,
    encoding: headerOf(response, 'content-encoding'),
    announced: headerOf(response, 'content-length'),
  };
  const limited = limitBody(incoming, maxBytes);
  const body = stall === undefined ? limited : refreshAfter(limited, stall.bytes, stalled);
  return {
    status: response.statusCode,
    header: (name) => headerOf(response, name),
    body,
    bytes: () => collectBody(body, maxBytes),
  };
}

/** Starts the timer anew whenever so many bytes have come. */
async function* refreshAfter(
  pieces: AsyncIterable<Uint8Array>,
  bytes: number,
  timer: NodeJS.Timeout | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size >= bytes) {
      timer?.refresh();
      size = 0;
    }
    yield piece;
  }
}

function endAfter(running: AbortController, delayMs: number, detail: string): NodeJS.Timeout {
  return setTimeout(() => running.abort(new OutboundError('outbound_timed_out', { detail })), delayMs);
}

async function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  using _listening = addAbortListener(signal, () => reject(signal.reason));
  return await Promise.race([work, promise]);
}

/** Ends an answer whose body nobody wants any more, its connection too. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => {}).destroy();
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function unreachable(detail: string): OutboundError {
  return new OutboundError('outbound_unreachable', { detail });
}

/** The error of a redirect's target as an error of the server: the caller's address is right. */
function asServerFault(error: unknown): OutboundError {
  const fault = toOutboundError(error);
  return fault.code === 'outbound_address_refused'
    ? unreachable('The redirect leads to an address that is not used.')
    : fault;
}
