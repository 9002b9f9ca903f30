import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { generateRegistry } from '../../../bench/registry/generate-registry.ts';
import { checkDigits, headOfficeOf, makeCompany } from '../../../bench/registry/make-company.ts';
import { line, quirks } from '../../../bench/registry/quirks.ts';
import { writeZip } from '../../../bench/registry/write-zip.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { OpenDatabase } from '../../../src/platform/db/index.ts';
import { parseCnpj } from '../../../src/platform/documents.ts';
import type { Generation } from '../../../src/registry/generations-store.ts';
import { findRegistryFiles } from '../../../src/registry/import/find-registry-files.ts';
import { findCompanyRecord, importRegistry, listRefusedRows } from '../../../src/registry/index.ts';
import { openTestDatabase } from '../../support/database.ts';

const companies = 60;
const modified = new Date('2026-04-11T00:00:00Z');

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-registry-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function load(database: OpenDatabase, directory: string): Promise<Generation> {
  return importRegistry({ database, clock: systemClock }, { directory, ignoreChecks: true });
}

/** The records of some companies are those that were written. */
async function assertSound(database: OpenDatabase): Promise<void> {
  for (let index = 0; index < companies; index += 7) {
    const made = makeCompany(1, index);
    const lookup = await findCompanyRecord(database.db, headOfficeOf(made));
    assert.ok(lookup.found);
    assert.equal(lookup.record.officialName, made.company[1]);
    assert.equal(lookup.record.partners.length, made.partners.length);
    assert.equal(lookup.record.dataMonth, '2026-04');
  }
}

/** A month as files without zips: member's name to its text in Latin-1. */
async function makePlain(t: TestContext): Promise<{ folder: string; members: Map<string, Buffer> }> {
  const folder = await makeFolder(t);
  const [zips, plain] = [join(folder, 'zips'), join(folder, 'plain')];
  await generateRegistry({ directory: zips, companies, parts: 1, unzippedInto: plain });
  const members = new Map<string, Buffer>();
  for (const name of await readdir(plain)) {
    members.set(name.replace(/\.csv$/, ''), await readFile(join(plain, name)));
  }
  return { folder, members };
}

