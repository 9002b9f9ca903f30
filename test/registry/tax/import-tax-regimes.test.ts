import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { createRegistrySources } from '../../../src/companies/registry-sources.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { importRegistry, searchCompanies } from '../../../src/registry/index.ts';
import { importTaxRegimes, rollBackTaxRegimes } from '../../../src/registry/tax/import-tax-regimes.ts';
import { findTaxRegimes } from '../../../src/registry/tax/tax-regimes-store.ts';
import { askOnce } from '../../profiles/scripted-sources.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';
import { loseAnswer, overtake } from '../../support/lossy-database.ts';
import { cnpjOf, writeRegistry } from '../../support/registry-files.ts';
import { writeZip } from '../../support/write-zip.ts';

const header = 'ano,cnpj,cnpj_da_scp,forma_de_tributacao,quantidade_de_escrituracoes';
const written = (root: string, order = 1) =>
  cnpjOf(root, order).replace(/(.{2})(.{3})(.{3})(.{4})(.{2})/, '$1.$2.$3/$4-$5');
const table = (rows: readonly string[], end = '\n') => Buffer.from([header, ...rows, ''].join(end), 'latin1');

describeDatabases('the import of tax regimes', (kind) => {
  it('leaves files in service whose switch was committed without an answer', async (t) => {
    const database = await openTestDatabase(t, kind);
    const folder = await mkdtemp(join(tmpdir(), 'confere-tax-'));
    t.after(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'Lucro Real.csv'), table([`2023,${written('11222333')},0,LUCRO REAL,1`]));
    const isInService = async () => (await findTaxRegimes(database.db, cnpjOf('11222333'))).length > 0;
    const lossy = loseAnswer(database, isInService);
    const importing = importTaxRegimes({ database: lossy, clock: systemClock }, { directory: folder });
    const { state, rows } = await importing;
    assert.deepEqual([state, rows], ['current', 1]);
    assert.equal(await isInService(), true);
  });

  it('takes nothing out of service when another import has cleared it away', async (t) => {
    const database = await openTestDatabase(t, kind);
    const folder = await mkdtemp(join(tmpdir(), 'confere-tax-'));
    t.after(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'Lucro Real.csv'), table([`2023,${written('11222333')},0,LUCRO REAL,1`]));
    await importTaxRegimes({ database, clock: systemClock }, { directory: folder });
    const overtaken = overtake(database, () =>
      database.execute("update registry_tax_generations set state = 'failed' where state = 'loading'"),
    );
    const importing = importTaxRegimes({ database: overtaken, clock: systemClock }, { directory: folder });
    await assert.rejects(importing, { code: 'registry_import_interrupted' });
    assert.equal((await findTaxRegimes(database.db, cnpjOf('11222333'))).length, 1);
  });

  it('reads files as published, looks up by root, shows them in pjData and the search, and rolls back', async (t) => {
    const database = await openTestDatabase(t, kind);
    const { db } = database;
    const deps = { database, clock: systemClock };
    const folder = await mkdtemp(join(tmpdir(), 'confere-tax-'));
    t.after(() => rm(folder, { recursive: true }));
    const save = (name: string, content: Buffer) => writeFile(join(folder, name), content);

    await assert.rejects(importTaxRegimes(deps, { directory: folder }), { code: 'tax_files_missing' });
    await save(
      'Lucro Real.zip',
      writeZip([
        { name: 'Lucro Real.csv', content: table([`2023,${written('11222333', 2)},0,LUCRO REAL,1`]) },
      ]),
    );
    await save(
      'Lucro Presumido 1.zip',
      writeZip([
        {
          name: 'Lucro Presumido/Lucro Presumido 2018.csv',
          content: table([`2018,${written('11222333')},0,LUCRO PRESUMIDO,1`], '\r\n'),
        },
        {
          name: 'Lucro Presumido/Lucro Presumido 2019.csv',
          content: table([
            `2019,${written('11222333')},${written('99888777')},LUCRO PRESUMIDO,1`,
            `2019,${written('44555666')},0,LUCRO PRESUMIDO,1`,
          ]),
        },
      ]),
    );
    await save(
      'Imunes e isentas.csv',
      Buffer.from(`\ufeff${table([`2022,${written('77888999')},0,IMUNE DO IRPJ,1`])}`.replaceAll(',', ';')),
    );
    await save('other.csv', table(['2023,1,0,X,1']));
    const done = await importTaxRegimes(deps, { directory: folder });
    assert.deepEqual([done.state, done.rows, done.skipped, done.lastYear], ['current', 5, 0, 2023]);
    const regimes = [
      { year: 2023, regime: 'LUCRO REAL' },
      { year: 2018, regime: 'LUCRO PRESUMIDO' },
    ];
    assert.deepEqual(await findTaxRegimes(db, cnpjOf('11222333')), regimes, 'a branch names the company');
    assert.deepEqual(await findTaxRegimes(db, cnpjOf('77888999')), [{ year: 2022, regime: 'IMUNE DO IRPJ' }]);
    assert.deepEqual(await findTaxRegimes(db, cnpjOf('99888777')), [], 'a silent partnership is another one');

    const directory = await writeRegistry({
      companies: ['11222333', '44555666', '77888999', '12345678'].map((root) => ({
        root,
        name: `ACME ${root} LTDA`,
      })),
    });
    t.after(() => rm(directory, { recursive: true }));
    await importRegistry(deps, { directory });
    const [pjData] = createRegistrySources();
    const context = { db, signal: new AbortController().signal, attributes: {}, now: new Date() };
    const subject = { kind: 'company', id: 'com_1', cnpj: cnpjOf('11222333') } as const;
    const answer = await askOnce(pjData!, subject, context);
    assert.ok(answer.outcome === 'found');
    assert.deepEqual(answer.data.taxRegimes, regimes);
    const search = async (taxRegime: string, name: string | undefined = 'ACME') => {
      const { companies } = await searchCompanies(db, { name, taxRegime }, { limit: 10, timeoutMs: 5_000 });
      return companies.map(({ cnpj }) => cnpj.slice(0, 8));
    };
    assert.deepEqual(await search('real'), ['11222333']);
    assert.deepEqual(await search('Presumido'), ['44555666'], 'the last year counts');
    assert.deepEqual(await search('arbitrado'), []);
    for (const wrong of [
      search('simples'),
      searchCompanies(db, { taxRegime: 'real' }, { limit: 10, timeoutMs: 5_000 }),
    ]) {
      await assert.rejects(wrong, { code: 'request_invalid' });
    }

    await assert.rejects(rollBackTaxRegimes(deps), { code: 'tax_rollback_impossible' });
    const odd = ['x,y', '2023,11.111.111/1111-11,0,LUCRO REAL,1', ',,,,'];
    await save('Lucro Real.zip', writeZip([{ name: 'a.csv', content: table(odd) }]));
    await assert.rejects(importTaxRegimes(deps, { directory: folder }), { code: 'tax_file_unreadable' });
    await save('Lucro Real.zip', writeZip([{ name: 'a.csv', content: table([]) }]).subarray(0, 60));
    await assert.rejects(importTaxRegimes(deps, { directory: folder }), { code: 'tax_file_unreadable' });
    await save('Lucro Real.zip', writeZip([{ name: 'a.csv', content: Buffer.from('a,b\n1,2\n') }]));
    await assert.rejects(importTaxRegimes(deps, { directory: folder }), { code: 'tax_file_unreadable' });
    assert.deepEqual(await findTaxRegimes(db, cnpjOf('11222333')), regimes, 'the import before stays');

    await save(
      'Lucro Real.zip',
      writeZip([{ name: 'a.csv', content: table([`2024,${written('11222333')},0,LUCRO ARBITRADO,1`]) }]),
    );
    await importTaxRegimes(deps, { directory: folder });
    assert.equal((await findTaxRegimes(db, cnpjOf('11222333')))[0]!.year, 2024);
    assert.equal((await rollBackTaxRegimes(deps)).id, done.id);
    assert.deepEqual(await findTaxRegimes(db, cnpjOf('11222333')), regimes);
    const { rows } = await database.execute('select distinct generation from registry_tax_regimes');
    assert.deepEqual(
      rows.map((row) => row.generation),
      [done.id],
    );
  });

  it('reads the samples of the published files', async (t) => {
    const samples = join(import.meta.dirname, '../../../../shared/data/open-cnpj/regime_tributario');
    if (!existsSync(samples)) return t.skip('the samples are not here');
    const database = await openTestDatabase(t, kind);
    const done = await importTaxRegimes({ database, clock: systemClock }, { directory: samples });
    assert.deepEqual([done.rows, done.skipped, done.lastYear], [4, 0, 2023]);
  });
});
