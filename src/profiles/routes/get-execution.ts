import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { errorResponses } from '../../web/schemas.ts';
import { profileErrorCatalogue } from '../errors.ts';
import { getExecution } from '../executions/get-execution.ts';
import { ExecutionBodySchema, representExecution } from './execution-representation.ts';

export type GetExecutionRouteDeps = { readonly profiles: Parameters<typeof getExecution>[0] };

/** GET /v1/executions/{executionId}: how an execution stands, and why it was decided so. */
export function getExecutionRoute(app: App, deps: GetExecutionRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/executions/:executionId',
    config: {
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'executions:read' },
      audit: { action: 'execution.read' },
    },
    schema: {
      operationId: 'getExecution',
      tags: ['Executions'],
      summary: 'Get an execution',
      description: 'Its state, the answer of each source, and the deciding rules.',
      params: Type.Object({ executionId: Type.String() }),
      response: {
        200: { ...ExecutionBodySchema, description: 'The execution as it stands.' },
        ...errorResponses(pickErrors(profileErrorCatalogue, 'execution_not_found')),
      },
    },
    handler: async (request) => {
      const report = await getExecution(deps.profiles, request.params.executionId);
      request.auditTarget = report.execution.id;
      request.auditSubjects = [report.execution.profileId];
      return { requestId: request.id, ...representExecution(report, tokenOf(request)) };
    },
  });
}
