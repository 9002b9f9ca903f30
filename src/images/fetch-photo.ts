import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { promisify } from 'node:util';
import { parseAllowance, pinTo } from '../platform/network/index.ts';
import { ImageError } from './errors.ts';
import { readBody } from './read-body.ts';
import { type LookupAll, parsePhotoUrl, resolveTarget, type Target } from './resolve-target.ts';

export type PhotoFetcherOptions = {
  /**
   * Hosts, `host:port`, addresses or ranges that may be reached although they are not public, and also over
   * plain http and on any port. Entries are trusted: what they name can be read by whoever may send an address.
   */
  readonly allow: readonly string[];
  /** Largest body that is read. */
  readonly maxBytes: number;
  /** Limit for the whole of it: name, connection, redirects, body. */
  readonly timeoutMs: number;
  /** Redirects that are followed; one more is refused. */
  readonly maxRedirects: number;
  /** Fetches under way at once; one more is refused. With `maxBytes` it bounds the memory that fetching takes. */
  readonly maxConcurrent: number;
  /** Replaces the system's resolver, for tests. */
  readonly lookup?: LookupAll;
};

/** Reads photos from addresses that strangers choose. */
export type PhotoFetcher = {
  /**
   * The bytes behind an `https:` address, whatever they are: `inspectPhoto` says. Throws `ImageError`:
   * `image_address_invalid` for an address that is never read, `image_too_large`, and `image_unreachable` for
   * everything else, in the same words whatever was found, so that nothing can be learnt of the network behind
   * this service; `image_fetch_busy` while `maxConcurrent` others are under way. An aborted `signal` rejects with its reason.
   */
  fetchPhoto(address: string, signal?: AbortSignal): Promise<Uint8Array>;
  /** Ends what is under way and refuses what comes. */
  close(): void;
};

const maxHeaderBytes = 16_384;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Nothing of the caller is passed on: no cookies, no authorization, no referrer. */
const requestHeaders = {
  accept: 'image/jpeg, image/png, image/webp, image/avif',
  'accept-encoding': 'identity',
  'user-agent': 'confere',
};

/**
 * A fetcher for photos at addresses that strangers choose. Each name is resolved once, every address it has is
 * checked, and the connection goes to a checked address only, so that a second answer of the name server changes
 * nothing; each redirect starts over. Certificates are always verified; proxy settings of the environment are
 * not used; no connection serves two requests.
 */
