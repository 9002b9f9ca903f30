import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { holdsScope } from '../../platform/tokens/index.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import { Timestamp } from '../../web/schemas.ts';
import { deliveryStates, disabledReasons } from '../types.ts';
import type { Manager, WebhookDeps } from '../webhooks/get-endpoint.ts';

export type WebhookRouteDeps = { readonly webhooks: WebhookDeps };

/** For clients that may have endpoints; with `admin` also for those of others. */
export const webhookAccess = customerAccess('webhooks:write');

/** For whoever may read them; with `clients:read` also those of others. */
export const webhookReadAccess = customerAccess('webhooks:read');

export const EndpointParams = Type.Object({ endpointId: Type.String({ maxLength: 64 }) });

export const UrlField = Type.String({
  maxLength: 2_000,
  description: 'An https: address on the public internet.',
});
export const TypesField = Type.Array(Type.String({ maxLength: 100 }), {
  minItems: 1,
  maxItems: 100,
  description: 'Types of events. Each needs its scope.',
});
export const DescriptionField = Type.String({ maxLength: 200, description: 'For people.' });

export const EndpointSchema = Type.Object(
  {
    id: Type.String(),
    clientId: Type.String(),
    url: Type.String(),
    types: Type.Optional(
      Type.Array(Type.String(), { description: 'Absent: every type that the client may see.' }),
    ),
    description: Type.Optional(Type.String()),
    createdAt: Timestamp,
    isEnabled: Type.Boolean(),
    disabledAt: Type.Optional(Timestamp),
    disabledReason: Type.Optional(
      Type.Enum([...disabledReasons], {
        description:
          '`asked`: by a request; `gone`: it answered 410; `failing`: for five days; `client_revoked`.',
      }),
    ),
    failingSince: Type.Optional(Timestamp),
  },
  { title: 'WebhookEndpoint' },
);

export const DeliverySchema = Type.Object(
  {
    id: Type.String(),
    webhookEndpointId: Type.String(),
    eventId: Type.String(),
    state: Type.Enum([...deliveryStates]),
    createdAt: Timestamp,
    dueAt: Type.Optional(Timestamp),
    attempts: Type.Array(
      Type.Object({
        at: Timestamp,
        status: Type.Optional(Type.Integer({ description: 'Absent when no answer came.' })),
        durationMs: Type.Integer(),
        answer: Type.Optional(Type.String({ description: 'The first 200 characters.' })),
        failure: Type.Optional(Type.String({ description: 'Why no answer came.' })),
      }),
    ),
  },
  { title: 'WebhookDelivery' },
);

/** Who reads endpoints by a request: with `clients:read` those of every client. */
export function readerOf(request: FastifyRequest): Manager {
  const token = tokenOf(request);
  return holdsScope(token.scopes, 'clients:read') ? { isOperator: true } : token;
}