it('archives of other shapes', async (outer) => {
  const database = await openTestDatabase(outer);
  await outer.test(
    'files that were unzipped import under their published names, and with .csv behind',
    async (t) => {
      const { folder, members } = await makePlain(t);
      const plain = join(folder, 'plain');
      await load(database, plain);
      await assertSound(database);
      for (const name of members.keys()) await rename(join(plain, `${name}.csv`), join(plain, name));
      const generation = await load(database, plain);
      assert.equal(generation.changes?.opened, 0);
      await assertSound(database);
    },
  );

  await outer.test('files that are called as the archives import', async (t) => {
    const { folder, members } = await makePlain(t);
    const named = join(folder, '2026-04');
    await mkdir(named);
    for (const [member, content] of members) {
      const archive = {
        EMPRECSV: 'Empresas0',
        ESTABELE: 'Estabelecimentos0',
        SOCIOCSV: 'Socios0',
        'SIMPLES.CSV': 'Simples',
      };
      const [, name] = Object.entries(archive).find(([part]) => member.includes(part)) ?? [];
      if (name !== undefined) await writeFile(join(named, `${name}.csv`), content);
    }
    await load(database, named);
    await assertSound(database);
  });

  await outer.test('zips of 64 bits import', async (t) => {
    const { folder, members } = await makePlain(t);
    const zips = join(folder, 'zip64');
    await mkdir(zips);
    for (const [name, content] of members) {
      await writeZip(join(zips, `${name}.zip`), [{ name, modified, content: [content] }], { zip64: true });
    }
    await load(database, zips);
    await assertSound(database);
  });

  for (const zip64 of [false, true]) {
    await outer.test(
      `one zip ${zip64 ? 'of 64 bits ' : ''}with all files imports, each row put aside named with its own file`,
      async (t) => {
        const { folder, members } = await makePlain(t);
        const zips = join(folder, 'one');
        await mkdir(zips);
        const all = [...members].map(([name, content]) => {
          const isRows = /ESTABELE|EMPRECSV/.test(name);
          const bad = Buffer.from(line(['x', '']), 'latin1');
          return {
            name: `dados/${name}`,
            modified,
            content: isRows ? [content, bad] : [content],
          };
        });
        const notes = { name: 'leia-me.txt', modified, content: [Buffer.from('nada')] };
        await writeZip(join(zips, 'cnpj.zip'), [...all, notes], { zip64 });
        await load(database, zips);
        await assertSound(database);
        const { rows } = await listRefusedRows(database.db, { limit: 10 });
        assert.equal(rows.length, 2);
        assert.deepEqual(
          rows.map(({ file }) => /^cnpj\.zip\/dados\/.*(EMPRECSV|ESTABELE)$/.test(file)),
          [true, true],
        );
      },
    );
  }

  await outer.test('empty files and empty members are no rows', async (t) => {
    const { folder } = await makePlain(t);
    const zips = join(folder, 'zips');
    await writeFile(join(zips, 'K3241.K03200Y7.D60411.ESTABELE'), '');
    await writeZip(join(zips, 'Socios8.zip'), [
      { name: 'K3241.K03200Y8.D60411.SOCIOCSV', modified, content: [] },
    ]);
    await load(database, zips);
    await assertSound(database);
  });

  await outer.test(
    'any of the parts import: without lists, without companies, without partners',
    async (t) => {
      const { folder } = await makePlain(t);
      const zips = join(folder, 'zips');
      const some = join(folder, '2026-04');
      await mkdir(some);
      const cnpj = headOfficeOf(makeCompany(1, 7));
      for (const name of ['Estabelecimentos0.zip', 'Simples.zip', 'Empresas0.zip', 'Socios0.zip']) {
        await rename(join(zips, name), join(some, name));
        await load(database, some);
        const lookup = await findCompanyRecord(database.db, cnpj);
        assert.ok(lookup.found);
        const isNamed = ['Empresas0.zip', 'Socios0.zip'].includes(name);
        assert.equal(lookup.record.officialName, isNamed ? makeCompany(1, 7).company[1] : undefined);
        assert.equal('description' in lookup.record.mainActivity!, false);
      }
    },
  );

  await outer.test(
    'a row with names of columns, and a first row that never ends, are put aside',
    async (t) => {
      const { folder, members } = await makePlain(t);
      const plain = join(folder, 'plain');
      const [name, content] = [...members].find(([one]) => one.includes('EMPRECSV'))!;
      const header = 'cnpj_basico;razao_social;natureza;qualificacao;capital;porte;ente\n';
      const endless = '"99999999";"ABERTO;"2062"\n';
      await writeFile(join(plain, `${name}.csv`), Buffer.concat([Buffer.from(endless + header), content]));
      const generation = await load(database, plain);
      assert.equal(generation.rowCounts?.companies, companies);
      const { rows } = await listRefusedRows(database.db, { limit: 10 });
      assert.deepEqual(
        rows.map(({ line: at, reason }) => [at, reason]),
        [
          [1, 'quote_unclosed'],
          [2, 'cnpj_invalid'],
        ],
      );
    },
  );
});

it('a member that unpacks to more than its zip names is not read on', async (t) => {
  const folder = await makeFolder(t);
  const path = join(folder, 'Socios0.zip');
  const content = Array.from({ length: 64 }, () => Buffer.alloc(1 << 20, 10));
  await writeZip(path, [{ name: 'K3241.K03200Y0.D60411.SOCIOCSV', modified, content }]);
  const zip = await readFile(path);
  // The size of the contents in the directory (APPNOTE 4.3.12).
  const entry = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  assert.equal(zip.readUInt32LE(entry + 24), 64 << 20);
  zip.writeUInt32LE(1_000, entry + 24);
  await writeFile(path, zip);
  const [file] = await findRegistryFiles(folder);
  let read = 0;
  const readAll = async () => {
    for await (const chunk of file!.read()) read += chunk.length;
  };
  await assert.rejects(readAll(), { code: 'registry_archive_broken' });
  assert.ok(read <= 1_000, String(read));
});

