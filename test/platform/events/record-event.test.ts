import assert from 'node:assert/strict';
import { it } from 'node:test';
import Type from 'typebox';
import { faceIdKind } from '../../../src/faces/declarations.ts';
import { planNamed } from '../../../src/platform/db/index.ts';
import { defineEventType, eventId, type OutboxEvent } from '../../../src/platform/events/index.ts';
import { insertOutboxSql, outboxValues, takeOutboxSql } from '../../../src/platform/events/outbox-store.ts';
import { recordEvent, recordEvents, toOutboxEvent } from '../../../src/platform/events/record-event.ts';
import { createId, personIdKind } from '../../../src/platform/ids.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

const doorOpened = defineEventType({
  name: 'door.opened',
  version: 2,
  scope: 'people:read',
  meaning: 'A door was opened.',
  data: Type.Object({ personId: eventId(personIdKind) }),
});
const take = planNamed<
  OutboxEvent & { sequence: number; client_id: string | null; traceparent: string | null }
>(`with taken as (${takeOutboxSql}) select * from taken order by sequence`);
const at = new Date('2026-11-20T10:00:00.000Z');
const personId = createId(personIdKind);

describeDatabases('events in the transaction of a change', (kind) => {
  it('an event stands when its transaction does, in the order it was recorded', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const others = [createId(personIdKind), createId(personIdKind)];
    await db.transaction().execute(async (tx) => {
      await recordEvent(tx, doorOpened, { personId }, { at, clientId: 'cli_one' });
      await recordEvents(
        tx,
        doorOpened,
        others.map((id) => ({ personId: id })),
        { at },
      );
      await recordEvents(tx, doorOpened, [], { at });
    });
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        await recordEvent(tx, doorOpened, { personId }, { at });
        throw new Error('undone');
      }),
      /undone/,
    );
    const insertSql = planNamed(insertOutboxSql('where :wanted::boolean'));
    const event = toOutboxEvent(doorOpened, { personId }, { at });
    await insertSql(db, { ...outboxValues(event), wanted: false });
    await insertSql(db, { ...outboxValues(event), wanted: true });
    const first = await take(db, { limit: 3 });
    const rest = await take(db, { limit: 3 });
    assert.deepEqual(
      [...first, ...rest].map(({ data, client_id }) => [data, client_id]),
      [
        [{ personId }, 'cli_one'],
        [{ personId: others[0] }, null],
        [{ personId: others[1] }, null],
        [{ personId }, null],
      ],
    );
    assert.partialDeepStrictEqual(rest, [
      { id: event.id, type: 'door.opened', version: 2, at, data: { personId } },
    ]);
    assert.match(event.id, /^evt_[0-9a-f]{32}$/);
    assert.deepEqual(await take(db, { limit: 3 }), []);
  });
});

it('data that the type does not describe are refused', () => {
  for (const data of [
    { personId: '52998224725' },
    { personId: createId(faceIdKind) },
    {},
    { personId, name: 'Ana' },
  ]) {
    assert.throws(() => toOutboxEvent(doorOpened, data as never, { at }), TypeError);
  }
});