export function createPhotoFetcher(options: PhotoFetcherOptions): PhotoFetcher {
  const { maxBytes, timeoutMs, maxRedirects, maxConcurrent, lookup = lookupAll } = options;
  const allowance = parseAllowance(options.allow);
  // One checked address is tried at a time, so Node's own racing of families has nothing to race.
  const agentOptions = { keepAlive: false, autoSelectFamily: false };
  const agents = {
    'http:': new HttpAgent(agentOptions),
    'https:': new HttpsAgent({ ...agentOptions, maxCachedSessions: 0 }),
  };
  const closing = new AbortController();
  let underWay = 0;

  async function follow(address: string, signal: AbortSignal): Promise<Uint8Array> {
    let url = parsePhotoUrl(address);
    for (let redirects = 0; ; redirects += 1) {
      const answer = await ask(url, signal).catch((error: unknown) => {
        throw redirects === 0 ? error : asServerFault(error);
      });
      if (answer instanceof Uint8Array) return answer;
      if (redirects === maxRedirects) throw new Error('too many redirects');
      url = answer;
    }
  }

  /** One request: the body, or the URL that the server redirects to. */
  async function ask(url: URL, signal: AbortSignal): Promise<Uint8Array | URL> {
    const target = await orAbort(resolveTarget(url, allowance, lookup), signal);
    const response = await open(target, signal);
    try {
      if (response.statusCode === 200) return await readBody(response, maxBytes);
      if (redirectStatuses.has(response.statusCode!)) return readLocation(response, url);
      throw new Error(`status ${response.statusCode}`);
    } finally {
      response.destroy();
    }
  }

  /** The answer of the first address that takes the connection. */
  async function open(target: Target, signal: AbortSignal): Promise<IncomingMessage> {
    let failure: unknown;
    for (const address of target.addresses) {
      const attempt = startRequest(target.url, address, signal);
      try {
        return await attempt.response;
      } catch (error) {
        failure = error;
        if (attempt.isConnected() || signal.aborted) break;
      }
    }
    throw failure;
  }

  function startRequest(url: URL, address: LookupAddress, signal: AbortSignal) {
    const protocol = url.protocol as 'http:' | 'https:';
    const request: ClientRequest = (protocol === 'https:' ? httpsRequest : httpRequest)({
      protocol,
      host: url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname,
      port: url.port,
      path: `${url.pathname}${url.search}`,
      headers: requestHeaders,
      agent: agents[protocol],
      lookup: pinTo(address),
      family: address.family,
      maxHeaderSize: maxHeaderBytes,
      insecureHTTPParser: false,
      rejectUnauthorized: true,
      signal,
    });
    let isConnected = false;
    // A dead address must leave time for the next one.
    const connecting = setTimeout(() => request.destroy(new Error('no connection')), timeoutMs / 4);
    request.once('socket', (socket) => {
      socket.once('connect', () => {
        isConnected = true;
        clearTimeout(connecting);
      });
    });
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve);
      request.once('upgrade', (_response, socket) => {
        socket.destroy();
        reject(new Error('the server changed the protocol'));
      });
      request.on('error', reject);
      request.once('close', () => reject(new Error('the server sent no answer')));
    }).finally(() => clearTimeout(connecting));
    request.end();
    return { response, isConnected: () => isConnected };
  }

  return {
    async fetchPhoto(address, signal) {
      if (underWay >= maxConcurrent) throw new ImageError('image_fetch_busy', { retryAfterSeconds: 1 });
      underWay += 1;
      const running = new AbortController();
      const stop = () => running.abort();
      const timer = setTimeout(stop, timeoutMs);
      const signals = signal === undefined ? [closing.signal] : [closing.signal, signal];
      for (const each of signals) {
        if (each.aborted) stop();
        each.addEventListener('abort', stop, { once: true });
      }
      try {
        return await follow(address, running.signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ImageError) throw error;
        throw asUnreachable(running.signal.aborted ? new Error('time limit') : error);
      } finally {
        underWay -= 1;
        clearTimeout(timer);
        for (const each of signals) each.removeEventListener('abort', stop);
        running.abort();
      }
    },

    close() {
      closing.abort();
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

const lookupAll: LookupAll = async (hostname) =>
  promisify(dnsLookup)(hostname, { all: true, order: 'ipv4first' });

/** The system's resolver cannot be interrupted, so its answer is left behind instead. */
async function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function readLocation(response: IncomingMessage, url: URL): URL {
  const { location } = response.headers;
  if (location === undefined) throw new Error('the redirect leads nowhere');
  try {
    return parsePhotoUrl(location, url);
  } catch (error) {
    throw asServerFault(error);
  }
}

/** What a server redirects to is no fault of the address the caller gave. */
function asServerFault(error: unknown): unknown {
  return error instanceof ImageError && error.code === 'image_address_invalid'
    ? new Error('the redirect leads to an address that is not read')
    : error;
}

/**
 * Node's own errors name hosts, addresses and ports, so that of them only the code goes into the log, and
 * nothing to the caller.
 */
function asUnreachable(error: unknown): ImageError {
  const code = (error as NodeJS.ErrnoException).code;
  const reason = typeof code === 'string' && /^[A-Z0-9_]{1,48}$/.test(code) ? code : undefined;
  const message = reason ?? (error instanceof Error ? error.message : 'unknown');
  return new ImageError('image_unreachable', { cause: new Error(`fetching failed: ${message}`) });
}
