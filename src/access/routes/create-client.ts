import { Type } from '@fastify/type-provider-typebox';
import { scopes as knownScopes } from '../../platform/tokens/index.ts';
import { clientAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { errorResponses, RequestId } from '../../web/schemas.ts';
import { createClient } from '../create-client.ts';
import { createKeyClient } from '../create-key-client.ts';
import { publicKeyFields, publicKeysOf, sentRules } from './client-schemas.ts';

export type CreateClientRouteDeps = { readonly access: Parameters<typeof createClient>[0] };

/** POST /v1/clients: registers a program and shows its secret, this once; with public keys there is none. */
export function createClientRoute(app: App, deps: CreateClientRouteDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/clients',
    config: { access: clientAccess, audit: { action: 'client.create' } },
    schema: {
      operationId: 'createClient',
      tags: ['Access'],
      summary: 'Create a client',
      description:
        'With jwks or publicKeyPem the client proves itself with assertions it signs (private_key_jwt) and has no secret. The token must hold every scope of the new client.',
      body: Type.Object(
        {
          product: Type.Enum(['mobile', 'customer']),
          scopes: Type.Array(Type.String(), { minItems: 1, maxItems: knownScopes.length }),
          name: Type.Optional(Type.String()),
          ...publicKeyFields,
          ...sentRules,
        },
        { title: 'ClientRequest' },
      ),
      response: {
        201: Type.Object(
          {
            requestId: RequestId,
            id: Type.String(),
            clientSecret: Type.Optional(
              Type.String({ description: 'Shown this once; only its hash is kept.' }),
            ),
            keyIds: Type.Optional(
              Type.Array(Type.String(), { description: 'Of the public keys, when there were any.' }),
            ),
          },
          { title: 'ClientCredentials', description: 'The credentials of the new client.' },
        ),
        ...errorResponses(),
      },
    },
    handler: async (request, reply) => {
      const { jwks: _jwks, publicKeyPem: _pem, ...client } = request.body;
      const publicKeys = publicKeysOf(request.body);
      const created =
        publicKeys === undefined
          ? await createClient(deps.access, client, tokenOf(request))
          : await createKeyClient(deps.access, { ...client, publicKeys }, tokenOf(request));
      const { clientId: id, ...credentials } = created;
      request.auditTarget = id;
      return await reply.code(201).send({ requestId: request.id, id, ...credentials });
    },
  });
}
