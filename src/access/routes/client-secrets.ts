import { Type } from '@fastify/type-provider-typebox';
import { clientAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { RequestId, refusals } from '../../web/schemas.ts';
import { addClientSecret, removeClientSecret, replaceClientKeys } from '../client-secrets.ts';
import { accessErrorCatalogue } from '../errors.ts';
import type { AccessDeps } from '../types.ts';
import { ClientIdParams, publicKeyFields, publicKeysOf } from './client-schemas.ts';

/** The endpoints that change what clients prove themselves with. */
export function clientSecretRoutes(app: App, deps: AccessDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/clients/:clientId/secrets',
    config: {
      access: clientAccess,
      audit: { action: 'client.secret.add' },
      documentedBody: {
        'application/json': { schema: Type.Object({}, { description: 'Requests nothing.' }) },
      },
    },
    schema: {
      operationId: 'addClientSecret',
      tags: ['Access'],
      summary: 'Give a client a second secret',
      description:
        'Both are valid until one is removed, so that a secret can be replaced without a gap. The token must hold every scope of the client.',
      params: ClientIdParams,
      response: {
        201: Type.Object(
          {
            requestId: RequestId,
            id: Type.String(),
            clientId: Type.String(),
            clientSecret: Type.String({ description: 'Shown this once; only its hash is kept.' }),
          },
          { title: 'ClientSecret', description: 'The new secret.' },
        ),
        ...refusals(
          accessErrorCatalogue,
          'client_not_found',
          'client_secret_limit',
          'client_has_keys',
          'client_revoked',
        ),
      },
    },
    handler: async (request, reply) => {
      const added = await addClientSecret(deps, request.params.clientId, tokenOf(request));
      const { clientId, clientSecret, secretId: id } = added;
      request.auditTarget = clientId;
      return await reply.code(201).send({ requestId: request.id, id, clientId, clientSecret });
    },
  });
  app.route({
    method: 'DELETE',
    url: '/v1/clients/:clientId/secrets/:secretId',
    config: { access: clientAccess, audit: { action: 'client.secret.remove' } },
    schema: {
      operationId: 'removeClientSecret',
      tags: ['Access'],
      summary: 'Remove one of the two secrets of a client',
      description:
        'The next token request with it is refused. Tokens it fetched live until they expire. Without admin, the token must hold every scope of the client.',
      params: Type.Object({ clientId: Type.String(), secretId: Type.String() }),
      response: {
        204: Type.Null({ description: 'The secret is removed.' }),
        ...refusals(
          accessErrorCatalogue,
          'client_not_found',
          'client_secret_not_found',
          'client_secret_last',
        ),
      },
    },
    handler: async (request, reply) => {
      const { clientId, secretId } = request.params;
      await removeClientSecret(deps, { clientId, secretId }, tokenOf(request));
      request.auditTarget = clientId;
      return await reply.code(204).send(null);
    },
  });
  app.route({
    method: 'PUT',
    url: '/v1/clients/:clientId/keys',
    config: { access: clientAccess, audit: { action: 'client.keys.replace' } },
    schema: {
      operationId: 'replaceClientKeys',
      tags: ['Access'],
      summary: 'Replace the public keys of a client',
      description:
        'Send the old and the new key for a change without a gap, later the new one alone. The token must hold every scope of the client.',
      params: ClientIdParams,
      body: Type.Object(publicKeyFields, {
        title: 'ClientKeysRequest',
        examples: [
          {
            jwks: {
              keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'day4oO7QwNMrZIzztbh8YgFCxoVfP30EhqdCNy1_L6k' }],
            },
          },
        ],
      }),
      response: {
        200: Type.Object(
          { requestId: RequestId, id: Type.String(), keyIds: Type.Array(Type.String()) },
          { title: 'ClientKeys', description: 'The keys in force.' },
        ),
        ...refusals(accessErrorCatalogue, 'client_not_found', 'client_has_secret', 'client_revoked'),
      },
    },
    handler: async (request) => {
      const { clientId } = request.params;
      const publicKeys = publicKeysOf(request.body) ?? { jwks: { keys: [] } };
      const { keyIds } = await replaceClientKeys(deps, { clientId, publicKeys }, tokenOf(request));
      request.auditTarget = clientId;
      return { requestId: request.id, id: clientId, keyIds };
    },
  });
}
