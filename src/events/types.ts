import type { EventType, OutboxEvent } from '../platform/events/index.ts';
import { holdsScope } from '../platform/tokens/index.ts';

/** An event of the feed, at its place in it. */
export type PublishedEvent = Omit<OutboxEvent, 'traceparent'> & { readonly position: number };

/** An event at the moment it is published, with the trace that it happened in. */
export type NewEvent = OutboxEvent & { readonly position: number };

export type Viewer = { readonly clientId: string; readonly scopes: ReadonlySet<string> };

/** The state of a delivery. `cancelled`: the endpoint was disabled meanwhile. */
export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export type DeliveryAttempt = {
  /** ISO 8601. */
  readonly at: string;
  /** Absent when no answer came. */
  readonly status?: number;
  readonly durationMs: number;
  /** The first characters of the answer, without what looks like a document number. */
  readonly answer?: string;
  /** Why no answer came: a code, and what it says. */
  readonly failure?: string;
};

export type Delivery = {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly state: DeliveryState;
  readonly createdAt: Date;
  readonly dueAt: Date;
  readonly attempts: readonly DeliveryAttempt[];
};

/** Why an endpoint receives nothing. */
export const disabledReasons = ['asked', 'gone', 'failing', 'client_revoked'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** A secret of an endpoint as receivers have it: `whsec_` and base64. */
export type EndpointSecret = {
  readonly secret: string;
  /** ISO 8601; until then it signs beside a newer one. */
  readonly until?: string;
};

/** An address that a client wants its events sent to. */
export type Endpoint = {
  readonly id: string;
  readonly clientId: string;
  readonly url: string;
  /** Undefined: every type that the client may see. */
  readonly types: readonly string[] | undefined;
  readonly description: string | undefined;
  readonly createdAt: Date;
  readonly disabledAt: Date | undefined;
  readonly disabledReason: DisabledReason | undefined;
  readonly failingSince: Date | undefined;
  /** Newest first. */
  readonly secrets: readonly EndpointSecret[];
};

export type Catalogue = {
  list(): readonly EventType[];
  /** True if the viewer's scopes, and the event's own limit to one client, let him see it. */
  isVisible(event: Pick<PublishedEvent, 'type' | 'clientId'>, viewer: Viewer): boolean;
};

/** A catalogue over what modules contribute, read when it is first asked: by then every module is open. */
export function createCatalogue(types: () => readonly EventType[]): Catalogue {
  let known: ReadonlyMap<string, EventType> | undefined;
  const byName = () => {
    known ??= new Map(
      [...types()].sort((a, b) => (a.name < b.name ? -1 : 1)).map((type) => [type.name, type]),
    );
    return known;
  };
  return {
    list: () => [...byName().values()],
    isVisible({ type, clientId }, viewer) {
      const found = byName().get(type);
      if (found === undefined || !holdsScope(viewer.scopes, found.scope)) return false;
      return clientId === undefined || clientId === viewer.clientId;
    },
  };
}
