import { Type } from '@fastify/type-provider-typebox';
import { getExecution } from '../../../profiles/index.ts';
import { errorResponses } from '../../schemas.ts';
import type { App } from '../../server.ts';
import { ExecutionBodySchema, representExecution } from './execution-representation.ts';

export type GetExecutionRouteDeps = { readonly profiles: Parameters<typeof getExecution>[0] };

/** GET /v1/executions/{executionId}: how an execution stands, and why it was decided so. */
export function getExecutionRoute(app: App, deps: GetExecutionRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/executions/:executionId',
    config: {
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'executions:write' },
      audit: { action: 'execution.read' },
    },
    schema: {
      operationId: 'getExecution',
      tags: ['Executions'],
      summary: 'Get an execution',
      security: [{ token: ['executions:write'] }],
      params: Type.Object({ executionId: Type.String() }),
      response: {
        200: { ...ExecutionBodySchema, description: 'The execution as it stands.' },
        ...errorResponses(401, 403, 404, 429),
      },
    },
    handler: async (request) => {
      const report = await getExecution(deps.profiles, request.params.executionId);
      request.auditTarget = report.execution.id;
      return { requestId: request.id, ...representExecution(report) };
    },
  });
}
