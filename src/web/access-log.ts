import type { Logger } from '../platform/log.ts';
import type { App } from './app.ts';

/**
 * One log line for each answer. It names the route's pattern, never the address: paths hold CPFs, and queries
 * hold signatures.
 */
export function addAccessLog(app: App, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.span === undefined ? {} : { traceId: request.span.traceId }),
        ...(request.accessToken === undefined ? {} : { clientId: request.accessToken.clientId }),
      },
      'request',
    );
    done();
  });
}
