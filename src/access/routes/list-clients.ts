import { Type } from '@fastify/type-provider-typebox';
import type { Db } from '../../platform/db/index.ts';
import { products } from '../../platform/tokens/index.ts';
import { adminAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { ListSchema, PageQuery, pageOfAll } from '../../web/lists.ts';
import { errorResponses } from '../../web/schemas.ts';
import { listClients } from '../client-store.ts';
import { describeClient } from '../describe-client.ts';
import { shownRules } from './client-schemas.ts';

export type ListClientsRouteDeps = { readonly access: { readonly db: Db } };

const DateTime = Type.String({ format: 'date-time' });

/** GET /v1/clients: every client, revoked ones included, oldest first. */
export function listClientsRoute(app: App, deps: ListClientsRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/clients',
    config: { access: { ...adminAccess, scope: 'clients:read' }, audit: { action: 'client.list' } },
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
        ...errorResponses(),
      },
    },
    handler: async (request) => {
      const clients = (await listClients(deps.access.db)).map(describeClient);
      return { requestId: request.id, ...pageOfAll(clients, request.query, ({ id }) => id) };
    },
  });
}
