import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { generateRegistry } from '../../../bench/registry/generate-registry.ts';
import { headOfficeOf, makeCompany } from '../../../bench/registry/make-company.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import {
  findCompanyRecord,
  getRegistryStatus,
  importRegistry,
  listRefusedRows,
  rollbackRegistry,
} from '../../../src/registry/index.ts';
import { pruneRegistry } from '../../../src/registry/rollback-registry.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';
import { loseAnswer } from '../../support/lossy-database.ts';

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-registry-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describeDatabases('importRegistry', (kind) => {
  it('keeps every sound row, puts every other aside with file and line, and counts both', async (t) => {
    const directory = await makeFolder(t);
    const database = await openTestDatabase(t, kind);
    const written = await generateRegistry({ directory, companies: 2000, quirkShare: 0.1 });
    assert.ok(written.bad > 20);

    const generation = await importRegistry(
      { database, clock: systemClock },
      { directory, limits: { refused: 0.1, duplicates: 0.1, replacedCharacters: 0.1, orphanCodes: 0.1 } },
    );

    const { codes: _, ...counts } = generation.rowCounts!;
    const { bad, ...expected } = written;
    assert.deepEqual(counts, expected);
    const reasons = generation.refusedRows!;
    assert.equal(
      Object.values(reasons).reduce((sum, count) => sum + count, 0),
      bad,
    );
    assert.ok(reasons.duplicate! > 0 && reasons.column_count! > 0 && reasons.cnpj_invalid! > 0);
    assert.equal(generation.dataMonth, '2026-04');
    const { rows, ...page } = await listRefusedRows(database.db, { limit: 1000 });
    assert.deepEqual([page.generation, page.dataMonth, page.counts], [generation.id, '2026-04', reasons]);
    assert.equal(rows.length, bad);
    const broken = rows.find(({ reason }) => reason === 'cnpj_invalid')!;
    assert.match(broken.file, /^Estabelecimentos\d\.zip$/);
    assert.match(broken.text, /^"12 34";/);
    assert.match(Buffer.from(broken.raw, 'base64').toString('latin1'), /^"12 34";/);
    const paged: unknown[] = [];
    for (let after: (typeof rows)[number] | undefined; ; ) {
      const more = await listRefusedRows(database.db, { generation: generation.id, after, limit: 7 });
      paged.push(...more.rows);
      if (more.rows.length < 7) break;
      after = more.rows.at(-1);
    }
    assert.deepEqual(paged, rows);
    await assert.rejects(listRefusedRows(database.db, { generation: 99, limit: 1 }), {
      code: 'registry_generation_unknown',
    });
  });

  it('answers the new month after the switch, the old one after a rollback, and nothing old after pruning', async (t) => {
    const [first, second] = [await makeFolder(t), await makeFolder(t)];
    const database = await openTestDatabase(t, kind);
    const deps = { database, clock: systemClock };
    await generateRegistry({ directory: first, companies: 1500, month: '2026-04' });
    await generateRegistry({ directory: second, companies: 1600, month: '2026-05' });
    const added = headOfficeOf(makeCompany(1, 1550));

    await importRegistry(deps, { directory: first });
    assert.deepEqual(await findCompanyRecord(database.db, added), {
      found: false,
      generation: 1,
      dataMonth: '2026-04',
    });
    const generation = await importRegistry(deps, { directory: second });
    assert.equal((await findCompanyRecord(database.db, added)).found, true);
    assert.equal(generation.changes?.since, 1);
    assert.ok(generation.changes.opened >= 100);
    assert.deepEqual(
      [generation.changes.removed, generation.changes.closed, generation.changes.statusChanged],
      [0, 0, 0],
    );

    assert.equal((await rollbackRegistry(deps)).dataMonth, '2026-04');
    assert.deepEqual(await findCompanyRecord(database.db, added), {
      found: false,
      generation: 1,
      dataMonth: '2026-04',
    });
    await importRegistry(deps, { directory: second });
    const { id } = await rollbackRegistry(deps);
    assert.equal(id, 1, 'and not the month that was taken out of service before');
    assert.deepEqual(await pruneRegistry(database), [2, 3]);
    const status = await getRegistryStatus(database);
    assert.equal(status.current?.id, 1);
    assert.ok(status.current.sizeBytes > 100_000);
    await assert.rejects(rollbackRegistry(deps), { code: 'registry_no_previous_generation' });
  });

  it('leaves a month in service whose switch was committed without an answer', async (t) => {
    const directory = await makeFolder(t);
    const database = await openTestDatabase(t, kind);
    await generateRegistry({ directory, companies: 300 });
    const isInService = async () => (await getRegistryStatus(database)).current !== undefined;
    const lossy = { database: loseAnswer(database, isInService), clock: systemClock };
    assert.equal((await importRegistry(lossy, { directory })).state, 'ready');
    const status = await getRegistryStatus(database);
    assert.equal(status.current?.state, 'ready');
    const known = headOfficeOf(makeCompany(1, 1));
    assert.equal((await findCompanyRecord(database.db, known)).found, true);
  });

  it('keeps a month out of service whose counts are far from the last', async (t) => {
    const [first, second] = [await makeFolder(t), await makeFolder(t)];
    const database = await openTestDatabase(t, kind);
    const deps = { database, clock: systemClock };
    await generateRegistry({ directory: first, companies: 1500, month: '2026-04' });
    await generateRegistry({ directory: second, companies: 1100, month: '2026-05' });
    await importRegistry(deps, { directory: first });

    await assert.rejects(importRegistry(deps, { directory: second }), {
      code: 'registry_checks_failed',
      message: /row_count_establishments/,
    });
    const status = await getRegistryStatus(database);
    assert.equal(status.current?.dataMonth, '2026-04');
    assert.equal(status.generations[0]?.state, 'failed');
    assert.equal(status.generations[0]?.failure, 'registry_checks_failed');
    assert.equal(
      (await importRegistry(deps, { directory: second, ignoreChecks: true })).dataMonth,
      '2026-05',
    );
  });

  it('keeps the month in service from an older one, unless it is told to take it', async (t) => {
    const [newer, older] = [await makeFolder(t), await makeFolder(t)];
    const database = await openTestDatabase(t, kind);
    const deps = { database, clock: systemClock };
    await generateRegistry({ directory: newer, companies: 20, month: '2026-05' });
    await generateRegistry({ directory: older, companies: 20, month: '2026-04' });
    await importRegistry(deps, { directory: newer });
    await importRegistry(deps, { directory: newer });
    await assert.rejects(importRegistry(deps, { directory: older }), {
      code: 'registry_month_older',
      detail: 'The month of the files is 2026-04, and 2026-05 is in service.',
    });
    assert.equal((await getRegistryStatus(database)).current?.dataMonth, '2026-05');
    const forced = await importRegistry(deps, { directory: older, ignoreChecks: true });
    assert.equal(forced.dataMonth, '2026-04');
  });

  it('imports only the states and only the numbers asked for, with their companies and partners', async (t) => {
    const directory = await makeFolder(t);
    const database = await openTestDatabase(t, kind);
    const deps = { database, clock: systemClock };
    await generateRegistry({ directory, companies: 600 });
    const companies = Array.from({ length: 600 }, (_, index) => makeCompany(1, index));
    const inState = companies.filter(({ establishments }) => establishments.some((row) => row[19] === 'SP'));

    const byState = await importRegistry(deps, { directory, selection: { states: ['SP'] } });
    assert.equal(byState.rowCounts?.companies, inState.length);
    assert.equal(
      byState.rowCounts.establishments,
      inState.flatMap(({ establishments }) => establishments).filter((row) => row[19] === 'SP').length,
    );
    assert.equal(byState.rowCounts.partners, inState.flatMap(({ partners }) => partners).length);

    const cnpjs = companies.slice(0, 5).map(headOfficeOf);
    const byNumber = await importRegistry(deps, { directory, selection: { cnpjs } });
    assert.equal(byNumber.rowCounts?.establishments, 5);
    assert.equal(byNumber.rowCounts.companies, 5);
    assert.equal((await findCompanyRecord(database.db, cnpjs[3]!)).found, true);
  });

  it('says that nothing was imported before the first import', async (t) => {
    const database = await openTestDatabase(t, kind);
    await assert.rejects(findCompanyRecord(database.db, headOfficeOf(makeCompany(1, 1))), {
      code: 'registry_not_imported',
      kind: 'unavailable',
    });
    assert.equal((await getRegistryStatus(database)).current, undefined);
  });

  it('ends when it is told to, leaving no tables behind', async (t) => {
    const directory = await makeFolder(t);
    const database = await openTestDatabase(t, kind);
    await generateRegistry({ directory, companies: 300 });
    const controller = new AbortController();
    const onProgress = ({ subject }: { readonly subject: string }) => {
      if (subject === 'Empresas0.zip') controller.abort();
    };
    await assert.rejects(
      importRegistry({ database, clock: systemClock }, { directory, onProgress, signal: controller.signal }),
      { code: 'registry_import_interrupted' },
    );
    const status = await getRegistryStatus(database);
    assert.equal(status.generations[0]?.failure, 'registry_import_interrupted');
    const { rows } = await database.execute(`select to_regclass('registry_g1_establishments') as name`);
    assert.equal(rows[0]?.name, null);
  });

  it('is refused while another runs', async (t) => {
    const directory = await makeFolder(t);
    const database = await openTestDatabase(t, kind);
    const deps = { database, clock: systemClock };
    await generateRegistry({ directory, companies: 300 });
    const both = await Promise.allSettled([
      importRegistry(deps, { directory }),
      importRegistry(deps, { directory }),
    ]);
    const [done, refused] = both.toSorted((a, b) => a.status.localeCompare(b.status));
    assert.equal(done?.status === 'fulfilled' && done.value.state, 'ready');
    assert.equal(refused?.status === 'rejected' && refused.reason.code, 'registry_import_running');
  });
});
