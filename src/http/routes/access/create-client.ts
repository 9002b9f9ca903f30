import { Type } from '@fastify/type-provider-typebox';
import { createClient } from '../../../access/index.ts';
import { errorResponses, RequestId } from '../../schemas.ts';
import type { App } from '../../server.ts';

export type CreateClientRouteDeps = { readonly access: Parameters<typeof createClient>[0] };

/** POST /v1/clients: registers a program and shows its secret, this once. */
export function createClientRoute(app: App, deps: CreateClientRouteDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/clients',
    config: { access: { kind: 'token', surface: 'customer', products: ['customer'], scope: 'admin' } },
    schema: {
      operationId: 'createClient',
      tags: ['Access'],
      summary: 'Create a client',
      security: [{ token: ['admin'] }],
      body: Type.Object({
        product: Type.String({ description: 'mobile or customer.' }),
        scopes: Type.Array(Type.String(), { minItems: 1, maxItems: 20 }),
        name: Type.Optional(Type.String()),
      }),
      response: {
        201: Type.Object(
          {
            requestId: RequestId,
            clientId: Type.String(),
            clientSecret: Type.String({ description: 'Shown this once; only its hash is kept.' }),
          },
          { description: 'The credentials of the new client.' },
        ),
        ...errorResponses(400, 401, 403, 413, 429),
      },
    },
    handler: async (request, reply) => {
      const { product, scopes, name } = request.body;
      const credentials = await createClient(deps.access, { product, scopes, name });
      return await reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ requestId: request.id, ...credentials });
    },
  });
}
