import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { sql } from 'kysely';
import { generateRegistry } from '../../../bench/registry/generate-registry.ts';
import { headOfficeOf, makeCompany } from '../../../bench/registry/make-company.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { OpenDatabase } from '../../../src/platform/db/index.ts';
import type { RequestError } from '../../../src/platform/errors.ts';
import { importRegistry, type SearchCriteria, searchCompanies } from '../../../src/registry/index.ts';
import { pruneRegistry } from '../../../src/registry/rollback-registry.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';
import { cnpjOf, writeRegistry } from '../../support/registry-files.ts';

const timeoutMs = 10_000;

describeDatabases('searchCompanies', (kind) => {
  const endings: (() => unknown)[] = [];
  let database: OpenDatabase;

  before(async () => {
    const scope = { after: (ending: () => unknown) => void endings.push(ending) };
    database = await openTestDatabase(scope as Parameters<typeof openTestDatabase>[0], kind);
    const directory = await writeRegistry({
      companies: [
        {
          root: '12ABC345',
          name: 'AÇÚCAR UNIÃO S/A',
          trade: 'Doçaria do Zé',
          city: '7107',
          activity: '1071600',
        },
        { root: '11222333', name: 'MARIA DA SILVA 52998224725', nature: '2135', state: 'RJ', city: '6001' },
        { root: '22333444', name: 'SILVA E SOUZA LTDA', partners: ['JOANA MARIA SOUZA', 'PEDRO LIMA'] },
        { root: '33444555', name: '100% NATURAL_LTDA', partners: ['MARIA SOUZA', 'JOANA LIMA'] },
        { root: '44555666', name: 'POSTO 2000 LTDA', activity: '4731800', branches: 2 },
        { root: '55666777', name: 'OI S.A.', trade: 'B3-OESTE' },
        { root: '66777888', name: 'OITO LTDA', establishment: { secondary_activities: '6204000,4731800' } },
      ],
    });
    endings.push(() => rm(directory, { recursive: true }));
    await importRegistry({ database, clock: systemClock }, { directory });
  });
  after(async () => {
    for (const ending of endings.reverse()) await ending();
  });

  async function find(criteria: SearchCriteria): Promise<string[]> {
    const read = { limit: 50, timeoutMs };
    const { companies } = await searchCompanies(database.db, criteria, read);
    // The same by the indexes alone.
    const indexed = await searchCompanies(database.db, criteria, { ...read, pagesWorthReading: 0 });
    assert.deepEqual(indexed.companies, companies);
    return companies.map(({ cnpj }) => cnpj.slice(0, 12)).sort();
  }

  it('finds names without regard to accents, case, order and punctuation', async () => {
    for (const name of ['açucar uniao', 'ACUCAR', 'união açúcar', 'Uniao S/A', 'docaria zé', 'çucar']) {
      assert.deepEqual(await find({ name }), ['12ABC3450001'], name);
    }
    assert.deepEqual(await find({ name: 'silva' }), ['112223330001', '223334440001']);
    assert.deepEqual(await find({ name: '2000' }), ['445556660001', '445556660002', '445556660003']);
  });

  it('finds a word of two letters as a whole word, alone and beside others', async () => {
    assert.deepEqual(await find({ name: 'oi' }), ['556667770001']);
    assert.deepEqual(await find({ name: 'b3' }), ['556667770001']);
    assert.deepEqual(await find({ name: 'oest b3' }), ['556667770001']);
    assert.deepEqual(await find({ name: 'oi oeste' }), [], 'each in another name');
    assert.deepEqual(await find({ name: 'oito oi' }), []);
    assert.deepEqual(await find({ name: 'silva se' }), [], 'no part of SOUZA');
  });

  it('finds secondary activities by code or beginning where they are asked for', async () => {
    const posts = ['445556660001', '445556660002', '445556660003'];
    assert.deepEqual(await find({ cnae: '4731-8/00' }), posts);
    for (const cnae of ['4731-8/00', '473']) {
      assert.deepEqual(await find({ cnae, withSecondaryCnae: 'true' }), [...posts, '667778880001'], cnae);
    }
    assert.deepEqual(await find({ cnae: '473', withSecondaryCnae: 'true', name: 'oito' }), ['667778880001']);
    assert.deepEqual(await find({ cnae: '473', withSecondaryCnae: 'false' }), posts);
    assert.deepEqual(await find({ cnae: '99', withSecondaryCnae: 'true' }), []);
  });

  it('takes signs of patterns for punctuation', async () => {
    assert.deepEqual(await find({ name: 'natural%ltda' }), ['334445550001']);
    assert.deepEqual(await find({ name: 'silva%ltda' }), ['223334440001']);
  });

  it('does not find anybody by a CPF in a name, nor by a part of it', async () => {
    for (const name of ['52998224725', '529982', '998224', '529.982.247-25']) {
      assert.deepEqual(await find({ name }), [], name);
    }
  });

  it('finds partners by words of one name', async () => {
    assert.deepEqual(await find({ partner: 'maria souza' }), ['223334440001', '334445550001']);
    assert.deepEqual(await find({ partner: 'joana souza' }), ['223334440001']);
    assert.deepEqual(await find({ partner: 'joana', name: 'natural' }), ['334445550001']);
  });

  it('combines state, city by either code or by name, and the beginning of an activity', async () => {
    assert.deepEqual(await find({ uf: 'rj' }), ['112223330001']);
    for (const city of ['6001', '3304557', 'rio de janeiro', 'Rio de Jáneiro']) {
      assert.deepEqual(await find({ city, name: 'silva' }), ['112223330001'], city);
    }
    assert.deepEqual(await find({ city: 'nowhere' }), []);
    assert.deepEqual(await find({ cnae: '1071-6/00' }), ['12ABC3450001']);
    assert.deepEqual(await find({ cnae: '473', uf: 'SP' }), ['445556660001', '445556660002', '445556660003']);
    assert.deepEqual(await find({ cnae: '473', uf: 'RJ' }), []);
  });

  it('gives what a list shows of a company', async () => {
    const { dataMonth, companies, nextCursor } = await searchCompanies(
      database.db,
      { name: 'doçaria' },
      { limit: 5, timeoutMs },
    );
    assert.equal(dataMonth, '2026-04');
    assert.equal(nextCursor, undefined);
    assert.deepEqual(companies, [
      {
        cnpj: cnpjOf('12ABC345'),
        isHeadOffice: true,
        officialName: 'AÇÚCAR UNIÃO S/A',
        tradeName: 'Doçaria do Zé',
        status: { code: '02', description: 'ATIVA' },
        openingDate: { date: '2020-01-15' },
        mainActivity: { code: '1071600', description: 'Fabricação de açúcar em bruto' },
        state: 'SP',
        city: { code: '7107', description: 'SAO PAULO' },
        ibgeCityCode: '3550308',
      },
    ]);
  });

  it('refuses criteria that say nothing or are malformed, naming them', async () => {
    for (const [criteria, path] of [
      [{}, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: 'a b' }, 'name'],
      [{ withSecondaryCnae: 'true' }, 'name'],
      [{ cnae: '47', withSecondaryCnae: 'True' }, 'withSecondaryCnae'],
      [{ partner: '--' }, 'partner'],
      [{ uf: 'SAO' }, 'uf'],
      [{ uf: 'XX' }, 'uf'],
      [{ cnae: '1' }, 'cnae'],
      [{ cnae: 'abc' }, 'cnae'],
    ] as const) {
      await assert.rejects(
        find(criteria),
        (error: RequestError) =>
          error.code === 'request_invalid' && error.problems?.[0]?.path === `querystring/${path}`,
        JSON.stringify(criteria),
      );
    }
  });
});

