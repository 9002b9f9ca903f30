import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import type { App } from '../../web/app.ts';
import { ListSchema, PageQuery, pageOfAll } from '../../web/lists.ts';
import { errorResponses, RequestId } from '../../web/schemas.ts';
import { eventErrorCatalogue } from '../errors.ts';
import { representEndpoint } from '../represent-endpoint.ts';
import { listEndpoints } from '../webhooks/endpoints-store.ts';
import { getEndpoint } from '../webhooks/get-endpoint.ts';
import { ownerFor } from '../webhooks/webhook-deps.ts';
import {
  EndpointParams,
  EndpointSchema,
  readerOf,
  type WebhookRouteDeps,
  webhookReadAccess,
} from './webhook-schemas.ts';

/** GET /v1/webhook-endpoints and /v1/webhook-endpoints/{endpointId}. */
export function readEndpointRoutes(app: App, { webhooks }: WebhookRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/webhook-endpoints',
    config: { access: webhookReadAccess, audit: { action: 'webhook.list' } },
    schema: {
      operationId: 'listWebhookEndpoints',
      tags: ['Events'],
      summary: 'List webhook endpoints',
      description:
        'Those of the token\u2019s client, oldest first; with the scope `clients:read` or `admin` those of every client.',
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(EndpointSchema, { title: 'WebhookEndpoints', description: 'The endpoints.' }),
        ...errorResponses(),
      },
    },
    handler: async (request) => {
      const endpoints = await listEndpoints(webhooks.db, webhooks.cipher, ownerFor(readerOf(request)));
      const { items, ...next } = pageOfAll(endpoints, request.query, ({ id }) => id);
      return { requestId: request.id, ...next, items: items.map(representEndpoint) };
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/webhook-endpoints/:endpointId',
    config: { access: webhookReadAccess, audit: { action: 'webhook.read' } },
    schema: {
      operationId: 'getWebhookEndpoint',
      tags: ['Events'],
      summary: 'Read a webhook endpoint',
      description: 'Its settings and its state, without its secret.',
      params: EndpointParams,
      response: {
        200: Type.Object(
          { requestId: RequestId, ...EndpointSchema.properties },
          { title: 'WebhookEndpointAnswer', description: 'The endpoint.' },
        ),
        ...errorResponses(pickErrors(eventErrorCatalogue, 'webhook_endpoint_not_found')),
      },
    },
    handler: async (request) => {
      const endpoint = await getEndpoint(webhooks, request.params.endpointId, readerOf(request));
      request.auditTarget = endpoint.id;
      return { requestId: request.id, ...representEndpoint(endpoint) };
    },
  });
}
