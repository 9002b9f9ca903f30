import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { generateRegistry } from '../../../bench/registry/generate-registry.ts';
import { headOfficeOf, makeCompany } from '../../../bench/registry/make-company.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { migrate, openDatabase } from '../../../src/platform/db/index.ts';
import { createLogger } from '../../../src/platform/log.ts';
import { removeUnfinishedRegistry } from '../../../src/registry/import/import-registry.ts';
import { findCompanyRecord, getRegistryStatus, importRegistry } from '../../../src/registry/index.ts';
import { pruneRegistry } from '../../../src/registry/rollback-registry.ts';
import { searchCompanies } from '../../../src/registry/search/search-companies.ts';
import { createTestDatabase, describeDatabases, openTestDatabase } from '../../support/database.ts';
import { holdLocks, lockWaits, loseLock } from '../../support/lose-lock.ts';

const logger = createLogger({ level: 'silent' });
const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url));
const program = fileURLToPath(new URL('./import-process.ts', import.meta.url));

describeDatabases('an interrupted import', (kind) => {
  it('killed at any point leaves the month in service, and the next import clears up and succeeds', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-registry-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    await generateRegistry({ directory: first, companies: 400, month: '2026-04' });
    await generateRegistry({ directory: second, companies: 420, month: '2026-05' });
    const address = await createTestDatabase(t, kind);
    const known = headOfficeOf(makeCompany(1, 7));
    const open = () => openDatabase({ ...address, logger });
    {
      await using database = await open();
      await migrate(database, migrations);
      await importRegistry({ database, clock: systemClock }, { directory: first });
    }

    for (const point of [
      'load Estabelecimentos1.zip',
      'index companies',
      'load Socios0.zip',
      'switch 2026-05',
    ]) {
      const child = spawn(process.execPath, [program, address.dataDir, address.databaseUrl ?? '', second], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let reached = false;
      for await (const line of createInterface({ input: child.stdout })) {
        if (line !== point) continue;
        reached = true;
        child.kill('SIGKILL');
      }
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      assert.ok(reached, `the import came to: ${point}`);

      await using database = await open();
      const lookup = await findCompanyRecord(database.db, known);
      assert.ok(lookup.found);
      const { dataMonth, generation, partners, officialName } = lookup.record;
      assert.ok(officialName);
      // The kill may come after the commit of the switch, and then the whole new month answers.
      if (point.startsWith('switch')) assert.ok(['2026-04', '2026-05'].includes(dataMonth));
      else assert.deepEqual([dataMonth, generation], ['2026-04', 1], point);
      assert.equal(partners.length, makeCompany(1, 7).partners.length);
    }

    await using database = await open();
    await importUntilFree(async () => {
      await importRegistry({ database, clock: systemClock }, { directory: second });
    });
    const status = await getRegistryStatus(database);
    assert.equal(status.current?.dataMonth, '2026-05');
    await pruneRegistry(database);
    const { rows } = await database.execute(
      `select relname from pg_class where relkind = 'r' and relname like 'registry\\_g%' and relname <> 'registry_generations'`,
    );
    const left = new Set(rows.map(({ relname }) => String(relname).split('_')[1]));
    assert.deepEqual([...left], [`g${status.current.id}`]);
  });

  it('that lost its lock and goes into service is not cleared away by the next', {
    skip: kind !== 'postgres',
  }, async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'confere-registry-'));
    t.after(() => rm(directory, { recursive: true, force: true }));
    await generateRegistry({ directory, companies: 300, month: '2026-04' });
    const database = await openTestDatabase(t, kind);
    const deps = { database, clock: systemClock };
    const release = await holdLocks(database, sql`lock table event_outbox in access exclusive mode`);
    const importing = importRegistry(deps, { directory });
    await lockWaits(database, 1);
    await loseLock(database);
    const clearing = removeUnfinishedRegistry(deps);
    await lockWaits(database, 2);
    await release();
    await Promise.all([importing, clearing]);
    assert.equal((await findCompanyRecord(database.db, headOfficeOf(makeCompany(1, 7)))).found, true);
    assert.equal(
      (await searchCompanies(database.db, { uf: 'SP' }, { limit: 1, timeoutMs: 10_000 })).dataMonth,
      '2026-04',
    );
  });
});

/** PostgreSQL may need a moment to notice that the killed process has gone. */
async function importUntilFree(run: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt > 50 || (error as { code?: string }).code !== 'registry_import_running') throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
