import { Type } from '@fastify/type-provider-typebox';
import type { App } from '../../web/app.ts';
import { ListSchema, PageQuery, pageOfAll } from '../../web/lists.ts';
import { errorResponses } from '../../web/schemas.ts';
import { listScenarios } from '../list-scenarios.ts';

/** GET /v1/sandbox/scenarios: the catalogue. In a sandbox only. */
export function listScenariosRoute(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/sandbox/scenarios',
    config: { access: { kind: 'public' } },
    schema: {
      operationId: 'listSandboxScenarios',
      tags: ['Service'],
      summary: 'List the people and companies of the sandbox',
      description: 'Invented people and companies with the answers of the service.',
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(
          Type.Object({
            id: Type.String(),
            about: Type.Enum(['face', 'person', 'company']),
            document: Type.String({ description: 'A CPF; of a company its CNPJ.' }),
            title: Type.String(),
            expected: Type.String(),
          }),
          { title: 'SandboxScenarios', description: 'The catalogue.' },
        ),
        ...errorResponses(),
      },
    },
    handler: async (request) => ({
      requestId: request.id,
      ...pageOfAll(listScenarios(), request.query, ({ id }) => id),
    }),
  });
}
