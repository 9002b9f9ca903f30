import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { profileErrorCatalogue } from '../../profiles/index.ts';
import { HistoryPageSchema, representHistory } from '../../profiles/routes/history-page.ts';
import type { App } from '../../web/app.ts';
import { PageQuery, readLimit } from '../../web/lists.ts';
import { errorResponses } from '../../web/schemas.ts';
import type { GetPersonDeps } from '../get-person.ts';
import { listPersonHistory } from '../list-person-history.ts';

export type GetPersonHistoryRouteDeps = { readonly people: GetPersonDeps };

/** GET /v1/people/{personId}/history: what changed in the profile, newest first. */
export function getPersonHistoryRoute(app: App, deps: GetPersonHistoryRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/people/:personId/history',
    config: {
      reads: 'replica',
      access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'people:read' },
      audit: { action: 'person.history' },
    },
    schema: {
      operationId: 'listPersonHistory',
      tags: ['Profiles'],
      summary: 'List the changes of a person profile',
      description: 'Newest first, each change with the execution that made it.',
      params: Type.Object({ personId: Type.String({ description: 'Id of the profile, or a CPF.' }) }),
      querystring: Type.Object(PageQuery),
      response: {
        200: HistoryPageSchema,
        ...errorResponses(pickErrors(profileErrorCatalogue, 'profile_not_found')),
      },
    },
    handler: async (request) => {
      const { id, ...page } = await listPersonHistory(deps.people, request.params.personId, {
        cursor: request.query.cursor,
        limit: readLimit(request.query),
      });
      request.auditTarget = id;
      return representHistory(request.id, id, page);
    },
  });
}
