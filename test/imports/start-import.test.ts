import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { generateRegistry } from '../../bench/registry/generate-registry.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { ceisFile } from '../people/lists/list-files.ts';
import { startFlakyShare } from '../registry/download/flaky-share.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../support/console.ts';
import { describeDatabases } from '../support/database.ts';
import { assertError } from '../support/http.ts';
import { cnpjOf } from '../support/registry-files.ts';
import { withoutReplicas } from '../support/replicas.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    'TIPO DE PESSOA': 'J',
    'CPF OU CNPJ DO SANCIONADO': cnpjOf(String(10_000_000 + at)),
    'NOME DO SANCIONADO': `EMPRESA ${at}`,
  }));
const large = 'Estabelecimentos0.zip';
const regimes = 'ano,cnpj,cnpj_da_scp,forma_de_tributacao,quantidade_de_escrituracoes';

describeDatabases('stopping an import', (kind) => {
  const endings: (() => unknown)[] = [];
  let service: TestService;
  let share: Awaited<ReturnType<typeof startFlakyShare>>;
  let folder: string;
  let admin: Person;
  let auditor: Person;

  before(async () => {
    const scope = { after: (ending: () => unknown) => endings.push(ending) };
    const place = await mkdtemp(join(tmpdir(), 'confere-stop-'));
    scope.after(() => rm(place, { recursive: true, force: true }));
    folder = join(place, 'imports');
    await mkdir(folder);
    await writeFile(join(folder, '20260401_CEIS.csv'), ceisFile(rowsOf(2)));
    // An import looks every second whether it is stopped: the quickest machine is not through with these by then.
    await writeFile(join(folder, '20260501_CEIS.csv'), ceisFile(rowsOf(300_000)));
    await generateRegistry({ directory: join(place, 'share/2026-04'), companies: 300, parts: 1 });
    await generateRegistry({
      directory: join(folder, '2026-03'),
      companies: 3_000,
      parts: 1,
      month: '2026-03',
    });
    const taxRows = Array.from(
      { length: 600_000 },
      (_, at) => `2023,${cnpjOf(String(10_000_000 + at))},0,LUCRO REAL,1`,
    );
    for (const [name, rows] of [
      ['regimes', taxRows.slice(0, 2)],
      ['regimes-new', taxRows],
    ] as const) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'LUCRO REAL.csv'), `${regimes}\n${rows.join('\n')}\n`);
    }
    share = await startFlakyShare(scope, join(place, 'share'));
    service = await startTestService(scope, kind, {
      engine: createStandInEngine(),
      env: { IMPORT_DIR: folder, REGISTRY_SHARE_URL: share.url },
    });
    admin = await acceptFirstAdministrator(service);
    auditor = await invitePerson(service, admin, 'auditor');
  });
  after(async () => {
    for (const ending of endings.reverse()) await ending();
  });

  const start = async (json: object) => {
    const started = await admin.request('POST', '/v1/imports', json);
    assert.equal(started.status, 202, started.text);
    return started.body.id as string;
  };
  const read = async (id: string) => (await auditor.request('GET', `/v1/imports/${id}`)).body;
  const readUntil = async (id: string, isThere: (data: Awaited<ReturnType<typeof read>>) => boolean) => {
    for (;;) {
      const data = await read(id);
      if (isThere(data) || isOver(data)) return data;
      await delay(20);
    }
  };
  const isOver = ({ state }: { state: string }) => state !== 'waiting' && state !== 'running';
  const stop = (id: string, by = admin) => by.request('POST', `/v1/imports/${id}/stop`);
  const importCeis = (name: string) =>
    start({ source: 'ceis', action: 'import', path: name, isForced: true });
  const generations = async (source = 'ceis') =>
    (await auditor.request('GET', `/v1/sources/${source}/generations`)).body.items;

  it('takes its rows away, keeps the list in service, and lets the next one begin', async () => {
    const first = await readUntil(await importCeis('20260401_CEIS.csv'), isOver);
    assert.equal(first.state, 'done', JSON.stringify(first));
    assertError(await stop(first.id), 409, 'import_over');

    const id = await importCeis('20260501_CEIS.csv');
    const begun = await readUntil(id, ({ progress }) => progress?.rows > 0);
    assert.equal(begun.state, 'running', JSON.stringify(begun));
    const asked = await stop(id);
    assert.equal(asked.status, 202, asked.text);
    assert.deepEqual([asked.body.stoppedBy, asked.body.state], [admin.accountId, 'running']);
    assert.equal(asked.body.isStopping, true);
    // Asked twice: the same.
    assert.equal((await stop(id)).status, 202);
    const stopped = await readUntil(id, isOver);
    assert.equal(stopped.state, 'stopped', JSON.stringify(stopped));
    assert.deepEqual([stopped.isStopping, stopped.result, stopped.failure], [false, undefined, undefined]);
    assert.ok(stopped.finishedAt);
    assert.equal((await stop(id)).body.state, 'stopped');

    const [latest, before] = await generations();
    assert.deepEqual([latest.state, latest.isCurrent], ['failed', false]);
    assert.deepEqual([before.generation, before.isCurrent], [first.result.generation, true]);
    if (service.databaseUrl !== undefined) {
      const database = new Client({ connectionString: service.databaseUrl });
      await database.connect();
      const { rows } = await database.query('select count(*)::int as count from person_list_entries');
      await database.end();
      assert.equal(rows[0].count, 2);
    }
    const again = await readUntil(await importCeis('20260401_CEIS.csv'), isOver);
    assert.equal(again.state, 'done', JSON.stringify(again));
    assert.deepEqual((await read(id)).state, 'stopped');
    const { items } = (await auditor.request('GET', '/v1/audit?action=import.stop')).body;
    const told = items.filter(({ target }: { target: string }) => target === id);
    assert.equal(told.length, 3);
    assert.deepEqual([told[0].actor.id, told[0].detail.source], [admin.accountId, 'ceis']);
  });

  it('takes away the files of a month that a download brought, and its parts, and no other file', async () => {
    const here = join(folder, 'downloads/registry/2026-04');
    await mkdir(here, { recursive: true });
    await writeFile(join(here, 'notes.txt'), 'of a person');
    share.plan(large, { stallAfter: 2_000 }, { stallAfter: 2_000 }, { stallAfter: 2_000 });
    const id = await start({ source: 'registry', action: 'download' });
    for (;;) {
      const names = await readdir(here);
      if (names.includes(`${large}.part`) && names.some((name) => name.endsWith('.zip'))) break;
      await delay(20);
    }
    assert.equal((await stop(id)).status, 202);
    const stopped = await readUntil(id, isOver);
    assert.equal(stopped.state, 'stopped', JSON.stringify(stopped));
    assert.deepEqual(await readdir(here), ['notes.txt']);
  });

  it('takes away the rows of tax regimes, and keeps those in service', async () => {
    const before = await readUntil(
      await start({ source: 'tax_regimes', action: 'import', path: 'regimes' }),
      isOver,
    );
    assert.equal(before.state, 'done', JSON.stringify(before));
    const id = await start({ source: 'tax_regimes', action: 'import', path: 'regimes-new' });
    await readUntil(id, ({ progress }) => progress?.rows > 0);
    assert.equal((await stop(id)).status, 202);
    const stopped = await readUntil(id, isOver);
    assert.deepEqual([stopped.state, stopped.result], ['stopped', undefined], JSON.stringify(stopped));
    const current = (await generations('tax_regimes')).filter(
      ({ isCurrent }: { isCurrent: boolean }) => isCurrent,
    );
    assert.deepEqual(
      current.map(({ generation, entries }: { generation: number; entries: number }) => [
        generation,
        entries,
      ]),
      [[before.result.generation, 2]],
    );
    if (service.databaseUrl !== undefined) {
      const database = new Client({ connectionString: service.databaseUrl });
      await database.connect();
      const { rows } = await database.query('select count(*)::int as count from registry_tax_regimes');
      await database.end();
      assert.equal(rows[0].count, 2);
    }
  });

  it('in the middle of its indexes a month is stopped, and no table of it stays', {
    skip: kind !== 'postgres',
  }, async (t) => {
    const database = new Client({ connectionString: service.databaseUrl! });
    t.after(() => database.end());
    await database.connect();
    const tables = async (pattern: string) =>
      (
        await database.query('select relname from pg_class where relkind = $1 and relname ~ $2', [
          'r',
          pattern,
        ])
      ).rows;
    const id = await start({ source: 'registry', action: 'import', path: '2026-03' });
    // The index of the search reads all tables: it stands until this transaction ends.
    while ((await tables('^registry_g[0-9]+_establishments')).length === 0) await delay(2);
    const [{ relname }] = await tables('^registry_g[0-9]+_establishments');
    await database.query('begin');
    await database.query(`lock table ${relname} in access exclusive mode`);
    const indexing = await readUntil(
      id,
      ({ progress }) => progress?.phase === 'index' && progress.subject === 'search',
    );
    assert.equal(indexing.state, 'running', JSON.stringify(indexing));
    assert.equal((await stop(id)).status, 202);
    assert.deepEqual(((data) => [data.state, data.isStopping])(await read(id)), ['running', true]);
    // Its look each second reads the mark, and writes the row anew.
    const readRow = async () =>
      (await database.query('select xmin::text from source_imports where id = $1', [id])).rows[0].xmin;
    const before = await readRow();
    while ((await readRow()) === before) await delay(50);
    await database.query('commit');
    const stopped = await readUntil(id, isOver);
    assert.deepEqual([stopped.state, stopped.result], ['stopped', undefined], JSON.stringify(stopped));
    assert.deepEqual(await tables('^registry_g[0-9]'), []);
    assert.equal((await auditor.request('GET', '/v1/registry')).body.current, undefined);
  });

  it('one that waits is stopped at once, and never begins', { skip: kind !== 'postgres' }, async (t) => {
    const database = new Client({ connectionString: service.databaseUrl! });
    t.after(() => database.end());
    await database.connect();
    const insert = (digit: string, source: string, more: string) =>
      database.query(
        `insert into source_imports (id, source, action, state, options, started_by, created_at, tries)
         values ($1, $2, 'import', ${more})`,
        [`imp_${digit.repeat(32)}`, source],
      );
    await insert('1', 'cnep', `'waiting', '{}', 'acc', now(), 0`);
    const waiting = await stop(`imp_${'1'.repeat(32)}`);
    assert.deepEqual([waiting.body.state, waiting.body.isStopping], ['stopped', false]);
    // No job is left for this one: it is stopped, not failed.
    await insert('2', 'cepim', `'running', '{}', 'acc', now(), 1`);
    const lost = await stop(`imp_${'2'.repeat(32)}`);
    assert.deepEqual([lost.body.state, lost.body.isStopping], ['running', true]);
    const next = await start({ source: 'cepim', action: 'import', path: '20260401_CEIS.csv' });
    await readUntil(next, isOver);
    assert.equal((await read(`imp_${'2'.repeat(32)}`)).state, 'stopped');
  });

  it('is for those who may change sources', async () => {
    for (const role of ['analyst', 'supervisor', 'auditor', 'developer'] as const) {
      const person = await invitePerson(service, admin, role);
      assertError(await stop(`imp_${'0'.repeat(32)}`, person), 403, 'scope_forbidden');
    }
    assertError(await stop('imp_x'), 404, 'import_not_found');
  });
});

it('two at once are done with two connections', { skip: withoutReplicas }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-two-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, '20260401_CEIS.csv'), ceisFile(rowsOf(20_000)));
  const people = Array.from({ length: 20_000 }, (_, at) => `${generateCpf()},Ana ${at}`);
  await writeFile(join(folder, 'people.csv'), `cpf,name\n${people.join('\n')}\n`);
  const service = await startTestService(t, 'postgres', {
    engine: createStandInEngine(),
    env: { IMPORT_DIR: folder, DATABASE_POOL_SIZE: '2' },
  });
  const admin = await acceptFirstAdministrator(service);
  for (const json of [
    { source: 'ceis', path: '20260401_CEIS.csv' },
    { source: 'data_sets', path: 'people.csv' },
  ]) {
    const started = await admin.request('POST', '/v1/imports', { ...json, action: 'import' });
    assert.equal(started.status, 202, started.text);
  }
  for (;;) {
    const { body } = await admin.request('GET', '/v1/imports');
    const states = body.items?.map(({ state }: { state: string }) => state) ?? [];
    assert.ok(!states.includes('failed'), JSON.stringify(body));
    if (states.length === 2 && states.every((state: string) => state === 'done')) break;
    await delay(50);
  }
});
