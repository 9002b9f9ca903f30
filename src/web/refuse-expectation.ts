import type { IncomingMessage, ServerResponse } from 'node:http';
import { createUuidV7 } from '../platform/ids.ts';
import { HttpError, renderError } from './errors.ts';

/** Answers an `Expect` header other than `100-continue`, which Node would answer with 417 and no body. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const requestId = createUuidV7();
  const error = renderError(
    new HttpError('request_invalid', { detail: 'The Expect header may only be 100-continue.' }),
    requestId,
  );
  const body = JSON.stringify(error);
  response.writeHead(error.status, {
    'content-length': Buffer.byteLength(body),
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
    connection: 'close',
  });
  response.end(body);
}
