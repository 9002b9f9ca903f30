import type { Logger } from '../platform/log.ts';
import type { App } from './app.ts';

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