describeDatabases('searchCompanies, page by page', (kind) => {
  it('gives every company once, of the month that it began with, until that is pruned', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-registry-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const database = await openTestDatabase(t, kind);
    const deps = { database, clock: systemClock };
    const count = 600;
    for (const [seed, month] of [
      [1, '2026-04'],
      [2, '2026-05'],
    ] as const) {
      await generateRegistry({ directory: join(folder, month), companies: count, seed, month });
    }
    await importRegistry(deps, { directory: join(folder, '2026-04') });
    const expected = Array.from({ length: count }, (_, index) => makeCompany(1, index))
      .filter(({ company }) => company[1]?.includes('SILVA'))
      .map(headOfficeOf);
    assert.ok(expected.length > 30);

    const criteria = { name: 'silva' };
    const page = (cursor?: string) => searchCompanies(database.db, criteria, { limit: 7, cursor, timeoutMs });
    const first = await page();
    await importRegistry(deps, { directory: join(folder, '2026-05') });
    const found = first.companies.map(({ cnpj }) => cnpj);
    let cursor = first.nextCursor;
    const second = cursor;
    while (cursor !== undefined) {
      const next = await page(cursor);
      assert.equal(next.dataMonth, '2026-04');
      found.push(...next.companies.map(({ cnpj }) => cnpj));
      cursor = next.nextCursor;
    }
    const branchless = found.filter((cnpj) => expected.includes(cnpj as never));
    assert.deepEqual([...branchless].sort(), [...expected].sort());
    assert.equal(new Set(found).size, found.length);
    assert.equal((await page()).dataMonth, '2026-05');

    await assert.rejects(
      searchCompanies(database.db, { name: 'souza' }, { limit: 7, cursor: second, timeoutMs }),
      { code: 'cursor_invalid' },
    );
    const [generation, at, , digest] = Buffer.from(second!, 'base64url').toString().split('.');
    const forgeries = ['1.2.3.abc', `${generation}.${at}.65536.${digest}`].map((text) =>
      Buffer.from(text).toString('base64url'),
    );
    for (const forged of ['', 'x', `${second}x`, ...forgeries]) {
      await assert.rejects(page(forged), { code: 'cursor_invalid' }, forged);
    }
    await pruneRegistry(database);
    await assert.rejects(page(second), { code: 'cursor_expired' });
  });

  it('ends a statement that takes longer than it may', {
    skip: kind === 'embedded' ? 'the embedded database has one connection and no such limit' : false,
  }, async (t) => {
    const database = await openTestDatabase(t, kind);
    const directory = await writeRegistry({ companies: [{ root: '11222333', name: 'ONE LTDA' }] });
    t.after(() => rm(directory, { recursive: true }));
    await importRegistry({ database, clock: systemClock }, { directory });
    await database.db.transaction().execute(async (tx) => {
      await sql`lock table registry_g1_establishments in access exclusive mode`.execute(tx);
      await assert.rejects(searchCompanies(database.db, { name: 'one' }, { limit: 1, timeoutMs: 200 }), {
        code: 'database_timeout',
      });
    });
    const found = await searchCompanies(database.db, { name: 'one' }, { limit: 1, timeoutMs });
    assert.equal(found.companies.length, 1);
  });

  it('answers before any import with an error of its own', async (t) => {
    const database = await openTestDatabase(t, kind);
    await assert.rejects(searchCompanies(database.db, { name: 'silva' }, { limit: 1, timeoutMs }), {
      code: 'registry_not_imported',
    });
  });
});
