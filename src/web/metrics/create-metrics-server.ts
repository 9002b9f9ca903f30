import { createServer, type Server } from 'node:http';
import type { Metrics } from './create-metrics.ts';

/**
 * A listener that answers `GET /metrics` to everybody and nothing else, not listening yet. See docs/decisions/0047.
 */
export function createMetricsServer(metrics: Metrics): Server {
  return createServer(
    { requestTimeout: 5_000, headersTimeout: 5_000, keepAliveTimeout: 60_000 },
    (request, response) => {
      const path = request.url?.split('?', 1)[0];
      if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
        response
          .writeHead(path === '/metrics' ? 405 : 404, path === '/metrics' ? { allow: 'GET, HEAD' } : {})
          .end();
        return;
      }
      metrics.render().then(
        ({ contentType, text }) =>
          response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text),
        () => response.writeHead(500).end(),
      );
    },
  );
}
