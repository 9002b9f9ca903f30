import { Type } from '@fastify/type-provider-typebox';
import { createClient, createKeyClient } from '../../../access/index.ts';
import { errorResponses, RequestId } from '../../schemas.ts';
import type { App } from '../../server.ts';
import { adminAccess, publicKeyFields, publicKeysOf } from './client-schemas.ts';

export type CreateClientRouteDeps = { readonly access: Parameters<typeof createClient>[0] };

/** POST /v1/clients: registers a program and shows its secret, this once; with public keys there is none. */
export function createClientRoute(app: App, deps: CreateClientRouteDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/clients',
    config: { access: adminAccess, audit: { action: 'client.create' } },
    schema: {
      operationId: 'createClient',
      tags: ['Access'],
      summary: 'Create a client',
      description:
        'With jwks or publicKeyPem the client proves itself with assertions it signs (private_key_jwt) and has no secret.',
      security: [{ token: ['admin'] }],
      body: Type.Object({
        product: Type.String({ description: 'mobile or customer.' }),
        scopes: Type.Array(Type.String(), { minItems: 1, maxItems: 20 }),
        name: Type.Optional(Type.String()),
        ...publicKeyFields,
      }),
      response: {
        201: Type.Object(
          {
            requestId: RequestId,
            clientId: Type.String(),
            clientSecret: Type.Optional(
              Type.String({ description: 'Shown this once; only its hash is kept.' }),
            ),
            keyIds: Type.Optional(
              Type.Array(Type.String(), { description: 'Of the public keys, when there were any.' }),
            ),
          },
          { description: 'The credentials of the new client.' },
        ),
        ...errorResponses(400, 401, 403, 413, 429),
      },
    },
    handler: async (request, reply) => {
      const { product, scopes, name } = request.body;
      const publicKeys = publicKeysOf(request.body);
      const created =
        publicKeys === undefined
          ? await createClient(deps.access, { product, scopes, name })
          : await createKeyClient(deps.access, { product, scopes, name, publicKeys });
      request.auditTarget = created.clientId;
      return await reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ requestId: request.id, ...created });
    },
  });
}
