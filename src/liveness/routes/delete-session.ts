import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { requireUnbound } from '../../platform/tokens/index.ts';
import { tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { requesterOf } from '../../web/audit.ts';
import { errorResponses } from '../../web/schemas.ts';
import { deleteSession } from '../delete-session.ts';
import { livenessErrorCatalogue } from '../errors.ts';
import type { LivenessDeps } from '../liveness-deps.ts';
import { SessionParams } from './capture-key.ts';

/** DELETE /v1/liveness-sessions/{sessionId}. */
export function deleteSessionRoute(app: App, { liveness }: { readonly liveness: LivenessDeps }): void {
  app.route({
    method: 'DELETE',
    url: '/v1/liveness-sessions/:sessionId',
    config: {
      access: {
        kind: 'token',
        surface: 'customer',
        products: ['customer', 'mobile'],
        scope: 'liveness:write',
        bareTokenAllowed: true,
      },
      audit: { action: 'liveness.delete' },
    },
    schema: {
      operationId: 'deleteLivenessSession',
      tags: ['Liveness'],
      summary: 'Remove a liveness session with its frames',
      description:
        'An attempt that it was used for stays, with the photo it compared. The session still counts for locks. The token must be bound to nobody.',
      params: SessionParams,
      response: {
        204: Type.Null({ description: 'The session was removed.' }),
        ...errorResponses(pickErrors(livenessErrorCatalogue, 'liveness_session_not_found')),
      },
    },
    handler: async (request, reply) => {
      const token = tokenOf(request);
      requireUnbound(token);
      await deleteSession(liveness, request.params.sessionId, token, requesterOf(request));
      // Recorded with the removal, in its transaction.
      request.isAudited = true;
      return await reply.code(204).send(null);
    },
  });
}
