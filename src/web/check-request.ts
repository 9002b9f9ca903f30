import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { createUuidV7 } from '../platform/ids.ts';
import type { App } from './app.ts';
import { HttpError, renderError } from './errors.ts';
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes parameters of the query that it does not know, and ignores them. Public routes always do. */
    ignoresUnknownQuery?: true;
  }
}

/**
 * Refuses a query with parameters that the route does not have: a filter that is misspelt would widen the answer to
 * everybody. Public routes ignore them, as RFC 6749, section 3.2, demands of the token endpoint: they filter nothing,
 * and links and probes may carry what others put in.
 *
 * Keeps U+0000 from every handler, which no identifier and no text of ours has and PostgreSQL takes nowhere: in the path
 * it becomes U+FFFD, and the route answers as to any malformed identifier; in the query it is refused. Bodies: see
 * `addBodyParsers`.
 */
export function checkParameters(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    replaceNull(request.params as Record<string, string>);
    checkQuery(request);
    done();
  });
}

function checkQuery(request: FastifyRequest): void {
  const { config, schema } = request.routeOptions;
  const { properties = {} } = (schema?.querystring ?? {}) as { readonly properties?: Record<string, object> };
  const query = request.query as Record<string, unknown>;
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(properties, name));
  const needsToken = config.access !== undefined && config.access.kind !== 'public';
  if (unknown.length > 0 && needsToken && config.ignoresUnknownQuery !== true) {
    throw new HttpError('request_invalid', {
      problems: unknown.slice(0, mostProblems).map((name) => describe(name, Object.keys(properties))),
    });
  }
  for (const name of unknown) delete query[name];
  // One without a type takes any value.
  const isTyped = (name: string) => ['type', 'anyOf', 'enum'].some((key) => key in properties[name]!);
  const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]) && isTyped(name));
  if (repeated.length > 0 && needsToken) {
    throw new HttpError('request_invalid', {
      problems: repeated.map((name) => ({ path: `querystring/${name}`, message: 'must be given once' })),
    });
  }
  // Links to images are read by whoever holds them: one that is not ours is 404 whatever it looks like.
  if (needsToken && Object.values(query).flat().some(isUnreadable)) {
    const detail = 'A parameter of the query has a null character, or is not UTF-8.';
    throw new HttpError('request_invalid', { detail });
  }
}

const mostProblems = 10;

/** A name that does not look like one is not repeated: it may be a value in the wrong place. */
function describe(name: string, known: readonly string[]) {
  const isName = /^[A-Za-z_][\w-]{0,39}$/.test(name);
  return {
    path: isName ? `querystring/${name}` : 'querystring',
    message:
      known.length === 0
        ? 'is not known; the address takes no parameters'
        : `is not known; the parameters are ${known.join(', ')}`,
  };
}

function replaceNull(params: Record<string, string>): void {
  for (const [name, value] of Object.entries(params)) {
    if (value.includes('\0')) params[name] = value.replaceAll('\0', '\ufffd');
  }
}

/** Decoding makes U+FFFD of bytes that are not UTF-8: a search for that would find nobody. */
function isUnreadable(value: unknown): boolean {
  return typeof value === 'string' && /[\0\ufffd]/.test(value);
}
