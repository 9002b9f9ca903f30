import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from '../../src/platform/db/index.ts';
import type { Logger } from '../../src/platform/log.ts';
import { createOutageLog } from '../../src/process/open-modules.ts';

it('an outage leaves one warning with its reason, and one line when it ends', async (t) => {
  const lines: [level: string, about: object, text: string][] = [];
  const take = (level: string) => (about: object, text: string) => void lines.push([level, about, text]);
  const log = { warn: take('warn'), info: take('info') } as unknown as Logger;
  const outages = createOutageLog(log, { quietMs: 20 });
  t.after(() => outages[Symbol.dispose]());
  const cause = 'database_unavailable';
  const first: (typeof lines)[number] = ['warn', { module: 'access', cause }, 'background work fails'];
  for (const module of ['access', 'events', 'access']) outages.note(module, new DatabaseError(cause));
  outages.note('events', new TypeError('a row of the database'));
  assert.deepEqual(lines.splice(0), [
    first,
    ['warn', { module: 'events', cause: 'TypeError' }, 'background work fails'],
  ]);
  while (lines.length < 2) await delay(5);
  assert.deepEqual(
    new Set(lines.splice(0)),
    new Set([
      ['info', { cause, failures: 3 }, 'background work does not fail any more'],
      ['info', { cause: 'TypeError', failures: 1 }, 'background work does not fail any more'],
    ]),
  );
  outages.note('access', new DatabaseError(cause));
  assert.deepEqual(lines, [first]);
});
