import { Type } from '@fastify/type-provider-typebox';
import { errorResponses, RequestId } from '../../schemas.ts';
import type { App } from '../../server.ts';

/** GET /healthz: the process answers. Says nothing of what it needs; see /readyz. */
export function healthRoute(app: App): void {
  app.route({
    method: 'GET',
    url: '/healthz',
    config: { access: { kind: 'public' }, rateLimit: false, isAnsweredUnderLoad: true },
    schema: {
      operationId: 'getHealth',
      tags: ['Service'],
      summary: 'Whether the process is alive',
      response: {
        200: Type.Object(
          { requestId: RequestId, status: Type.Literal('ok') },
          { description: 'The process answers.' },
        ),
        ...errorResponses(),
      },
    },
    handler: async (request) => ({ requestId: request.id, status: 'ok' as const }),
  });
}
