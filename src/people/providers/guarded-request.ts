import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress, parseAllowance, pinTo } from '../../platform/network/index.ts';

export type GuardedRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

export type GuardedAnswer = {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: Buffer;
};

export type GuardedFetcher = {
  /**
   * The answer of a server. Rejects with `AnswerTooLarge`, and with a plain error for everything else that keeps it
   * from coming; messages hold neither address nor content. Redirects are answers: following one would hand the
   * subject and the credentials to somebody else.
   */
  ask(request: GuardedRequest): Promise<GuardedAnswer>;
  close(): void;
};

/** The answer has more bytes than are read. */
export class AnswerTooLarge extends Error {}

/**
 * Asks servers that the operator named. https only and no private network, unless allowed; the host's name is
 * resolved once, every address is checked, and the connection goes to a checked one. Certificates are always
 * verified; an encoded body is refused, as none was asked for.
 */
export function createGuardedFetcher(options: { readonly allow: readonly string[] }): GuardedFetcher {
  const allowance = parseAllowance(options.allow);
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: 64, autoSelectFamily: false }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: 64, autoSelectFamily: false }),
  };

  async function resolve(url: URL): Promise<LookupAddress> {
    const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
    const family = isIP(host);
    const addresses = family === 0 ? await lookup(host, { all: true }) : [{ address: host, family }];
    const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
    const isNamed = allowance.allowsHost(url.hostname, port);
    const isAllowed = isNamed || addresses.every(({ address }) => allowance.allowsAddress(address));
    const isUsual = url.protocol === 'https:' && url.port === '';
    if (!isUsual && !isAllowed) throw new Error('the address needs https on port 443, or to be allowed');
    const isReachable = isAllowed || addresses.every(({ address }) => isPublicAddress(address));
    if (!isReachable || addresses[0] === undefined) throw new Error('the host is not public');
    return addresses[0];
  }

  return {
    async ask({ method, url: address, headers, body, maxBytes, signal }) {
      const url = new URL(address);
      if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('only https is asked');
      const target = await resolve(url);
      signal.throwIfAborted();
      const { protocol } = url as { protocol: 'http:' | 'https:' };
      const request = (protocol === 'https:' ? httpsRequest : httpRequest)(url, {
        method,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': 'confere',
          ...headers,
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        },
        agent: agents[protocol],
        lookup: pinTo(target),
        family: target.family,
        maxHeaderSize: 16_384,
        signal,
      });
      const response = await new Promise<IncomingMessage>((done, reject) => {
        request.once('response', done);
        request.once('error', reject);
        request.once('upgrade', (_response, socket) => {
          socket.destroy();
          reject(new Error('the server changed the protocol'));
        });
        request.end(body);
      });
      try {
        return {
          status: response.statusCode!,
          retryAfter: response.headers['retry-after'],
          body: await readBody(response, maxBytes),
        };
      } catch (error) {
        response.destroy();
        throw error;
      }
    },

    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity', 'content-length': announced = '0' } = response.headers;
  if (encoding.toLowerCase() !== 'identity') throw new Error('the body is encoded');
  if (Number(announced) > maxBytes) throw new AnswerTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new AnswerTooLarge();
    chunks.push(chunk);
  }
  if (!response.complete) throw new Error('the body is cut off');
  return Buffer.concat(chunks);
}
