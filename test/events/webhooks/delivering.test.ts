import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { revokeClient } from '../../../src/access/change-client.ts';
import { listEvents, representEvent } from '../../../src/events/list-events.ts';
import { publishWaiting } from '../../../src/events/publish-events.ts';
import { listDeliveries } from '../../../src/events/webhooks/deliveries-store.ts';
import { lockEndpoint } from '../../../src/events/webhooks/endpoints-store.ts';
import { getEndpoint } from '../../../src/events/webhooks/get-endpoint.ts';
import {
  previewReplay,
  replayDelivery,
  replayWindow,
  sendTestEvent,
} from '../../../src/events/webhooks/replay-deliveries.ts';
import { changeEndpoint } from '../../../src/events/webhooks/save-endpoint.ts';
import type { Tx } from '../../../src/platform/db/index.ts';
import { recordEvent } from '../../../src/platform/events/index.ts';
import { companyIdKind, createId } from '../../../src/platform/ids.ts';
import { createOutboundClient } from '../../../src/platform/outbound/index.ts';
import { companyListHitLost, executionIdKind } from '../../../src/profiles/declarations.ts';
import { describeDatabases } from '../../support/database.ts';
import { openEvents, openReceiver, operator, type TestEvents, viewerOf, waitFor } from '../open-events.ts';

const everything = { state: undefined, before: undefined, limit: 1_000 };

async function attemptsOf(events: TestEvents, endpointId: string) {
  return (await listDeliveries(events.db, endpointId, everything)).flatMap(({ attempts }) => attempts);
}

