import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3ClientOptions } from '../../src/images/create-s3-client.ts';
import type { TestScope } from './database.ts';

/** A request to the hostile server with its whole body. */
export type HostileRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

export type HostileS3 = Pick<
  S3ClientOptions,
  'endpoint' | 'bucket' | 'region' | 'accessKeyId' | 'secretAccessKey'
> & {
  /** Every request so far. */
  readonly requests: HostileRequest[];
};

/** A server that answers as the test says. The number of the request begins at 1. */
export async function openHostileS3(
  t: TestScope,
  answer: (request: HostileRequest, response: ServerResponse, number: number) => void,
): Promise<HostileS3> {
  const requests: HostileRequest[] = [];
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece) => pieces.push(piece));
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(pieces),
      };
      requests.push(request);
      answer(request, response, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'confere-photos',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    requests,
  };
}

/** An error as S3 writes it. */
export function answerS3Error(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}
