import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import type { TokenVerifier } from '../../platform/tokens/index.ts';
import { clientAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { errorResponses } from '../../web/schemas.ts';
import { accessErrorCatalogue } from '../errors.ts';
import { revokeClient } from '../revoke-client.ts';
import { ClientIdParams } from './client-schemas.ts';

export type RevokeClientRouteDeps = {
  readonly access: Parameters<typeof revokeClient>[0];
  readonly revocations: Pick<TokenVerifier, 'refreshRevocations'>;
};

/** DELETE /v1/clients/{clientId}: ends a client and its tokens; here at once, elsewhere within ten seconds. */
export function revokeClientRoute(app: App, deps: RevokeClientRouteDeps): void {
  app.route({
    method: 'DELETE',
    url: '/v1/clients/:clientId',
    config: { access: clientAccess, audit: { action: 'client.revoke' } },
    schema: {
      operationId: 'revokeClient',
      tags: ['Access'],
      summary: 'Revoke a client',
      description:
        'For good: it gets no more tokens, and those it has are refused within ten seconds by every replica. Without admin, the token must hold every scope of the client.',
      params: ClientIdParams,
      response: {
        204: Type.Null({ description: 'The client is revoked.' }),
        ...errorResponses(pickErrors(accessErrorCatalogue, 'client_not_found')),
      },
    },
    handler: async (request, reply) => {
      const { clientId } = request.params;
      await revokeClient(deps.access, clientId, tokenOf(request));
      request.auditTarget = clientId;
      await deps.revocations.refreshRevocations();
      return await reply.code(204).send(null);
    },
  });
}
