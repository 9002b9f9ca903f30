import type { App } from '../app.ts';
import type { Metrics } from './create-metrics.ts';

/** Times each answer by its route's pattern, since addresses hold CPFs, and counts errors by their code. */
export function addMetrics(app: App, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.observeAnswer({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    if (request.failureCode !== undefined) metrics.countError(request.failureCode);
    done();
  });
}
