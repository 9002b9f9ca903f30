import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { errorResponses, RequestId } from '../../web/schemas.ts';
import { EventError, eventErrorCatalogue } from '../errors.ts';
import { representEndpoint } from '../represent-endpoint.ts';
import { createEndpoint } from '../webhooks/create-endpoint.ts';
import { ownerFor } from '../webhooks/webhook-deps.ts';
import {
  DescriptionField,
  EndpointSchema,
  managerOf,
  TypesField,
  UrlField,
  type WebhookRouteDeps,
  webhookAccess,
} from './webhook-schemas.ts';

/** POST /v1/webhook-endpoints: a new endpoint of the token's client. */
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
        ...errorResponses(
          pickErrors(eventErrorCatalogue, 'webhook_endpoint_not_found', 'webhook_endpoints_full'),
        ),
      },
    },
    handler: async (request, reply) => {
      const { url, types, description } = request.body;
      const owner = ownerFor(managerOf(request));
      const clientId = request.body.clientId ?? tokenOf(request).clientId;
      if (owner !== undefined && clientId !== owner) throw new EventError('webhook_endpoint_not_found');
      const { endpoint, secret } = await createEndpoint(webhooks, { clientId, url, types, description });
      request.auditTarget = endpoint.id;
      return await reply.code(201).send({ requestId: request.id, ...representEndpoint(endpoint), secret });
    },
  });
}
