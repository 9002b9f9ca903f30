import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { errorResponses, locationOf } from '../../web/schemas.ts';
import { profileErrorCatalogue } from '../errors.ts';
import { cancelExecution } from '../executions/cancel-execution.ts';
import { getExecution } from '../executions/get-execution.ts';
import { runAgain } from '../executions/run-again.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { ExecutionBodySchema, representExecution } from './execution-representation.ts';

export type ChangeExecutionDeps = { readonly profiles: ProfilesDeps; readonly baseUrl: string };

const access = {
  kind: 'token',
  surface: 'customer',
  products: ['customer'],
  scope: 'executions:write',
} as const;
const security = [{ token: ['executions:write'] }];
const params = Type.Object({ executionId: Type.String() });

/** POST /v1/executions/{executionId}/cancel and POST /v1/executions/{executionId}/run-again. */
export function changeExecutionRoutes(app: App, { profiles, baseUrl }: ChangeExecutionDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/executions/:executionId/cancel',
    config: { access, audit: { action: 'execution.cancel' } },
    schema: {
      operationId: 'cancelExecution',
      tags: ['Executions'],
      summary: 'Cancel an execution',
      description:
        'Ends one that has not ended, as PENDING with the reason `cancelled`: it decides nothing, and an earlier verdict of the profile stays. Executions of its partners go on. Clients get `execution.ended`.',
      security,
      params,
      response: {
        200: { ...ExecutionBodySchema, description: 'The execution as it stands.' },
        ...errorResponses(pickErrors(profileErrorCatalogue, 'execution_not_found', 'execution_over')),
      },
    },
    handler: async (request) => {
      const { executionId } = request.params;
      request.auditTarget = executionId;
      const { profileId } = await cancelExecution(profiles, executionId);
      request.auditSubjects = [profileId];
      const report = await getExecution(profiles, executionId);
      return { requestId: request.id, ...representExecution(report, tokenOf(request)) };
    },
  });
  app.route({
    method: 'POST',
    url: '/v1/executions/:executionId/run-again',
    config: { access, audit: { action: 'execution.run-again' } },
    schema: {
      operationId: 'runExecutionAgain',
      tags: ['Executions'],
      summary: 'Repeat an execution',
      description:
        'A new execution about the same person or company, with the same attributes, metadata and reference, by the template as it is now. The earlier one stays. One repetition is under way at a time.',
      security,
      params,
      response: {
        202: {
          ...ExecutionBodySchema,
          description: 'The execution, under way, or ended within the wait.',
          headers: locationOf('execution'),
        },
        ...errorResponses(
          pickErrors(
            profileErrorCatalogue,
            'execution_not_found',
            'execution_under_way',
            'query_template_not_found',
          ),
        ),
      },
    },
    handler: async (request, reply) => {
      const { executionId } = request.params;
      request.auditDetail = { earlier: executionId };
      const started = await runAgain(profiles, { id: executionId, clientId: tokenOf(request).clientId });
      request.auditTarget = started.id;
      request.auditSubjects = [started.profileId];
      const report = await getExecution(profiles, started.id);
      return await reply
        .code(202)
        .header('location', `${baseUrl}/v1/executions/${started.id}`)
        .send({ requestId: request.id, ...representExecution(report, tokenOf(request)) });
    },
  });
}
