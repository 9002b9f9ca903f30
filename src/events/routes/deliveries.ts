import { Type } from '@fastify/type-provider-typebox';
import { tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { cutPage, ListSchema, PageQuery, readPage } from '../../web/lists.ts';
import { locationOf, parseMomentField, RequestId, refusals } from '../../web/schemas.ts';
import { eventErrorCatalogue } from '../errors.ts';
import { deliveryStates } from '../types.ts';
import { listDeliveriesOf, representDelivery } from '../webhooks/get-endpoint.ts';
import { previewReplay, replayDelivery, replayWindow, sendTestEvent } from '../webhooks/replay-deliveries.ts';
import {
  DeliverySchema,
  EndpointParams,
  readerOf,
  type WebhookRouteDeps,
  webhookAccess,
  webhookReadAccess,
} from './webhook-schemas.ts';

export function deliveryRoutes(app: App, { webhooks }: WebhookRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/webhook-endpoints/:endpointId/deliveries',
    config: { access: webhookReadAccess, audit: { action: 'webhook.deliveries' } },
    schema: {
      operationId: 'listWebhookDeliveries',
      tags: ['Events'],
      summary: 'List the deliveries of a webhook endpoint',
      description: 'Newest first, each with every try.',
      params: EndpointParams,
      querystring: Type.Object({ state: Type.Optional(Type.Enum([...deliveryStates])), ...PageQuery }),
      response: {
        200: ListSchema(DeliverySchema, {
          title: 'WebhookDeliveryPage',
          description: 'A page of deliveries.',
        }),
        ...refusals(eventErrorCatalogue, 'webhook_endpoint_not_found'),
      },
    },
    handler: async (request) => {
      const { endpointId } = request.params;
      const { state } = request.query;
      const { after, limit } = readPage(request.query, /^whd_[0-9a-f]{32}$/);
      const page = { state, before: after, limit: limit + 1 };
      const found = await listDeliveriesOf(webhooks, endpointId, page, readerOf(request));
      request.auditTarget = endpointId;
      const { items, ...next } = cutPage(found, limit, ({ id }) => id);
      return { requestId: request.id, ...next, items: items.map(representDelivery) };
    },
  });
  app.route({
    method: 'POST',
    url: '/v1/webhook-endpoints/:endpointId/test',
    config: { access: webhookAccess, audit: { action: 'webhook.test' } },
    schema: {
      operationId: 'testWebhookEndpoint',
      tags: ['Events'],
      summary: 'Send an event to try a webhook endpoint with',
      description: 'Of type `webhook_endpoint.tested`, to this endpoint alone, delivered like any other.',
      params: EndpointParams,
      response: {
        202: Type.Object(
          { requestId: RequestId, id: Type.String() },
          {
            title: 'TestedWebhookEndpoint',
            description: 'It is on its way.',
            headers: locationOf('deliveries'),
          },
        ),
        ...refusals(eventErrorCatalogue, 'webhook_endpoint_not_found', 'webhook_endpoint_disabled'),
      },
    },
    handler: async (request, reply) => {
      const { endpointId: id } = request.params;
      await sendTestEvent(webhooks, id, tokenOf(request));
      request.auditTarget = id;
      return await reply.code(202).header('location', deliveriesOf(id)).send({ requestId: request.id, id });
    },
  });
  app.route({
    method: 'POST',
    url: '/v1/webhook-endpoints/:endpointId/deliveries/:deliveryId/replay',
    config: { access: webhookAccess, audit: { action: 'webhook.replay' } },
    schema: {
      operationId: 'replayWebhookDelivery',
      tags: ['Events'],
      summary: 'Deliver one event again',
      description: 'With the same `webhook-id`, after everything that is new.',
      params: Type.Object({ ...EndpointParams.properties, deliveryId: Type.String({ maxLength: 64 }) }),
      response: {
        202: Type.Object(
          { requestId: RequestId, id: Type.String({ description: 'Of the new delivery.' }) },
          {
            title: 'ReplayedWebhookDelivery',
            description: 'It is on its way.',
            headers: locationOf('deliveries'),
          },
        ),
        ...refusals(
          eventErrorCatalogue,
          'webhook_endpoint_not_found',
          'webhook_delivery_not_found',
          'webhook_endpoint_disabled',
        ),
      },
    },
    handler: async (request, reply) => {
      const { endpointId, deliveryId } = request.params;
      const id = await replayDelivery(webhooks, endpointId, deliveryId, tokenOf(request));
      request.auditTarget = endpointId;
      return await reply
        .code(202)
        .header('location', deliveriesOf(endpointId))
        .send({ requestId: request.id, id });
    },
  });
  app.route({
    method: 'POST',
    url: '/v1/webhook-endpoints/:endpointId/replays',
    config: { access: webhookAccess, audit: { action: 'webhook.replay' } },
    schema: {
      operationId: 'replayWebhookEvents',
      tags: ['Events'],
      summary: 'Deliver the events of a stretch of time again',
      description:
        'Without `confirmedEvents` a preview: nothing is sent. With the number that the preview told, they are. Events that have arrived or are on their way are left out unless `isIncludingDelivered`; what happened while the endpoint was disabled is part of it.',
      params: EndpointParams,
      body: Type.Object(
        {
          from: Type.String({ format: 'date-time', description: 'From this moment on.' }),
          to: Type.String({ format: 'date-time', description: 'Before this moment.' }),
          isIncludingDelivered: Type.Optional(Type.Boolean()),
          confirmedEvents: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
        },
        { title: 'WebhookReplayRequest' },
      ),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            events: Type.Integer(),
            types: Type.Optional(
              Type.Record(Type.String(), Type.Integer(), { description: 'Of a preview: by type.' }),
            ),
            isPreview: Type.Boolean(),
          },
          { title: 'WebhookReplay', description: 'The preview or the result of the replay.' },
        ),
        ...refusals(
          eventErrorCatalogue,
          'webhook_endpoint_not_found',
          'webhook_endpoint_disabled',
          'webhook_replay_unconfirmed',
        ),
      },
    },
    handler: async (request) => {
      const { endpointId } = request.params;
      const { confirmedEvents, isIncludingDelivered = false } = request.body;
      const window = {
        from: parseMomentField('body/from', request.body.from),
        to: parseMomentField('body/to', request.body.to),
        isIncludingDelivered,
      };
      const manager = tokenOf(request);
      request.auditTarget = endpointId;
      if (confirmedEvents === undefined) {
        const preview = await previewReplay(webhooks, endpointId, window, manager);
        return { requestId: request.id, ...preview, isPreview: true };
      }
      const events = await replayWindow(webhooks, endpointId, { ...window, confirmedEvents }, manager);
      return { requestId: request.id, events, isPreview: false };
    },
  });
}

function deliveriesOf(endpointId: string): string {
  return `/v1/webhook-endpoints/${endpointId}/deliveries`;
}
