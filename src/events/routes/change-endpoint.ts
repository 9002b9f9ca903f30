import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import type { App } from '../../web/app.ts';
import { errorResponses, RequestId, Timestamp } from '../../web/schemas.ts';
import { eventErrorCatalogue } from '../errors.ts';
import { representEndpoint } from '../represent-endpoint.ts';
import { changeEndpoint, removeEndpoint, rotateEndpointSecret } from '../webhooks/change-endpoint.ts';
import {
  DescriptionField,
  EndpointParams,
  EndpointSchema,
  managerOf,
  TypesField,
  UrlField,
  type WebhookRouteDeps,
  webhookAccess,
} from './webhook-schemas.ts';

/** PATCH and DELETE /v1/webhook-endpoints/{endpointId}, and POST .../secret. */
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
        200: Type.Object(
          { requestId: RequestId, ...EndpointSchema.properties },
          { title: 'ChangedWebhookEndpoint', description: 'The endpoint as it is now.' },
        ),
        ...errorResponses(pickErrors(eventErrorCatalogue, 'webhook_endpoint_not_found')),
      },
    },
    handler: async (request) => {
      const { endpointId } = request.params;
      const endpoint = await changeEndpoint(webhooks, endpointId, request.body, managerOf(request));
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
        ...errorResponses(pickErrors(eventErrorCatalogue, 'webhook_endpoint_not_found')),
      },
    },
    handler: async (request, reply) => {
      const { endpointId } = request.params;
      const rotated = await rotateEndpointSecret(webhooks, endpointId, managerOf(request));
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
        ...errorResponses(pickErrors(eventErrorCatalogue, 'webhook_endpoint_not_found')),
      },
    },
    handler: async (request, reply) => {
      const { endpointId } = request.params;
      await removeEndpoint(webhooks, endpointId, managerOf(request));
      request.auditTarget = endpointId;
      return await reply.code(204).send(null);
    },
  });
}
