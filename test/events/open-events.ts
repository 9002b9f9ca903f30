import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { createClient, loadSigningKeys, type SigningKeys } from '../../src/access/index.ts';
import { webhookEndpointDisabled, webhookEndpointTested } from '../../src/events/declarations.ts';
import { type Catalogue, createCatalogue, type DeliveryState, type Viewer } from '../../src/events/types.ts';
import { createDispatcher, type DispatcherDeps } from '../../src/events/webhooks/create-dispatcher.ts';
import { listDeliveries } from '../../src/events/webhooks/deliveries-store.ts';
import type { Manager, WebhookDeps } from '../../src/events/webhooks/get-endpoint.ts';
import { createEndpoint } from '../../src/events/webhooks/save-endpoint.ts';
import type { OpenDatabase } from '../../src/platform/db/index.ts';
import { createMasterKey, createRecordCipher } from '../../src/platform/encryption/index.ts';
import { defineEventType, eventId, recordEvent } from '../../src/platform/events/index.ts';
import { companyIdKind, createId, personIdKind } from '../../src/platform/ids.ts';
import { createOutboundClient } from '../../src/platform/outbound/index.ts';
import { scopes as allScopes, type Scope } from '../../src/platform/tokens/index.ts';
import { companyListHitLost } from '../../src/profiles/declarations.ts';
import { openTestDatabase, type TestDatabaseKind, type TestScope } from '../support/database.ts';

export const doorOpened = defineEventType({
  name: 'door.opened',
  version: 1,
  scope: 'people:read',
  meaning: 'A door was opened.',
  data: Type.Object({ personId: eventId(personIdKind) }),
});

export const windowOpened = defineEventType({
  name: 'window.opened',
  version: 1,
  scope: 'companies:read',
  meaning: 'A window was opened.',
  data: Type.Object({ companyId: eventId(companyIdKind) }),
});

export const operator: Manager = { isOperator: true };

export type TestEvents = WebhookDeps & {
  readonly database: OpenDatabase;
  readonly catalogue: Catalogue;
  readonly keys: SigningKeys;
  /** Moves the clock. */
  move(ms: number): void;
  client(scopes?: readonly Scope[]): Promise<string>;
  /** An event of type door.opened with its id. */
  openDoor(options?: { readonly clientId?: string }): Promise<string>;
  endpoint(url: string, clientId: string): Promise<{ readonly id: string; readonly secret: string }>;
  /** A dispatcher that works until the test ends. */
  dispatch(options?: Partial<DispatcherDeps>): ReturnType<typeof createDispatcher>;
  states(endpointId: string): Promise<readonly DeliveryState[]>;
};

/** Events and webhooks over a database of their own, with a clock that can be moved. */
export async function openEvents(t: TestScope, kind: TestDatabaseKind): Promise<TestEvents> {
  const endings: (() => Promise<unknown>)[] = [];
  t.after(async () => {
    for (const end of endings.reverse()) await end();
  });
  const database = await openTestDatabase(t, kind);
  const { db } = database;
  const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
  let moved = 0;
  const clock = { now: () => new Date(Date.now() + moved) };
  const keys = await loadSigningKeys({ db, cipher, clock, refreshEveryMs: 0 });
  const types = [
    companyListHitLost,
    doorOpened,
    windowOpened,
    webhookEndpointDisabled,
    webhookEndpointTested,
  ];
  const catalogue = createCatalogue(() => types);
  const outbound = createOutboundClient({ allow: ['127.0.0.1'], keepAlive: true });
  const webhooks = { db, cipher, clock, catalogue, outbound };
  return {
    ...webhooks,
    database,
    keys,
    move(ms) {
      moved += ms;
    },
    async client(scopes = allScopes) {
      return (await createClient({ db, cipher, clock }, { product: 'customer', scopes })).clientId;
    },
    async openDoor(options = {}) {
      const personId = createId(personIdKind);
      await db
        .transaction()
        .execute((tx) => recordEvent(tx, doorOpened, { personId }, { at: clock.now(), ...options }));
      return personId;
    },
    async endpoint(url, clientId) {
      const made = await createEndpoint(webhooks, {
        clientId,
        url,
        types: undefined,
        description: undefined,
      });
      return { id: made.endpoint.id, secret: made.secret };
    },
    dispatch(options = {}) {
      const dispatcher = createDispatcher({
        ...webhooks,
        keys,
        timeoutMs: 5_000,
        concurrency: 10,
        pollMs: 20,
        onError: (error) => console.error(error),
        outbound: createOutboundClient({ allow: ['127.0.0.1'], keepAlive: true }),
        ...options,
      });
      endings.push(() => dispatcher.stop());
      dispatcher.start();
      return dispatcher;
    },
    async states(endpointId) {
      const page = { state: undefined, before: undefined, limit: 1_000 };
      return (await listDeliveries(db, endpointId, page)).map(({ state }) => state);
    },
  };
}

/** A viewer of the feed. */
export function viewerOf(clientId: string, scopes: readonly Scope[] = allScopes): Viewer {
  return { clientId, scopes: new Set(scopes) };
}

export type Received = {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was sent
  readonly event: any;
};

export type Receiver = {
  readonly url: string;
  readonly received: Received[];
  /** Resolves once so many have come. */
  until(count: number): Promise<void>;
};

/** A receiver of webhooks on this machine; answers 204 unless told otherwise. */
export async function openReceiver(
  t: TestScope,
  answer: (response: ServerResponse, count: number) => void = (response) => response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      received.push({ headers: request.headers, body, event: JSON.parse(body) });
      answer(response, received.length);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    until: (count) => waitFor(() => received.length >= count),
  };
}

/** Resolves once the condition holds; rejects after five minutes, so that a busy machine has time. */
export async function waitFor(holds: () => boolean | Promise<boolean>): Promise<void> {
  const until = performance.now() + 300_000;
  while (!(await holds())) {
    if (performance.now() > until) throw new Error('waited for five minutes');
    await delay(10);
  }
}
