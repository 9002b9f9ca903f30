import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

export type MockProvider = {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** What happens to the next requests; the last one stays. */
  answer(...handlers: ((response: ServerResponse, request: ReceivedRequest) => void)[]): void;
  close(): Promise<void>;
};

/** A provider of person data that answers as a test wants it to: late, wrong, not at all. */
export async function startMockProvider(): Promise<MockProvider> {
  const received: ReceivedRequest[] = [];
  let handlers: Parameters<MockProvider['answer']> = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      const handler = handlers.length > 1 ? handlers.shift()! : handlers[0]!;
      handler(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (...next) => {
      handlers = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A handler that answers with JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}
