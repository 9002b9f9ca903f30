import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventError } from '../../src/events/errors.ts';
import { deleteOldEvents } from '../../src/events/events-store.ts';
import { followEvents, latestEvent, listEvents } from '../../src/events/list-events.ts';
import type { PublishedEvent } from '../../src/events/types.ts';
import { recordEvent } from '../../src/platform/events/index.ts';
import { companyIdKind, createId, eventIdKind, personIdKind } from '../../src/platform/ids.ts';
import { describeDatabases } from '../support/database.ts';
import { doorOpened, openEvents, type TestEvents, viewerOf, windowOpened } from './open-events.ts';

const writers = 50;
const eventsOfWriter = 4;

/** Reads the feed page by page until so many events have come. */
async function readAll(events: TestEvents, count: number): Promise<readonly PublishedEvent[]> {
  const read: PublishedEvent[] = [];
  let after: string | undefined;
  while (read.length < count) {
    const page = await listEvents(events, viewerOf('cli_reader'), {
      cursor: after,
      types: undefined,
      limit: 7,
    });
    read.push(...page.events);
    after = page.nextCursor;
    if (page.events.length === 0) await delay(5);
  }
  return read;
}

describeDatabases('the feed', (kind) => {
  it('has no gap and no duplicate while 50 writers commit in any order', async (t) => {
    const events = await openEvents(t, kind);
    const written: string[] = [];
    const reading = Promise.all([1, 2].map(() => readAll(events, writers * eventsOfWriter)));
    await Promise.all(
      Array.from({ length: writers }, async () => {
        for (let round = 0; round < eventsOfWriter; round += 1) {
          await events.db.transaction().execute(async (tx) => {
            const personId = createId(personIdKind);
            await recordEvent(tx, doorOpened, { personId }, { at: events.clock.now() });
            written.push(personId);
            // Commits in another order than it wrote.
            if (kind === 'postgres') await delay(Math.random() * 20);
          });
        }
      }),
    );
    for (const read of await reading) {
      const personIds = read.map(({ data }) => (data as { personId: string }).personId);
      assert.deepEqual([...personIds].sort(), [...written].sort());
      const positions = read.map(({ position }) => position);
      assert.deepEqual(
        positions,
        [...positions].sort((a, b) => a - b),
      );
    }
  });

  it('shows what was committed before, types whose scope the client has, and events of its own', async (t) => {
    const events = await openEvents(t, kind);
    await events.openDoor();
    await events.openDoor({ clientId: 'cli_one' });
    await events.db
      .transaction()
      .execute((tx) =>
        recordEvent(tx, windowOpened, { companyId: createId(companyIdKind) }, { at: events.clock.now() }),
      );
    const read = async (viewer: ReturnType<typeof viewerOf>, types?: readonly string[]) =>
      (await listEvents(events, viewer, { cursor: undefined, types, limit: 10 })).events.map(
        ({ type }) => type,
      );
    assert.deepEqual(await read(viewerOf('cli_one')), ['door.opened', 'door.opened', 'window.opened']);
    assert.deepEqual(await read(viewerOf('cli_two')), ['door.opened', 'window.opened']);
    assert.deepEqual(await read(viewerOf('cli_two', ['companies:read'])), ['window.opened']);
    assert.deepEqual(await read(viewerOf('cli_two', ['events:read'])), []);
    assert.deepEqual(await read(viewerOf('cli_one'), ['window.opened']), ['window.opened']);
    for (const type of ['window.opened', 'no.such']) {
      await assert.rejects(
        read(viewerOf('cli_one', ['people:read']), [type]),
        (error: EventError) => error.code === 'event_type_unknown',
      );
    }
  });

  it('goes on after any event, from the latest, and from where a client that sees nothing stands', async (t) => {
    const events = await openEvents(t, kind);
    const list = (after: string | undefined, viewer = viewerOf('cli_one'), limit = 10) =>
      listEvents(events, viewer, { cursor: after, types: undefined, limit });
    const { nextCursor } = await list(latestEvent);
    for (const cursor of [undefined, nextCursor]) {
      assert.deepEqual(await list(cursor), { events: [], nextCursor: 'first' });
    }
    for (let made = 0; made < 3; made += 1) await events.openDoor();
    assert.equal((await list(nextCursor)).events.length, 3, 'those that came after the latest of none');
    const first = await list(undefined, undefined, 2);
    assert.equal(first.nextCursor, first.events[1]!.id);
    const rest = await list(first.nextCursor);
    assert.equal(rest.events.length, 1);
    assert.deepEqual(await list(rest.nextCursor), { events: [], nextCursor: rest.nextCursor });
    assert.deepEqual((await list(first.events[0]!.id)).events, [first.events[1], ...rest.events]);
    assert.deepEqual(await list(latestEvent), { events: [], nextCursor: rest.nextCursor });
    const blind = await list(undefined, viewerOf('cli_one', ['events:read']));
    assert.deepEqual(blind, { events: [], nextCursor: rest.nextCursor });
    await assert.rejects(list(createId(eventIdKind)), { code: 'cursor_expired' });
  });

  it('forgets old events, but never the newest, from which readers go on', async (t) => {
    const events = await openEvents(t, kind);
    for (let made = 0; made < 3; made += 1) await events.openDoor();
    const before = await listEvents(events, viewerOf('cli_one'), {
      cursor: undefined,
      types: undefined,
      limit: 10,
    });
    const later = new Date(events.clock.now().getTime() + 1_000);
    const deleted = await events.db.transaction().execute((tx) => deleteOldEvents(tx, later, 100));
    assert.equal(deleted, 2);
    const read = (after: string | undefined) =>
      listEvents(events, viewerOf('cli_one'), { cursor: after, types: undefined, limit: 10 });
    assert.deepEqual((await read(undefined)).events, before.events.slice(2));
    assert.deepEqual((await read(before.nextCursor)).events, []);
    for (const expired of [before.events[0]!.id, 'first']) {
      await assert.rejects(read(expired), { code: 'cursor_expired' });
    }
  });

  it('is followed by the operator as far as it is published', async (t) => {
    const events = await openEvents(t, kind);
    const signal = new AbortController().signal;
    const follow = (after: string | undefined, waitMs: number) =>
      followEvents(events.db, { after, types: undefined, limit: 10, waitMs, signal });
    assert.deepEqual(await follow(latestEvent, 0), { events: [], nextCursor: undefined });
    events.dispatch();
    const following = follow(undefined, 30_000);
    await events.openDoor({ clientId: 'cli_one' });
    const found = await following;
    assert.equal(found.events.length, 1);
    assert.equal((await follow(latestEvent, 0)).nextCursor, found.nextCursor);
    assert.deepEqual((await follow(found.nextCursor, 0)).events, []);
  });
});
