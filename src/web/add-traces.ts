import type { FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors.ts';
import { runInSpan, type Span, type Tracing } from '../platform/tracing/index.ts';
import type { App } from './app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request, when traces are sent. */
    span: Span | undefined;
  }
}

/**
 * A span for each request, named by its route's pattern: addresses hold CPFs. It goes on with the trace of a
 * `traceparent` that came through a trusted proxy; that of anybody else is not believed. Everything the request does is
 * within the span.
 */
export function addTraces(app: App, tracing: Tracing | undefined): void {
  app.decorateRequest('span', undefined);
  if (tracing === undefined) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const span = tracing.begin(`${method} ${route}`, {
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': route, 'confere.request_id': request.id },
      parent: isThroughProxy(request) ? (request.headers.traceparent as string | undefined) : undefined,
    });
    request.span = span;
    // Also when the client goes away before its answer.
    reply.raw.once('close', () => {
      const { writableFinished, statusCode } = reply.raw;
      if (writableFinished) span.setAttributes({ 'http.response.status_code': statusCode });
      else span.fail('client_gone');
      if (statusCode >= 500) span.fail(String(statusCode));
      const { accessToken } = request;
      if (accessToken !== undefined) span.setAttributes({ 'confere.client_id': accessToken.clientId });
      span.end();
    });
    runInSpan(span, done);
  });
  // The body arrived in events of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => runInSpan(request.span, done));
  app.addHook('onError', (request, _reply, error, done) => {
    if (error instanceof AppError) request.span?.setAttributes({ 'confere.error': error.code });
    done();
  });
}

/** True if the server's neighbour is a trusted proxy that named somebody before it. */
function isThroughProxy({ ips }: FastifyRequest): boolean {
  return ips !== undefined && ips.length > 1;
}
