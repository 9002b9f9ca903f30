import { Type } from '@fastify/type-provider-typebox';
import type { App } from '../../web/app.ts';
import { errorResponses, RequestId } from '../../web/schemas.ts';

/** GET /healthz: the process answers. Says nothing of what it needs; see /readyz. */
export function healthRoute(app: App): void {
  app.route({
    method: 'GET',
    url: '/healthz',
    config: { access: { kind: 'public' }, rateLimit: 'probe', isAnsweredUnderLoad: true },
    schema: {
      operationId: 'getHealth',
      tags: ['Service'],
      summary: 'State of the process',
      description: 'Looks at nothing that the process depends on. See /readyz for that.',
      response: {
        200: Type.Object(
          { requestId: RequestId, status: Type.Literal('ok') },
          { title: 'Health', description: 'The process answers.' },
        ),
        ...errorResponses(),
      },
    },
    handler: async (request) => ({ requestId: request.id, status: 'ok' as const }),
  });
}