it('each thing that goes wrong in the published files', async (outer) => {
  const database = await openTestDatabase(outer);
  for (const quirk of quirks) {
    await outer.test(
      `${quirk.name}: what can be kept is kept and served, the rest is put aside`,
      async (t) => {
        const directory = await makeFolder(t);
        const written = await generateRegistry({
          directory,
          companies,
          parts: 1,
          quirkShare: 0.5,
          quirkNames: [quirk.name],
        });
        const generation = await load(database, directory);
        const { codes: _, ...counts } = generation.rowCounts!;
        const { bad, ...expected } = written;
        assert.deepEqual(counts, expected);
        const put = Object.values(generation.refusedRows!).reduce((sum, count) => sum + count, 0);
        assert.equal(put, bad);
        // Every other company is as it was.
        let answered = 0;
        for (let index = 0; index < companies; index += 1) {
          const made = makeCompany(1, index);
          const lookup = await findCompanyRecord(database.db, headOfficeOf(made));
          if (!lookup.found) continue;
          answered += 1;
          assert.doesNotMatch(JSON.stringify(lookup.record), /\\u0000/);
          assert.equal(lookup.record.cnpj, headOfficeOf(made));
        }
        assert.ok(answered >= companies - bad);
      },
    );
  }

  const serve = async (t: TestContext, fields: Readonly<Record<number, string>>, name = 'ACME') => {
    const directory = await makeFolder(t);
    const first = '12ABC3450001';
    const row = Array.from({ length: 30 }, (_, index) => fields[index] ?? '');
    row.splice(0, 4, first.slice(0, 8), '0001', checkDigits(first), '1');
    await writeFile(join(directory, 'K3241.K03200Y0.D60411.ESTABELE'), line(row), 'latin1');
    const company = [first.slice(0, 8), name, '2062', '49', '1,00', '01', ''];
    await writeFile(join(directory, 'K3241.K03200Y0.D60411.EMPRECSV'), line(company), 'latin1');
    await load(database, directory);
    const lookup = await findCompanyRecord(database.db, parseCnpj(first + checkDigits(first))!);
    assert.ok(lookup.found);
    return lookup.record;
  };

  await outer.test('a NUL byte is taken out of the text', async (t) => {
    assert.equal((await serve(t, {}, 'PADA\0RIA\0')).officialName, 'PADARIA');
  });

  await outer.test('text with semicolons, quotes and line feeds is served whole', async (t) => {
    const record = await serve(t, { 16: 'FUNDOS;SALA 2\nBLOCO ""B""' }, 'BAR "DO ZE"');
    assert.equal(record.address.complement, 'FUNDOS;SALA 2 BLOCO "B"');
    assert.equal(record.officialName, 'BAR "DO ZE"');
  });

  await outer.test('Latin text and UTF-8 text give the same', async (t) => {
    assert.equal((await serve(t, {}, 'A\xc7\xdaCAR')).officialName, 'AÇÚCAR');
    assert.equal((await serve(t, {}, 'A\xc3\x87\xc3\x9aCAR')).officialName, 'AÇÚCAR');
  });

  await outer.test('dates of zeros and absurd years are served as none, the raw value kept', async (t) => {
    const record = await serve(t, { 6: '00000000', 10: '02020101', 29: '41000101' });
    assert.deepEqual(record.statusDate, { date: undefined });
    assert.deepEqual(record.openingDate, { date: undefined, raw: '02020101' });
    assert.deepEqual(record.specialStatusDate, { date: undefined, raw: '41000101' });
  });
});
