import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import { defineOperatorTask } from '../platform/operator-tasks/index.ts';
import { followEvents, representEvent } from './list-events.ts';
import { eventsModule } from './module.ts';
import type { eventsSettings } from './settings.ts';
import { deliveryStates } from './types.ts';
import { listEndpoints } from './webhooks/endpoints-store.ts';
import {
  listDeliveriesOf,
  type Manager,
  representDelivery,
  representEndpoint,
  type WebhookDeps,
} from './webhooks/get-endpoint.ts';
import { previewReplay, replayDelivery, replayWindow, sendTestEvent } from './webhooks/replay-deliveries.ts';
import {
  changeEndpoint,
  createEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
} from './webhooks/save-endpoint.ts';

const operator: Manager = { isOperator: true };
const EndpointId = Type.Object({ endpointId: Type.String() });

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof eventTasks> {}
}

export function eventTasks(context: TaskContext<typeof eventsSettings>) {
  const webhooks = async (): Promise<WebhookDeps> => (await context.use(eventsModule)).webhooks;
  return {
    'events/list': defineOperatorTask(
      Type.Object({
        after: Type.Optional(Type.String()),
        types: Type.Optional(Type.Array(Type.String())),
        limit: Type.Integer({ minimum: 1, maximum: 1_000 }),
        waitMs: Type.Integer({ minimum: 0, maximum: 30_000 }),
      }),
      async ({ after, types, limit, waitMs }, { signal }) => {
        const query = { after, types, limit, waitMs, signal };
        const { events, nextCursor } = await followEvents(context.storage.database.db, query);
        return { items: events.map(representEvent), ...(nextCursor === undefined ? {} : { nextCursor }) };
      },
    ),

    'webhooks/list': defineOperatorTask(Type.Object({}), async () => {
      const { cipher, database } = context.storage;
      return (await listEndpoints(database.db, cipher, undefined)).map(representEndpoint);
    }),

    'webhooks/create': defineOperatorTask(
      Type.Object({
        clientId: Type.String(),
        url: Type.String(),
        types: Type.Optional(Type.Array(Type.String())),
        description: Type.Optional(Type.String()),
      }),
      async ({ clientId, url, types, description }) => {
        const created = await createEndpoint(await webhooks(), { clientId, url, types, description });
        return { ...representEndpoint(created.endpoint), secret: created.secret };
      },
    ),

    'webhooks/enable': defineOperatorTask(EndpointId, async ({ endpointId }) =>
      representEndpoint(await changeEndpoint(await webhooks(), endpointId, { isEnabled: true }, operator)),
    ),

    'webhooks/disable': defineOperatorTask(EndpointId, async ({ endpointId }) =>
      representEndpoint(await changeEndpoint(await webhooks(), endpointId, { isEnabled: false }, operator)),
    ),

    'webhooks/rotate': defineOperatorTask(EndpointId, async ({ endpointId }) => {
      const { secret, previousUntil } = await rotateEndpointSecret(await webhooks(), endpointId, operator);
      return { id: endpointId, secret, previousUntil: previousUntil.toISOString() };
    }),

    'webhooks/remove': defineOperatorTask(EndpointId, async ({ endpointId }) => {
      await removeEndpoint(await webhooks(), endpointId, operator);
      return { id: endpointId };
    }),

    'webhooks/test': defineOperatorTask(EndpointId, async ({ endpointId }) => {
      await sendTestEvent(await webhooks(), endpointId, operator);
      return { id: endpointId };
    }),

    'webhooks/deliveries': defineOperatorTask(
      Type.Object({
        endpointId: Type.String(),
        state: Type.Optional(Type.Enum([...deliveryStates])),
        limit: Type.Integer({ minimum: 1, maximum: 1_000 }),
      }),
      async ({ endpointId, state, limit }) => {
        const page = { state, before: undefined, limit };
        return (await listDeliveriesOf(await webhooks(), endpointId, page, operator)).map(representDelivery);
      },
    ),

    'webhooks/replay': defineOperatorTask(
      Type.Object({
        endpointId: Type.String(),
        deliveryId: Type.Optional(Type.String()),
        from: Type.Optional(Type.String({ format: 'date-time' })),
        to: Type.Optional(Type.String({ format: 'date-time' })),
        isIncludingDelivered: Type.Optional(Type.Boolean()),
        confirmedEvents: Type.Optional(Type.Integer()),
      }),
      async ({ endpointId, deliveryId, from, to, isIncludingDelivered = false, confirmedEvents }) => {
        const deps = await webhooks();
        if (deliveryId !== undefined) {
          return { id: await replayDelivery(deps, endpointId, deliveryId, operator), events: 1 };
        }
        const window = {
          from: new Date(from ?? 0),
          to: to === undefined ? context.clock.now() : new Date(to),
          isIncludingDelivered,
        };
        if (confirmedEvents === undefined) {
          const preview = await previewReplay(deps, endpointId, window, operator);
          return { ...preview, to: window.to.toISOString(), isPreview: true };
        }
        const events = await replayWindow(deps, endpointId, { ...window, confirmedEvents }, operator);
        return { events, isPreview: false };
      },
    ),
  };
}
