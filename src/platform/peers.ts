import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type PeerServerOptions = {
  /** Every request but `GET /healthz` must carry it as a bearer token. */
  readonly secret: string;
  /** Time for receiving one request. */
  readonly requestTimeoutMs: number;
  /** Certificate and key in PEM; plain http without them. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Answers a request that carries the secret. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Told of failures that are mistakes of ours or of the runtime. The request gets 500. */
  readonly onError: (error: unknown) => void;
};

const scheme = 'Bearer ';
const largestHeaderBytes = 16_384;
/** Wrong secrets are answered slowly: the right one is long, and nobody guesses it in passing. */
const refusalDelayMs = 300;

/**
 * A server for other processes of the same deployment, who share a secret with it. `GET /healthz` needs no secret. It
 * does not listen yet.
 */
export function createPeerServer(options: PeerServerOptions): Server {
  const expected = digest(options.secret);
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch((error: unknown) => {
      options.onError(error);
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { code: 'internal_error' });
    });
  };
  const limits = {
    maxHeaderSize: largestHeaderBytes,
    requestTimeout: options.requestTimeoutMs,
    headersTimeout: Math.min(10_000, options.requestTimeoutMs),
  };
  return options.tls === undefined
    ? createHttpServer(limits, handle)
    : createHttpsServer({ ...limits, ...options.tls, minVersion: 'TLSv1.2' }, handle);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/healthz') return sendJson(response, 200, { status: 'ok' });
    if (!isAuthorized(request, expected)) {
      await wait(refusalDelayMs);
      return refuse(request, response, 401, { code: 'access_token_invalid' });
    }
    await options.answer(request, response);
  }
}

/** The whole body; undefined when it is larger than allowed. */
export async function readRequestBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return undefined;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

/** An answer to a request whose body nobody reads: the connection ends with it. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: object,
): void {
  response.shouldKeepAlive = false;
  sendJson(response, status, body);
  request.resume();
}

/** Answers with a body of JSON and ends the answer. */
export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function isAuthorized(request: IncomingMessage, expected: Buffer): boolean {
  const { authorization = '' } = request.headers;
  return (
    authorization.startsWith(scheme) && timingSafeEqual(digest(authorization.slice(scheme.length)), expected)
  );
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
