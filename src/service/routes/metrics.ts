import { Type } from '@fastify/type-provider-typebox';
import { systemAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import type { Metrics } from '../../web/metrics/index.ts';
import { errorResponses } from '../../web/schemas.ts';

export type MetricsRouteDeps = { readonly metrics: Metrics };

/** GET /metrics: what the process counts of itself, for those who see the system. See METRICS_LISTEN for collectors. */
export function metricsRoute(app: App, deps: MetricsRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/metrics',
    config: { access: systemAccess, audit: 'none', isAnsweredUnderLoad: true },
    schema: {
      operationId: 'getMetrics',
      tags: ['Service'],
      summary: 'Metrics of the process, in the format of Prometheus',
      description: 'The text format of Prometheus. Each replica shows its own figures.',
      response: {
        200: {
          description: 'The metrics of this process.',
          content: { 'text/plain': { schema: Type.String({ examples: ['confere_database_away 0\n'] }) } },
        },
        ...errorResponses(),
      },
    },
    handler: async (_request, reply) => {
      const { contentType, text } = await deps.metrics.render();
      return await reply.type(contentType).send(text as never);
    },
  });
}
