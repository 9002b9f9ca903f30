import { Type } from '@fastify/type-provider-typebox';
import { RequestError } from '../../platform/errors.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { scopes as knownScopes, products, type TokenVerifier } from '../../platform/tokens/index.ts';
import { clientAccess, customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { ListSchema, PageQuery, pageOfAll } from '../../web/lists.ts';
import { RequestId, refusals } from '../../web/schemas.ts';
import { changeClient, revokeClient } from '../change-client.ts';
import { listClients } from '../client-store.ts';
import { createClient, createKeyClient } from '../create-client.ts';
import { accessErrorCatalogue } from '../errors.ts';
import { type AccessDeps, describeClient } from '../types.ts';
import { ClientIdParams, publicKeyFields, publicKeysOf, sentRules, shownRules } from './client-schemas.ts';
import { clientSecretRoutes } from './client-secrets.ts';

type ClientRoutesDeps = {
  readonly access: Required<AccessDeps>;
  readonly revocations: Pick<TokenVerifier, 'refreshRevocations'>;
};

const DateTime = Type.String({ format: 'date-time' });

/** The endpoints that manage clients, all of the customer surface. */
export function clientRoutes(app: App, deps: ClientRoutesDeps): void {
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
  app.route({
    method: 'GET',
    url: '/v1/clients',
    config: { access: customerAccess('clients:read'), audit: { action: 'client.list' } },
    schema: {
      operationId: 'listClients',
      tags: ['Access'],
      summary: 'List the clients',
      description: 'Oldest first, revoked ones included. Secrets are never shown.',
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(
          Type.Object(
            {
              id: Type.String(),
              name: Type.Optional(Type.String()),
              product: Type.Enum([...products]),
              scopes: Type.Array(Type.String()),
              createdAt: DateTime,
              revokedAt: Type.Optional(DateTime),
              secrets: Type.Array(Type.Object({ id: Type.String(), createdAt: DateTime }), {
                description:
                  'Two while a secret is being replaced, none with keys. Never the secrets themselves.',
              }),
              ...shownRules,
              keyIds: Type.Optional(Type.Array(Type.String())),
            },
            { title: 'Client' },
          ),
          { title: 'Clients', description: 'The clients, oldest first.' },
        ),
      },
    },
    handler: async (request) => {
      const clients = (await listClients(deps.access.db)).map(describeClient);
      return { requestId: request.id, ...pageOfAll(clients, request.query, ({ id }) => id) };
    },
  });
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
        ...refusals(accessErrorCatalogue, 'client_not_found', 'client_revoked'),
      },
    },
    handler: async (request) => {
      const { clientId } = request.params;
      // Unknown members are ignored; who takes a scope away must not believe that it is gone.
      const fixed = ['product', 'scopes', 'name'].find((member) => member in request.body);
      if (fixed !== undefined) throw RequestError.at(`body/${fixed}`, 'is fixed; create another client');
      const rules = await changeClient(deps.access, { ...request.body, clientId }, tokenOf(request));
      request.auditTarget = clientId;
      const { livenessRequired, captureOrigins, redirectUrls } = rules;
      return toAnswer({
        requestId: request.id,
        id: clientId,
        livenessRequired,
        captureOrigins,
        redirectUrls,
      });
    },
  });
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
        ...refusals(accessErrorCatalogue, 'client_not_found'),
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
  clientSecretRoutes(app, deps.access);
}
