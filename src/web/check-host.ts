import type { IncomingMessage } from 'node:http';
import { HttpError } from './errors.ts';
import { isRepeated } from './is-repeated.ts';

/** Names, addresses of both versions, a port; empty where an address has no authority. */
const hostForm = /^[\w.~!$&'()*+,;=%:[\]-]*$/;

/** Refuses a request that does not name one host (RFC 9112, section 3.2): a proxy may have read another one. */
export function checkHost({ httpVersion, headers, rawHeaders }: IncomingMessage): void {
  if (httpVersion === '1.1' && headers.host === undefined) refuse('The request has no Host header.');
  if (isRepeated(rawHeaders, 'host')) refuse('The request has more than one Host header.');
  if (!hostForm.test(headers.host ?? '')) refuse('The Host header is not a host.');
}

function refuse(detail: string): never {
  throw new HttpError('request_invalid', { detail });
}
