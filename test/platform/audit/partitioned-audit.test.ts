import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type AuditEvent, createAuditLog, verifyAudit } from '../../../src/platform/audit/index.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import {
  makePartitions,
  migrate,
  migrationsDirectory,
  openDatabase,
  planMigrations,
} from '../../../src/platform/db/index.ts';
import { createLogger } from '../../../src/platform/log.ts';
import { createTestDatabase, describeDatabases } from '../../support/database.ts';

const key = randomBytes(32);
const read: AuditEvent = { actor: { kind: 'operator' }, action: 'person.read', outcome: 'done' };

describeDatabases('an audit log from before partitions', (kind) => {
  it('keeps every event, and takes new ones while it becomes the first partition', async (t) => {
    const earlier = await mkdtemp(join(tmpdir(), 'confere-earlier-'));
    t.after(() => rm(earlier, { recursive: true }));
    for (const name of await readdir(migrationsDirectory)) {
      if (name < '0085') await cp(join(migrationsDirectory, name), join(earlier, name));
    }
    const place = await createTestDatabase(t, kind, { isEmpty: true });
    await using open = await openDatabase({ ...place, logger: createLogger({ level: 'silent' }) });
    const { db } = open;
    await migrate(open, earlier);
    const log = createAuditLog({ db, key, clock: systemClock });
    await Promise.all(Array.from({ length: 300 }, () => log.record(read)));
    await open.execute('analyze audit_events');

    const plan = (await planMigrations(open, migrationsDirectory)).flatMap(({ name, statements }) =>
      /^008[56]/.test(name) ? statements.filter(({ table }) => table?.startsWith('audit_events')) : [],
    );
    assert.ok(plan.length >= 4);
    assert.deepEqual(
      plan.filter(({ effect }) => effect !== 'none' && effect !== 'brief'),
      [],
    );
    assert.ok(plan.every(({ rows }) => rows === 302));
    // The two checks read the table; nothing else does.
    assert.equal(plan.filter(({ estimatedSeconds }) => estimatedSeconds > 0).length, 2);

    let isMigrated = false;
    let written = 0;
    const writing = (async () => {
      while (!isMigrated) {
        await log.record(read);
        written += 1;
        await delay(1);
      }
    })();
    await migrate(open, migrationsDirectory);
    await makePartitions(open, new Date());
    isMigrated = true;
    await writing;
    await log.record(read);

    const { events, faults } = await verifyAudit(db, key);
    assert.deepEqual([events, faults], [302 + written + 1, []]);
    // The time of now is still the first partition's: it reaches to the end of the next month.
    const { rows } = await open.execute(
      'select tableoid::regclass::text as name, count(*)::int as count from audit_events group by 1',
    );
    assert.deepEqual(rows, [{ name: 'audit_events_first', count: events }]);
    const text = `insert into audit_events select chain, sequence + 9999, at + interval '70 days', actor_kind, actor_id,
      action, target, purpose, source, outcome, request_id, detail, hash, subjects from audit_events
      where sequence = 1 returning tableoid::regclass::text as name`;
    assert.match(String((await open.execute(text)).rows[0]?.name), /^audit_events_\d{4}_\d{2}$/);
  });
});
