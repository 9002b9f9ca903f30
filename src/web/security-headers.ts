import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';
import type { App } from './app.ts';

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
