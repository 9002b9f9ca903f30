import { Type } from '@fastify/type-provider-typebox';
import { tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { ListSchema, PageQuery, pageOfAll } from '../../web/lists.ts';
import { AnswerSchema, RequestId, refusals, Timestamp } from '../../web/schemas.ts';
import { EventError, eventErrorCatalogue } from '../errors.ts';
import { listEndpoints } from '../webhooks/endpoints-store.ts';
import { getEndpoint, ownerFor, representEndpoint } from '../webhooks/get-endpoint.ts';
import {
  changeEndpoint,
  createEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
} from '../webhooks/save-endpoint.ts';
import {
  DescriptionField,
  EndpointParams,
  EndpointSchema,
  readerOf,
  TypesField,
  UrlField,
  type WebhookRouteDeps,
  webhookAccess,
  webhookReadAccess,
} from './webhook-schemas.ts';

export function createEndpointRoute(app: App, { webhooks }: WebhookRouteDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/webhook-endpoints',
    config: { access: webhookAccess, audit: { action: 'webhook.create' } },
    schema: {
      operationId: 'createWebhookEndpoint',
      tags: ['Events'],
      summary: 'Create a webhook endpoint',
      description:
        'Events are posted to it as Standard Webhooks: `v1` signatures by the secret, `v1a` signatures (ed25519) by a key of /.well-known/jwks.json.',
      body: Type.Object(
        {
          url: UrlField,
          types: Type.Optional(TypesField),
          description: Type.Optional(DescriptionField),
          clientId: Type.Optional(
            Type.String({
              maxLength: 64,
              description: 'With the scope `admin`: the client it belongs to, unless the own.',
            }),
          ),
        },
        { title: 'WebhookEndpointRequest' },
      ),
      response: {
        201: Type.Object(
          {
            requestId: RequestId,
            ...EndpointSchema.properties,
            secret: Type.String({ description: 'whsec_...; shown this once.' }),
          },
          { title: 'NewWebhookEndpoint', description: 'The endpoint and its secret.' },
        ),
        ...refusals(eventErrorCatalogue, 'webhook_endpoint_not_found', 'webhook_endpoints_full'),
      },
    },
    handler: async (request, reply) => {
      const { url, types, description } = request.body;
      const owner = ownerFor(tokenOf(request));
      const clientId = request.body.clientId ?? tokenOf(request).clientId;
      if (owner !== undefined && clientId !== owner) throw new EventError('webhook_endpoint_not_found');
      const { endpoint, secret } = await createEndpoint(webhooks, { clientId, url, types, description });
      request.auditTarget = endpoint.id;
      return await reply.code(201).send({ requestId: request.id, ...representEndpoint(endpoint), secret });
    },
  });
}

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
        200: AnswerSchema(EndpointSchema, { title: 'WebhookEndpointAnswer', description: 'The endpoint.' }),
        ...refusals(eventErrorCatalogue, 'webhook_endpoint_not_found'),
      },
    },
    handler: async (request) => {
      const endpoint = await getEndpoint(webhooks, request.params.endpointId, readerOf(request));
      request.auditTarget = endpoint.id;
      return { requestId: request.id, ...representEndpoint(endpoint) };
    },
  });
}

export function changeEndpointRoutes(app: App, { webhooks }: WebhookRouteDeps): void {
  app.route({
    method: 'PATCH',
    url: '/v1/webhook-endpoints/:endpointId',
    config: { access: webhookAccess, audit: { action: 'webhook.update' } },
    schema: {
      operationId: 'updateWebhookEndpoint',
      tags: ['Events'],
      summary: 'Change, disable or enable a webhook endpoint',
      description:
        'What is left out stays. Disabling cancels what waits; what happens meanwhile can be replayed.',
      params: EndpointParams,
      body: Type.Object(
        {
          url: Type.Optional(UrlField),
          types: Type.Optional(
            Type.Union([TypesField, Type.Null()], { description: 'null: every type the client may see.' }),
          ),
          description: Type.Optional(DescriptionField),
          isEnabled: Type.Optional(Type.Boolean()),
        },
        { title: 'WebhookEndpointChange' },
      ),
      response: {
        200: AnswerSchema(EndpointSchema, {
          title: 'ChangedWebhookEndpoint',
          description: 'The endpoint as it is now.',
        }),
        ...refusals(eventErrorCatalogue, 'webhook_endpoint_not_found'),
      },
    },
    handler: async (request) => {
      const { endpointId } = request.params;
      const endpoint = await changeEndpoint(webhooks, endpointId, request.body, tokenOf(request));
      request.auditTarget = endpoint.id;
      return { requestId: request.id, ...representEndpoint(endpoint) };
    },
  });
  app.route({
    method: 'POST',
    url: '/v1/webhook-endpoints/:endpointId/secret',
    config: { access: webhookAccess, audit: { action: 'webhook.rotate' } },
    schema: {
      operationId: 'rotateWebhookSecret',
      tags: ['Events'],
      summary: 'Give a webhook endpoint a new secret',
      description: 'Deliveries carry signatures by the new secret and the one before for 24 hours.',
      params: EndpointParams,
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            secret: Type.String({ description: 'whsec_...; shown this once.' }),
            previousUntil: Timestamp,
          },
          { title: 'WebhookSecret', description: 'The new secret.' },
        ),
        ...refusals(eventErrorCatalogue, 'webhook_endpoint_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { endpointId } = request.params;
      const rotated = await rotateEndpointSecret(webhooks, endpointId, tokenOf(request));
      request.auditTarget = endpointId;
      return await reply.send({
        requestId: request.id,
        secret: rotated.secret,
        previousUntil: rotated.previousUntil.toISOString(),
      });
    },
  });
  app.route({
    method: 'DELETE',
    url: '/v1/webhook-endpoints/:endpointId',
    config: { access: webhookAccess, audit: { action: 'webhook.remove' } },
    schema: {
      operationId: 'deleteWebhookEndpoint',
      tags: ['Events'],
      summary: 'Remove a webhook endpoint',
      description: 'Also removes its deliveries, including pending ones.',
      params: EndpointParams,
      response: {
        204: Type.Null({ description: 'It is gone.' }),
        ...refusals(eventErrorCatalogue, 'webhook_endpoint_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { endpointId } = request.params;
      await removeEndpoint(webhooks, endpointId, tokenOf(request));
      request.auditTarget = endpointId;
      return await reply.code(204).send(null);
    },
  });
}
