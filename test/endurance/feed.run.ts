import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listEvents } from '../../src/events/list-events.ts';
import { recordEvent } from '../../src/platform/events/index.ts';
import { createId, personIdKind } from '../../src/platform/ids.ts';
import { doorOpened, openEvents, type TestEvents, viewerOf } from '../events/open-events.ts';
import { type TestDatabaseKind, testDatabaseKinds } from '../support/database.ts';

/*
 * 50 writers commit in any order while two readers follow the feed, again and again. Ends with status 1 when a reader
 * misses an event or gets one twice.
 */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    database: { type: 'string' },
  },
});
const runs = Number(values.runs);
const kinds = values.database === undefined ? testDatabaseKinds() : [values.database as TestDatabaseKind];
const writers = 50;

async function follow(events: TestEvents, start: string | undefined, count: number): Promise<string[]> {
  const read: string[] = [];
  let after = start;
  while (read.length < count) {
    const page = await listEvents(events, viewerOf('cli_reader'), {
      cursor: after,
      types: undefined,
      limit: 9,
    });
    read.push(...page.events.map(({ data }) => (data as { personId: string }).personId));
    after = page.nextCursor;
    if (page.events.length === 0) await delay(2);
  }
  return read;
}

async function runOn(kind: TestDatabaseKind): Promise<number> {
  const endings: (() => unknown)[] = [];
  const events = await openEvents({ after: (end) => endings.push(end as () => unknown) }, kind);
  let faults = 0;
  try {
    let start: string | undefined;
    for (let run = 0; run < runs; run += 1) {
      const written: string[] = [];
      const reading = Promise.all([follow(events, start, writers), follow(events, start, writers)]);
      await Promise.all(
        Array.from({ length: writers }, () =>
          events.db.transaction().execute(async (tx) => {
            const personId = createId(personIdKind);
            written.push(personId);
            await recordEvent(tx, doorOpened, { personId }, { at: events.clock.now() });
            if (kind === 'postgres') await delay(Math.random() * 30);
          }),
        ),
      );
      for (const read of await reading) {
        const isSame = read.length === writers && [...read].sort().join() === [...written].sort().join();
        if (!isSame) faults += 1;
      }
      start = (
        await listEvents(events, viewerOf('cli_reader'), { cursor: 'latest', types: undefined, limit: 1 })
      ).nextCursor;
    }
  } finally {
    for (const end of endings.reverse()) await end();
  }
  console.log(
    `${kind}: ${runs} runs of ${writers} writers and 2 readers, ${faults} readers with a gap or duplicate`,
  );
  return faults;
}

let faults = 0;
for (const kind of kinds) faults += await runOn(kind);
process.exitCode = faults === 0 ? 0 : 1;
