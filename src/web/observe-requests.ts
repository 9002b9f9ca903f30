import { Readable } from 'node:stream';
import type { FastifyError, FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { runInSpan, type Span, type Tracing } from '../platform/tracing.ts';
import type { App } from './app.ts';
import { describeFailure, toAppError } from './errors.ts';
import type { Metrics } from './metrics.ts';

/** The dependency that a request needed and did not get, by the code of its answer. */
const dependencyOfCode: Readonly<Record<string, string>> = {
  database_unavailable: 'database',
  database_timeout: 'database',
  audit_unavailable: 'database',
  token_check_unavailable: 'database',
  image_store_unavailable: 'photo store',
  image_store_read_only: 'photo store',
  rate_limits_unavailable: 'Redis',
  face_engine_busy: 'face networks',
  face_engine_timeout: 'face networks',
  face_service_unavailable: 'face service',
};

/**
 * One log line for each answer. It names the route's pattern, never the address: paths hold CPFs, and queries
 * hold signatures.
 */
export function addAccessLog(app: App, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { failureCode: code } = request;
    const dependency = code === undefined ? undefined : dependencyOfCode[code];
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ...(code === undefined ? {} : { code }),
        ...(dependency === undefined ? {} : { dependency }),
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.span === undefined ? {} : { traceId: request.span.traceId }),
        ...(request.accessToken === undefined ? {} : { clientId: request.accessToken.clientId }),
      },
      'request',
    );
    done();
  });
}

/**
 * Logs and counts what cuts an answer off after its first byte: no error handler sees it, and its status is out. A
 * client that goes away ends the stream without an error.
 */
export function logCutAnswers(app: App, log: Logger, metrics: Pick<Metrics, 'countError'>): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable) {
      payload.once('error', (thrown: FastifyError) => {
        if (!reply.raw.headersSent) return;
        const error = toAppError(thrown, () => '');
        const { method, routeOptions } = request;
        log.error({ ...describeFailure(error, request), method, route: routeOptions.url }, 'answer cut off');
        metrics.countError(error.code);
      });
    }
    done();
  });
}

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
