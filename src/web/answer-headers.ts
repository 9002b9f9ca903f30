import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from '@fastify/cors';
import type { FastifyRequest } from 'fastify';
import type { HelmetOptions } from 'helmet';
import helmet from 'helmet';
import { tokenPath } from '../platform/tokens/index.ts';
import type { App, OriginsOfPath } from './app.ts';

/**
 * Sets helmet's headers on every answer, fit for an API: to a browser an answer is nothing that may load anything or be
 * framed. Pages of our own bring a content policy of theirs. Without TLS nothing is said of it: with a proxy before us
 * that is for the proxy.
 *
 * They are the same for all answers, so they are made once, and handed on with those of the reply: Node takes headers
 * one by one several times slower.
 */
export function addSecurityHeaders(app: App, { isTls }: { readonly isTls: boolean }): void {
  const headers = makeHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    frameguard: { action: 'deny' },
    hsts: isTls && { maxAge: 31_536_000, includeSubDomains: false },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    // Answers hold personal data; files that anybody may keep say so themselves.
    reply.header('cache-control', 'no-store');
    done();
  });
}

function makeHeaders(options: HelmetOptions): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  let failure: unknown;
  helmet(options)(request, response, (error) => {
    failure = error;
  });
  if (failure !== undefined) throw failure;
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

const allowed = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'Prefer',
    'X-Consent-Version',
    'X-Frame-Index',
    'X-Frame-Step',
    'X-People-Id',
    'X-Purpose',
  ],
  exposedHeaders: [
    'Deprecation',
    'Link',
    'Location',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'X-Attempt-Id',
    'X-Request-Id',
    'X-Response-Signature',
  ],
  maxAge: 600,
  credentials: false,
};

/**
 * Lets pages of these origins call from a browser; without any, no answer mentions CORS and browsers refuse. Paths with
 * origins of their own are open to those alone. The token endpoint is left out: a client's secret has no place in a page.
 */
export async function allowOrigins(
  app: App,
  origins: readonly string[],
  ofPaths: readonly OriginsOfPath[],
): Promise<void> {
  if (origins.length === 0 && ofPaths.length === 0) return;
  const optionsFor = (allowedHere: readonly string[]) =>
    allowedHere.length === 0 ? { origin: false } : { ...allowed, origin: [...allowedHere] };
  await app.register(cors, {
    delegator(request: FastifyRequest, done: (error: Error | null, options?: object) => void) {
      if (!isForPages(request)) return done(null, { origin: false });
      const own = findOwn(request, ofPaths);
      if (own === undefined) return done(null, optionsFor(origins));
      own.then((list) => done(null, optionsFor(list)), done);
    },
  } as Parameters<typeof cors>[1]);
}

/** The origins of a path that has its own, for a page of another host; a page of this one needs no leave. */
function findOwn(
  { url, headers, host }: FastifyRequest,
  ofPaths: readonly OriginsOfPath[],
): Promise<readonly string[]> | undefined {
  if (headers.origin === undefined || URL.parse(headers.origin)?.host === host) return undefined;
  const [path = ''] = url.split('?', 1);
  for (const find of ofPaths) {
    const own = find(path);
    if (own !== undefined) return own;
  }
  return undefined;
}

/** True for the question of a browser whether a page may send a request (Fetch standard, CORS-preflight). */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

/** An OPTIONS that asks for nothing is answered like any other method that an address does not have. */
function isForPages(request: FastifyRequest): boolean {
  if (request.url.split('?', 1)[0] === tokenPath) return false;
  return request.method !== 'OPTIONS' || isPreflight(request);
}
