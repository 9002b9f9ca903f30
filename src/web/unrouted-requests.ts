import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createUuidV7 } from '../platform/ids.ts';
import { HttpError, renderError } from './errors.ts';

/** The routes of a listener, as they were registered. */
export type KnownRoutes = { readonly url: string; readonly methods: readonly string[] }[];

/** Answers 405 with `Allow` where another method would have been served, 404 elsewhere. */
export function createNotFoundHandler(known: KnownRoutes) {
  const methodsByUrl = new Map<string, Set<string>>();
  for (const { url, methods } of known) {
    const all = methodsByUrl.get(url) ?? new Set<string>();
    for (const method of methods) all.add(method);
    methodsByUrl.set(url, all);
  }
  const patterns = [...methodsByUrl].map(([url, methods]) => ({ pattern: toPattern(url), methods }));
  return (request: FastifyRequest, reply: FastifyReply): never => {
    const path = pathOf(request.url);
    const allowed = new Set<string>();
    for (const { pattern, methods } of patterns) {
      if (pattern.test(path)) for (const method of methods) allowed.add(method);
    }
    if (allowed.size === 0 || allowed.has(request.method)) {
      throw new HttpError('route_not_found', isMaskedCnpj(path) ? { detail: maskDetail } : {});
    }
    reply.header('allow', [...allowed].sort().join(', '));
    throw new HttpError('method_not_allowed');
  };
}

const maskDetail = 'A CNPJ in an address has no dots, slash or hyphen: 33683111000280.';

/** True if the slash of a number with its mask parts the address. */
function isMaskedCnpj(path: string): boolean {
  return /\/[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}(?:\/|$)/i.test(path);
}

/**
 * The path of a request, which proxies may send with the address before it (RFC 9112, section 3.2.2), without
 * percent-encoding of letters, digits and `-._~`, which is the same path (RFC 3986, section 6.2.2.2).
 */
function pathOf(url: string): string {
  const path = url.split('?', 1)[0]!.replace(/^https?:\/\/[^/]*/i, '');
  return path.replace(/%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi, decodeURIComponent);
}

function toPattern(url: string): RegExp {
  const source = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]*');
  return new RegExp(`^${source}$`);
}

/** The answers to errors of Node's parser and timers; every other error is a 400. */
const answers: Readonly<Record<string, { readonly status: string; readonly detail: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    detail: 'The headers are larger than the limit.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: '413 Content Too Large',
    detail: 'The chunk extensions are larger than the limit.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    detail: 'The request took longer to arrive than the limit.',
  },
};

/**
 * Answers what is not even HTTP (broken request line, headers over the limit, a client slower than the time
 * limit) with an error body, and closes the connection. There is no request object yet at this point.
 */
export function answerUnreadableRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const { status, detail } = answers[error.code ?? ''] ?? {
    status: '400 Bad Request',
    detail: 'The request is not well-formed HTTP.',
  };
  const requestId = createUuidV7();
  const body = JSON.stringify({
    ...renderError(new HttpError('request_invalid', { detail }), requestId),
    status: Number(status.slice(0, 3)),
  });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** True if part of an answer has left already. Anything written now would become part of that answer. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null };
  return answer?.headersSent === true;
}