describeDatabases('deliveries of webhooks', (kind) => {
  it('go to each endpoint that may see the event, and are kept with what was answered', async (t) => {
    const events = await openEvents(t, kind);
    const open = await openReceiver(t, (response) =>
      response.writeHead(200).end(`ok 529.982.247-25 ${'x'.repeat(300)}`),
    );
    const closed = await openReceiver(t);
    const owner = await events.client();
    const { id } = await events.endpoint(open.url, owner);
    const other = await events.endpoint(
      closed.url,
      await events.client(['companies:read', 'webhooks:write']),
    );
    events.dispatch();
    await events.openDoor();
    await events.openDoor({ clientId: owner });
    await open.until(2);
    await waitFor(async () => (await events.states(id)).every((state) => state === 'delivered'));
    assert.deepEqual(closed.received, [], 'its client lacks the scope');
    assert.deepEqual(await events.states(other.id), []);
    const [attempt] = await attemptsOf(events, id);
    assert.equal(attempt?.status, 200);
    assert.ok(attempt?.answer?.startsWith('ok [number] xxx'));
    assert.equal(attempt?.answer?.length, 200);
  });

  it('tell by its name of a company that is on a list no more, signed, as the feed does', async (t) => {
    const events = await openEvents(t, kind);
    const receiver = await openReceiver(t);
    const owner = await events.client(['companies:read', 'webhooks:write']);
    const { secret } = await events.endpoint(receiver.url, owner);
    events.dispatch();
    const data = { companyId: createId(companyIdKind), executionId: createId(executionIdKind) };
    const at = events.clock.now();
    await events.db.transaction().execute((tx) => recordEvent(tx, companyListHitLost, data, { at }));
    await receiver.until(1);
    const { headers, body } = receiver.received[0]!;
    const told = new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string };
    assert.equal(told.type, 'company.list_hit_lost');
    const viewer = { clientId: owner, scopes: new Set(['companies:read'] as const) };
    const query = { cursor: undefined, types: ['company.list_hit_lost'], limit: 10 };
    const feed = await listEvents(events, viewer, query);
    assert.deepEqual(
      feed.events.map((event) => [event.type, event.data]),
      [['company.list_hit_lost', data]],
    );
    assert.deepEqual(told, representEvent(feed.events[0]!));
  });

  it('are tried again after a failure, a redirect or none, at the times that were promised', async (t) => {
    const events = await openEvents(t, kind);
    const elsewhere = await openReceiver(t);
    const receiver = await openReceiver(t, (response, count) => {
      if (count === 1) response.writeHead(307, { location: elsewhere.url }).end();
      else if (count === 2) response.writeHead(503, { 'retry-after': '3600' }).end('later');
      else if (count === 3) response.destroy();
      else response.writeHead(204).end();
    });
    const { id } = await events.endpoint(receiver.url, await events.client());
    events.dispatch();
    await events.openDoor();
    /** Seconds from the start of that try to the next one. */
    const tried = async (count: number) => {
      await waitFor(async () => (await attemptsOf(events, id)).length === count);
      const [delivery] = await listDeliveries(events.db, id, everything);
      const { at } = (await attemptsOf(events, id)).at(-1)!;
      return (delivery!.dueAt.getTime() - Date.parse(at)) / 1_000;
    };
    const inFive = await tried(1);
    assert.ok(inFive >= 5 && inFive < 60, `${inFive} s`);
    events.move(7_000);
    const inAnHour = await tried(2);
    assert.ok(inAnHour >= 3_600 && inAnHour < 3_660, `Retry-After counts: ${inAnHour} s`);
    events.move(3_601_000);
    const inHalfAnHour = await tried(3);
    assert.ok(inHalfAnHour >= 1_800 && inHalfAnHour < 2_220, `${inHalfAnHour} s`);
    events.move(2_200_000);
    await tried(4);
    assert.deepEqual(await events.states(id), ['delivered']);
    assert.deepEqual(elsewhere.received, [], 'no redirect is followed');
    const attempts = await attemptsOf(events, id);
    assert.deepEqual(
      attempts.map(({ status }) => status),
      [307, 503, undefined, 204],
    );
    assert.match(attempts[2]!.failure!, /^outbound_unreachable/);
    assert.deepEqual(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
  });

  it('go to an address given meanwhile, whatever the one before answers late', async (t) => {
    const events = await openEvents(t, kind);
    const held: ServerResponse[] = [];
    const before = await openReceiver(t, (response) => void held.push(response));
    const now = await openReceiver(t);
    const { id } = await events.endpoint(before.url, await events.client());
    events.dispatch();
    await events.openDoor();
    await before.until(1);
    await changeEndpoint(events, id, { url: now.url }, operator);
    held[0]!.writeHead(410).end();
    await waitFor(async () => (await attemptsOf(events, id)).length === 1);
    assert.equal((await getEndpoint(events, id, operator)).disabledReason, undefined);
    events.move(7_000);
    await now.until(1);
    await waitFor(async () => (await events.states(id))[0] === 'delivered');
  });

  it('leave an address alone that is given while the answer of the one before is written down', {
    skip: kind === 'embedded',
  }, async (t) => {
    const events = await openEvents(t, kind);
    const held: ServerResponse[] = [];
    const before = await openReceiver(t, (response) => void held.push(response));
    const now = await openReceiver(t);
    const { id } = await events.endpoint(before.url, await events.client());
    events.dispatch();
    await events.openDoor();
    await before.until(1);
    // The change waits for this transaction, and the answer for the change.
    let changing: Promise<unknown> | undefined;
    await events.db.transaction().execute(async (tx) => {
      await lockEndpoint(tx, events.cipher, id);
      changing = changeEndpoint(events, id, { url: now.url }, operator);
      await delay(500);
      held[0]!.writeHead(410).end();
      await delay(500);
    });
    await changing;
    await waitFor(async () => (await attemptsOf(events, id)).length === 1);
    const { disabledReason, failingSince } = await getEndpoint(events, id, operator);
    assert.deepEqual([disabledReason, failingSince], [undefined, undefined]);
    events.move(7_000);
    await now.until(1);
    await waitFor(async () => (await events.states(id))[0] === 'delivered');
  });

  it('to a slow, a dead and a lying endpoint delay no others, and what is new goes first', async (t) => {
    const events = await openEvents(t, kind);
    const slow = await openReceiver(t, () => {});
    const lying = await openReceiver(t, (response) => {
      response.writeHead(200, { 'content-length': '10' }).write('abc');
    });
    const fine = await openReceiver(t);
    const client = await events.client();
    const slowOne = await events.endpoint(slow.url, client);
    const dead = await events.endpoint('http://127.0.0.1:9/hook', client);
    const lyingOne = await events.endpoint(lying.url, client);
    await events.endpoint(fine.url, client);
    events.dispatch({ timeoutMs: 30_000 });
    for (let made = 0; made < 40; made += 1) await events.openDoor();
    await fine.until(40);
    assert.ok(slow.received.length <= 10, 'no more than its room');
    assert.ok(!(await events.states(slowOne.id)).includes('delivered'));
    await waitFor(async () => (await events.states(lyingOne.id)).includes('delivered'));
    await waitFor(async () => (await attemptsOf(events, dead.id)).length >= 40);
    events.move(60_000);
    await events.openDoor();
    await fine.until(41);
  });

  it('end for good where the receiver answers 410, and its client is told', async (t) => {
    const events = await openEvents(t, kind);
    const receiver = await openReceiver(t, (response) => response.writeHead(410).end('gone'));
    const clientId = await events.client();
    const { id } = await events.endpoint(receiver.url, clientId);
    events.dispatch();
    await events.openDoor();
    await receiver.until(1);
    await waitFor(async () => (await getEndpoint(events, id, operator)).disabledReason === 'gone');
    await events.openDoor();
    const feed = async (viewer: string) =>
      (
        await listEvents(events, viewerOf(viewer), { cursor: undefined, types: undefined, limit: 10 })
      ).events.map(({ type }) => type);
    assert.ok((await feed(clientId)).includes('webhook_endpoint.disabled'));
    assert.ok(!(await feed('cli_other')).includes('webhook_endpoint.disabled'));
    assert.equal(receiver.received.length, 1);
  });

  it('end after five days without a success, and not before', async (t) => {
    const events = await openEvents(t, kind);
    const receiver = await openReceiver(t, (response) => response.writeHead(500).end());
    const { id } = await events.endpoint(receiver.url, await events.client());
    events.dispatch();
    const fail = async (count: number) => {
      await events.openDoor();
      await waitFor(async () => (await attemptsOf(events, id)).length >= count);
    };
    await fail(1);
    events.move(4.9 * 86_400_000);
    await fail(3);
    assert.equal((await getEndpoint(events, id, operator)).disabledAt, undefined);
    events.move(0.2 * 86_400_000);
    await changeEndpoint(events, id, { url: `${receiver.url}/new` }, operator);
    await fail(4);
    assert.equal((await getEndpoint(events, id, operator)).disabledAt, undefined, 'another address');
    events.move(5.1 * 86_400_000);
    await fail(5);
    await waitFor(async () => (await getEndpoint(events, id, operator)).disabledReason === 'failing');
    // One that was published at the same moment is cancelled when its turn comes.
    await waitFor(async () => !(await events.states(id)).includes('pending'));
  });

  it('are cancelled too when they are published while their endpoint is being disabled', async (t) => {
    const events = await openEvents(t, kind);
    const { id } = await events.endpoint('http://127.0.0.1:9/hook', await events.client());
    await events.openDoor();
    let disabling: Promise<unknown> | undefined;
    // The transaction of the publisher commits after the endpoint was disabled, or while that waits for it.
    const db = {
      transaction: () => ({
        execute: (publish: (tx: Tx) => Promise<number>) =>
          events.db.transaction().execute(async (tx) => {
            const published = await publish(tx);
            disabling = changeEndpoint(events, id, { isEnabled: false }, operator);
            await Promise.race([disabling, delay(300)]);
            return published;
          }),
      }),
    } as unknown as TestEvents['db'];
    assert.equal((await publishWaiting({ ...events, db })).published, 1);
    await disabling;
    assert.deepEqual(await events.states(id), ['cancelled']);
  });

  it('end when the client is revoked, also those that wait', async (t) => {
    const events = await openEvents(t, kind);
    const receiver = await openReceiver(t, (response) => response.writeHead(500).end());
    const clientId = await events.client();
    const { id } = await events.endpoint(receiver.url, clientId);
    events.dispatch();
    await events.openDoor();
    await waitFor(async () => (await attemptsOf(events, id)).length === 1);
    await revokeClient(events, clientId);
    events.move(10_000);
    await events.openDoor();
    await waitFor(async () => (await getEndpoint(events, id, operator)).disabledReason === 'client_revoked');
    assert.equal(receiver.received.length, 1);
    assert.deepEqual(await events.states(id), ['cancelled']);
  });

  it('are not made while the endpoint is disabled, and can be replayed after a preview', async (t) => {
    const events = await openEvents(t, kind);
    const isDisabled = Promise.withResolvers<void>();
    const receiver = await openReceiver(t, (response) => isDisabled.promise.then(() => response.end()));
    const { id } = await events.endpoint(receiver.url, await events.client());
    events.dispatch();
    const from = new Date(events.clock.now().getTime() - 1_000);
    await events.openDoor();
    await receiver.until(1);
    await changeEndpoint(events, id, { isEnabled: false }, operator);
    isDisabled.resolve();
    await events.openDoor();
    await events.openDoor();
    await waitFor(
      async () =>
        (await listEvents(events, viewerOf('cli_any'), { cursor: undefined, types: undefined, limit: 9 }))
          .events.length === 3,
    );
    await assert.rejects(sendTestEvent(events, id, operator), { code: 'webhook_endpoint_disabled' });
    await waitFor(async () => (await events.states(id)).includes('delivered'));
    await changeEndpoint(events, id, { isEnabled: true }, operator);
    const to = new Date(events.clock.now().getTime() + 1_000);
    const window = { from, to, isIncludingDelivered: false };
    assert.deepEqual(await previewReplay(events, id, window, operator), {
      events: 2,
      types: { 'door.opened': 2 },
    });
    await assert.rejects(replayWindow(events, id, { ...window, confirmedEvents: 1 }, operator), {
      code: 'webhook_replay_unconfirmed',
    });
    assert.equal(receiver.received.length, 1);
    assert.equal(await replayWindow(events, id, { ...window, confirmedEvents: 2 }, operator), 2);
    await receiver.until(3);
    assert.equal(new Set(receiver.received.map(({ event }) => event.id)).size, 3);
    const [first] = (await listDeliveries(events.db, id, everything)).slice(-1);
    await replayDelivery(events, id, first!.id, operator);
    await receiver.until(4);
    assert.equal(receiver.received[3]!.event.id, receiver.received[0]!.event.id);
    await sendTestEvent(events, id, operator);
    await receiver.until(5);
    assert.equal(receiver.received[4]!.event.type, 'webhook_endpoint.tested');
  });

  it('are made once by two processes at work on one database', async (t) => {
    const events = await openEvents(t, kind);
    const receiver = await openReceiver(t);
    const { id } = await events.endpoint(receiver.url, await events.client());
    events.dispatch();
    events.dispatch();
    const doors = 100;
    await Promise.all(Array.from({ length: doors }, () => events.openDoor()));
    await receiver.until(doors);
    await waitFor(async () => (await events.states(id)).every((state) => state === 'delivered'));
    assert.equal(receiver.received.length, doors);
    assert.equal(new Set(receiver.received.map(({ event }) => event.id)).size, doors);
  });

  it('reach no private address that nobody allowed', async (t) => {
    const events = await openEvents(t, kind);
    const receiver = await openReceiver(t);
    const { id } = await events.endpoint(receiver.url, await events.client());
    const strict = createOutboundClient({ allow: [] });
    for (const url of [
      receiver.url,
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://user@example.com/',
      'ftp://a/',
    ]) {
      await assert.rejects(changeEndpoint({ ...events, outbound: strict }, id, { url }, operator), {
        code: 'webhook_url_invalid',
      });
    }
    events.dispatch({ outbound: strict });
    await events.openDoor();
    await waitFor(async () => (await attemptsOf(events, id)).length === 1);
    const [attempt] = await attemptsOf(events, id);
    assert.match(attempt!.failure!, /^outbound_(address_refused|not_public)/);
    assert.deepEqual(receiver.received, []);
  });
});
