import type { Socket } from 'node:net';
import { createUuidV7 } from '../platform/ids.ts';
import { HttpError, renderError } from './errors.ts';

const statusLines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Answers what is not even HTTP (broken request line, headers over the limit, a client slower than the time
 * limit) with an error body, and closes the connection. There is no request object yet at this point.
 */
export function answerUnreadableRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const statusLine = statusLines[error.code ?? ''] ?? '400 Bad Request';
  const requestId = createUuidV7();
  const body = JSON.stringify({
    ...renderError(new HttpError('request_invalid'), requestId),
    status: Number(statusLine.slice(0, 3)),
  });
  socket.end(
    `HTTP/1.1 ${statusLine}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
