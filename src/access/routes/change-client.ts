import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { clientAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { errorResponses, RequestId } from '../../web/schemas.ts';
import { changeClient } from '../change-client.ts';
import { accessErrorCatalogue } from '../errors.ts';
import { ClientIdParams, sentRules, shownRules } from './client-schemas.ts';

export type ChangeClientRouteDeps = { readonly access: Parameters<typeof changeClient>[0] };

/** PATCH /v1/clients/{clientId}: other rules of a client. Members that are absent stay as they are. */
export function changeClientRoute(app: App, deps: ChangeClientRouteDeps): void {
  app.route({
    method: 'PATCH',
    url: '/v1/clients/:clientId',
    config: { access: clientAccess, audit: { action: 'client.change' } },
    schema: {
      operationId: 'changeClient',
      tags: ['Access'],
      summary: 'Change what a client requires and where its sessions may appear',
      description:
        'Members that are absent stay as they are; a list takes the place of the one before. In force from the next request on. The token must hold every scope of the client.',
      params: ClientIdParams,
      body: Type.Object(sentRules, { title: 'ClientRulesRequest' }),
      response: {
        200: Type.Object(
          { requestId: RequestId, id: Type.String(), ...shownRules },
          { title: 'ClientRules', description: 'The rules in force.' },
        ),
        ...errorResponses(pickErrors(accessErrorCatalogue, 'client_not_found', 'client_revoked')),
      },
    },
    handler: async (request) => {
      const { clientId } = request.params;
      const rules = await changeClient(deps.access, { clientId, ...request.body }, tokenOf(request));
      request.auditTarget = clientId;
      const { livenessRequired, captureOrigins, redirectUrls } = rules;
      return {
        requestId: request.id,
        id: clientId,
        livenessRequired,
        captureOrigins: [...captureOrigins],
        redirectUrls: [...redirectUrls],
      };
    },
  });
}
