import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createUuidV7 } from '../platform/ids.ts';
import { HttpError, renderError } from './errors.ts';

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
