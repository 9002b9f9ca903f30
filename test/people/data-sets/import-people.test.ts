import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import {
  type ImportPeopleOptions,
  importPeople,
  removeUnfinishedPeople,
} from '../../../src/people/data-sets/import-people.ts';
import { listImports, withdrawImport } from '../../../src/people/data-sets/person-imports-store.ts';
import { findPersonRecords } from '../../../src/people/data-sets/person-records-store.ts';
import { forgetReplacedPeople, rollBackPeople } from '../../../src/people/data-sets/roll-back-people.ts';
import { createCpfIndex, listRefusedRows } from '../../../src/people/index.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { lockWork, type OpenDatabase } from '../../../src/platform/db/index.ts';
import { type Cpf, generateCpf } from '../../../src/platform/documents.ts';
import { createMasterKey, createRecordCipher } from '../../../src/platform/encryption/index.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';
import { holdLocks, lockWaits, loseLock } from '../../support/lose-lock.ts';
import { loseAnswer, overtake } from '../../support/lossy-database.ts';

describeDatabases('importPeople', (kind) => {
  const closing: (() => unknown)[] = [];
  let folder: string;
  let database: OpenDatabase;
  const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
  const cpfIndex = createCpfIndex(randomBytes(32));
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-people-'));
    const scope = { after: (close: () => unknown) => closing.push(close) };
    database = await openTestDatabase(scope as never, kind);
  });
  beforeEach(() => database.execute('truncate person_records, person_imports, person_import_refused_rows'));
  after(async () => {
    for (const close of closing.reverse()) await close();
    await rm(folder, { recursive: true });
  });

  const deps = () => ({ database, cipher, cpfIndex, clock: systemClock });
  async function run(
    content: string | Buffer | undefined,
    options: Partial<ImportPeopleOptions> & { mapping?: object } = {},
  ) {
    const path = join(folder, 'people');
    if (content !== undefined) await writeFile(path, content);
    const { mapping, ...rest } = options;
    const mappingPath = mapping && join(folder, 'mapping');
    // Some editors write a byte order mark.
    if (mappingPath !== undefined) await writeFile(mappingPath, `\ufeff${JSON.stringify(mapping)}`);
    return await importPeople(deps(), { path, format: 'csv', mappingPath, ...rest });
  }
  const find = async (source: 'pfBasicData' | 'pfAddresses', cpf: Cpf) => {
    const part = source === 'pfBasicData' ? 'basicData' : 'addresses';
    const found = await findPersonRecords(database.db, { cipher, cpfIndex }, part, [cpf]);
    return (found.get(cpf) ?? []).map(({ record }) =>
      part === 'basicData' ? record.basicData : { addresses: record.addresses },
    );
  };
  const countRecords = async () =>
    (await database.execute('select count(*) as n from person_records')).rows[0]!.n as number;

  it('an import that was committed without an answer counts', async () => {
    const cpf = generateCpf();
    const isReady = async () => (await listImports(database.db))[0]?.state === 'ready';
    const path = join(folder, 'people');
    await writeFile(path, `cpf,nome\n${cpf},ANA LIMA\n`);
    const lossy = { ...deps(), database: loseAnswer(database, isReady) };
    const done = await importPeople(lossy, { path, format: 'csv' });
    assert.deepEqual([done.state, done.rows], ['ready', 1]);
    assert.deepEqual(await find('pfBasicData', cpf), [{ name: 'ANA LIMA' }]);
  });

  it('an import that another one has cleared away counts for nothing, and leaves nothing', async () => {
    const path = join(folder, 'people');
    await writeFile(path, `cpf,nome\n${generateCpf()},ANA LIMA\n`);
    const overtaken = overtake(database, () =>
      database.execute("update person_imports set state = 'failed' where state = 'loading'"),
    );
    const importing = importPeople({ ...deps(), database: overtaken }, { path, format: 'csv' });
    await assert.rejects(importing, { code: 'people_import_interrupted' });
    assert.equal((await listImports(database.db))[0]?.state, 'failed');
    assert.equal(await countRecords(), 0);
  });

  it('a CSV with a mapping is kept by CPF, sealed, and found by nothing but the CPF', async () => {
    const [one, two] = [generateCpf(), generateCpf()];
    const report = await run(
      Buffer.from(
        `DOC;NM_PESSOA;NM_M\u00c3E;DT_NASC;SX;LOGR;CEP\n${one};JOS\u00c9 ALVES;ANA ALVES;31/12/1980;1;RUA A;01000-000\n` +
          `${two.slice(0, 3)}.${two.slice(3, 6)}.${two.slice(6, 9)}-${two.slice(9)};BIA LIMA;-;;2;;\n`,
        'latin1',
      ),
      {
        mapping: {
          columns: {
            cpf: 'doc',
            name: 'Nm Pessoa',
            motherName: 'NM_MÃE',
            birthDate: 'dt_nasc',
            gender: 'SX',
            address: { street: 'LOGR', postalCode: 'CEP' },
          },
          values: { gender: { 1: 'Male', 2: 'Female' } },
        },
      },
    );
    assert.equal(report.state, 'ready');
    assert.deepEqual(report.records, { pfBasicData: 2, pfAddresses: 1 });
    assert.deepEqual(await find('pfBasicData', one), [
      { name: 'JOSÉ ALVES', motherName: 'ANA ALVES', birthDate: '31/12/1980', gender: 'Male' },
    ]);
    assert.deepEqual(await find('pfAddresses', one), [
      { addresses: [{ street: 'RUA A', postalCode: '01000-000' }] },
    ]);
    assert.deepEqual(await find('pfBasicData', two), [{ name: 'BIA LIMA', gender: 'Female' }]);
    assert.deepEqual(await find('pfBasicData', generateCpf()), []);
    const { rows } = await database.execute('select * from person_records');
    const stored = JSON.stringify(
      rows.map((row) =>
        Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value)),
      ),
    );
    for (const secret of ['ALVES', 'RUA A', one, two, one.slice(3, 9)]) assert.ok(!stored.includes(secret));
  });

  it('usual names of columns need no mapping', async () => {
    const cpf = generateCpf();
    await run(
      `CPF,Nome,Nome da Mãe,Data de Nascimento,Logradouro,UF\n${cpf},Ana Lima,Bia Lima,1990-02-28,Rua B,SP\n`,
    );
    assert.deepEqual(await find('pfBasicData', cpf), [
      { name: 'Ana Lima', motherName: 'Bia Lima', birthDate: '28/02/1990' },
    ]);
    assert.deepEqual(await find('pfAddresses', cpf), [{ addresses: [{ street: 'Rua B', state: 'SP' }] }]);
  });

  it('lines of JSON are taken, by our names or a mapping', async () => {
    const [one, two] = [generateCpf(), generateCpf()];
    const own = {
      cpf: one,
      name: 'Ana',
      birthDate: '2000-01-02',
      addresses: [{ city: 'Recife' }, { city: 'Natal' }],
    };
    await run(`${JSON.stringify(own)}\n`, { format: 'ndjson' });
    assert.deepEqual(await find('pfBasicData', one), [{ name: 'Ana', birthDate: '02/01/2000' }]);
    assert.deepEqual(await find('pfAddresses', one), [
      { addresses: [{ city: 'Recife' }, { city: 'Natal' }] },
    ]);
    const other = { pessoa: { doc: two, nome: 'Rui' } };
    const mapping = { cpf: 'pessoa.doc', name: 'pessoa.nome' };
    await run(JSON.stringify(other), { format: 'ndjson', mapping });
    assert.deepEqual(await find('pfBasicData', two), [{ name: 'Rui' }]);
  });

  const forget = (days: number) =>
    forgetReplacedPeople({
      database,
      clock: { now: () => new Date(Date.now() + days * 86_400_000) } as never,
    });
  const rollBack = () => rollBackPeople({ database });

  it('the last import is taken back, once, and each person has the data of before', async () => {
    const [one, two, three] = [generateCpf(), generateCpf(), generateCpf()];
    await assert.rejects(rollBack(), { code: 'people_rollback_impossible' });
    await run(`cpf;nome\n${one};Ana\n${two};Rui\n`);
    await run(`cpf;nome;rua\n${one};Ana Lima;Rua A\n`);
    const last = await run(`cpf;nome\n${one};Ana Souza\n${three};Eva\n`);
    const names = async () =>
      await Promise.all(
        [one, two, three].map(async (cpf) =>
          (await find('pfBasicData', cpf)).map((it) => it && 'name' in it && it.name),
        ),
      );
    assert.deepEqual(await names(), [['Ana Souza'], ['Rui'], ['Eva']]);
    assert.deepEqual(await find('pfAddresses', one), [{ addresses: [{ street: 'Rua A' }] }]);
    const back = await rollBack();
    assert.deepEqual([back.id, back.state, back.isRevocable], [last.id, 'withdrawn', false]);
    assert.deepEqual(await names(), [['Ana Lima'], ['Rui'], []]);
    assert.equal(await countRecords(), 2);
    // What the import before had replaced is gone since the last one came.
    await assert.rejects(rollBack(), { code: 'people_rollback_impossible' });
    await run(`cpf;nome\n${three};Eva Lima\n`);
    assert.deepEqual(await names(), [['Ana Lima'], ['Rui'], ['Eva Lima']]);
  });

  it('what an import replaced is kept for a week, and the only import can be taken back too', async () => {
    const cpf = generateCpf();
    await run(`cpf;nome\n${cpf};Ana\n`);
    await run(`cpf;nome\n${cpf};Ana Lima\n`);
    assert.equal(await countRecords(), 2);
    await forget(6);
    assert.equal(await countRecords(), 2);
    await forget(8);
    assert.equal(await countRecords(), 1);
    await assert.rejects(rollBack(), { code: 'people_rollback_impossible' });
    assert.deepEqual(await find('pfBasicData', cpf), [{ name: 'Ana Lima' }]);
    const other = generateCpf();
    await run(`cpf;nome\n${other};Rui\n`);
    await rollBack();
    assert.deepEqual(await find('pfBasicData', other), []);
    assert.deepEqual(await find('pfBasicData', cpf), [{ name: 'Ana Lima' }]);
  });

  it('a rollback waits for no import, and one that was cut is ended by the next', async () => {
    const cpf = generateCpf();
    await run(`cpf;nome\n${cpf};Ana\n`);
    const other = await run(`cpf;nome\n${cpf};Ana Lima\n`);
    {
      await using lock = await lockWork(database, 'people/import');
      assert.ok(lock);
      await assert.rejects(rollBack(), { code: 'people_import_running' });
      assert.deepEqual(await forget(8), { outcome: 'skipped', reason: 'people_import_running' });
    }
    // The process ended between the withdrawal and the removal.
    await database.db.transaction().execute(async (tx) => await withdrawImport(tx));
    assert.deepEqual(await find('pfBasicData', cpf), [{ name: 'Ana' }]);
    await forget(0);
    const { rows } = await database.execute('select import_id from person_records');
    assert.ok(rows.length === 1 && rows[0]!.import_id !== other.id);
  });

  it('an import that counts is done when its process stops: others remove what nothing gives back', async () => {
    const cpf = generateCpf();
    await run(`cpf;nome\n${cpf};Ana\n`);
    await run(`cpf;nome\n${cpf};Ana Lima\n`);
    const path = join(folder, 'people');
    await writeFile(path, `cpf;nome\n${cpf};Ana Souza\n`);
    const stopping = new AbortController();
    const clock = {
      now: () => {
        // At its begin, for the dates of the rows, and in the transaction that makes the import count.
        asked += 1;
        if (asked === 3) stopping.abort();
        return new Date();
      },
    };
    let asked = 0;
    const done = await importPeople({ ...deps(), clock }, { path, format: 'csv', signal: stopping.signal });
    assert.deepEqual([done.state, stopping.signal.aborted], ['ready', true]);
    assert.equal(await countRecords(), 3);
    await forget(0);
    assert.equal(await countRecords(), 2);
    await rollBack();
    assert.deepEqual(await find('pfBasicData', cpf), [{ name: 'Ana Lima' }]);
  });

  it('the same file again doubles nothing', async () => {
    const cpf = generateCpf();
    const file = `cpf;nome;rua\n${cpf};Ana;Rua A\n${cpf};Ana;Rua B\n${generateCpf()};Rui;Rua C\n`;
    await run(file);
    const [first, addresses] = [await countRecords(), await find('pfAddresses', cpf)];
    assert.equal(addresses.length, 2);
    await run(file);
    await forget(8);
    assert.equal(await countRecords(), first);
    assert.deepEqual(await find('pfAddresses', cpf), addresses);
  });

  it('a later file replaces what it says, source by source, and leaves others alone', async () => {
    const [one, two] = [generateCpf(), generateCpf()];
    await run(`cpf;nome;rua\n${one};Ana;Rua A\n${two};Rui;Rua B\n`);
    await run(`cpf;nome\n${one};Ana Maria\n`);
    assert.deepEqual(await find('pfBasicData', one), [{ name: 'Ana Maria' }]);
    assert.deepEqual(await find('pfAddresses', one), [{ addresses: [{ street: 'Rua A' }] }]);
    assert.deepEqual(await find('pfBasicData', two), [{ name: 'Rui' }]);
  });

  it('bad rows are put aside with line, reason and field, and nothing of what they held', async () => {
    const cpf = generateCpf();
    const bad = (name: string) => `${generateCpf()};${name};01/01/1980\n`;
    const file = Buffer.concat([
      Buffer.from(`cpf;nome;data nascimento\n${cpf};Ana;\n`),
      Buffer.from(
        `12345678901;X;\n;Y;\n${bad('=HYPERLINK("http://x")')}${bad('+1+cmd|x')}${bad('@SUM(A1)')}${bad('-2+3')}`,
      ),
      Buffer.from(`${generateCpf()};Z;31/02/1980\n${bad('a\u0000b')}`),
      Buffer.from(`${generateCpf()};Jos\u00e9;\n`, 'latin1'),
      Buffer.from(
        `${generateCpf()};"open;\n${bad('x'.repeat(70_000))}${bad('x'.repeat(400))}${generateCpf()};A;;B\n${bad('a\u202eb')}`,
      ),
      Buffer.from(`${generateCpf()};;\n${generateCpf()};Last;`),
    ]);
    const mapping = {
      columns: { cpf: 'cpf', name: 'nome', birthDate: 'data nascimento' },
      encoding: 'utf-8',
    };
    const report = await run(file, { mapping });
    const rows = await listRefusedRows(database.db, { importId: report.id }, { limit: 100 });
    assert.deepEqual(
      rows.map(({ line, reason, field }) =>
        [line, reason, field].filter((each) => each !== undefined).join(' '),
      ),
      [
        '3 cpf_invalid cpf',
        '4 cpf_missing cpf',
        '5 formula name',
        '6 formula name',
        '7 formula name',
        '8 formula name',
        '9 date_invalid birthDate',
        '10 nul_byte',
        '11 encoding',
        '12 quote_unclosed',
        '13 row_too_long',
        '14 field_too_long name',
        '15 column_count',
        '16 control_character name',
        '17 empty',
      ],
    );
    assert.deepEqual(report.records, { pfBasicData: 2 });
    assert.equal(report.rows, 17);
    assert.deepEqual(report.refusedRows?.formula, 4);
    const stored = JSON.stringify((await database.execute('select * from person_import_refused_rows')).rows);
    assert.ok(!stored.includes('HYPERLINK') && !stored.includes('12345678901'));
  });

  it('nobody is born in the future or before 1900', async () => {
    const [today, tomorrow, cpf] = [new Date(), new Date(Date.now() + 36 * 3_600_000), generateCpf()];
    const day = (date: Date) => new Date(date.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
    const born = ['2090-05-06', day(tomorrow), '1899-12-31'].map((each) => `${generateCpf()};Z;${each}\n`);
    const report = await run(`cpf;nome;nascimento\n${born.join('')}${cpf};Ana;${day(today)}\n`);
    assert.deepEqual(report.refusedRows, { birth_date_impossible: 3 });
    const rows = await listRefusedRows(database.db, { importId: report.id }, { limit: 10 });
    assert.deepEqual(
      rows.map(({ line, field }) => `${line} ${field}`),
      ['2 birthDate', '3 birthDate', '4 birthDate'],
    );
    assert.equal((await find('pfBasicData', cpf)).length, 1);
  });

  it('cells of many megabytes are never held as a whole, quoted or not', async () => {
    const path = join(folder, 'large');
    const cpf = generateCpf();
    const [megabyte, megabytes] = [Buffer.alloc(1_000_000, 'x'), 80];
    {
      await using file = await open(path, 'w');
      await file.write(`cpf;nome\n${cpf};Ana\n`);
      for (const [start, end] of [
        ['"', '"\n'],
        ['', '\n'],
      ] as const) {
        await file.write(`${generateCpf()};${start}`);
        for (let n = 0; n < megabytes; n += 1) await file.write(megabyte);
        await file.write(end);
      }
      await file.write(`${generateCpf()};=cmd|x\n${generateCpf()};Rui\n`);
    }
    // What nobody holds any more is no concern here, whenever the runtime would have collected it.
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const used = () => {
      collect();
      return process.memoryUsage().arrayBuffers;
    };
    const before = used();
    let highest = 0;
    const report = await run(undefined, {
      path,
      onProgress: () => {
        highest = Math.max(highest, used() - before);
      },
    });
    assert.deepEqual(report.refusedRows, { row_too_long: 2, formula: 1 });
    assert.deepEqual(report.records, { pfBasicData: 2 });
    assert.deepEqual(await find('pfBasicData', cpf), [{ name: 'Ana' }]);
    assert.ok(highest < 60_000_000, `${highest} bytes of cells of 80 MB`);
  });

  it('more bad rows than are kept are still counted', async () => {
    const path = join(folder, 'people');
    await writeFile(path, `cpf;nome\n${generateCpf()};Ana\n${'1;x\n'.repeat(10_050)}`);
    const report = await importPeople(deps(), { path, format: 'csv' });
    assert.deepEqual(report.refusedRows, { cpf_invalid: 10_050 });
    const kept = await listRefusedRows(database.db, { importId: report.id }, { limit: 20_000 });
    assert.equal(kept.length, 10_000);
  });

  it('an import without a good row, or cut in the middle, changes nothing', async () => {
    const cpf = generateCpf();
    await run(`cpf;nome\n${cpf};Ana\n`);
    await assert.rejects(run('cpf;nome\n1;x\n'), { code: 'people_import_empty' });
    const controller = new AbortController();
    const rows = Array.from({ length: 3000 }, () => `${generateCpf()};Rui\n`).join('');
    const cut = run(`cpf;nome\n${cpf};Bia\n${rows}`, {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await assert.rejects(cut, { code: 'people_import_interrupted' });
    assert.deepEqual(await find('pfBasicData', cpf), [{ name: 'Ana' }]);
    assert.equal(await countRecords(), 1);
    const imports = await listImports(database.db);
    assert.deepEqual(
      imports.map(({ state, failure }) => failure ?? state),
      ['people_import_interrupted', 'people_import_empty', 'ready'],
    );
  });

  it('what a killed import left counts for nothing and is removed by the next', async () => {
    const cpf = generateCpf();
    await run(`cpf;nome\n${cpf};Ana\n`);
    await database.execute("update person_imports set state = 'loading', finished_at = null");
    assert.deepEqual(await find('pfBasicData', cpf), []);
    await run(`cpf;nome\n${generateCpf()};Rui\n`);
    assert.equal(await countRecords(), 1);
  });

  it('an import that lost its lock is not cleared away once it counts', {
    skip: kind !== 'postgres',
  }, async () => {
    const cpf = generateCpf();
    await run(`cpf;nome\n${generateCpf()};Rui\n`);
    const release = await holdLocks(database, sql`select id from person_imports for update`);
    const importing = run(`cpf;nome\n${cpf};Ana\n`);
    await lockWaits(database, 1);
    await loseLock(database);
    const clearing = removeUnfinishedPeople(deps());
    await lockWaits(database, 2);
    await release();
    await Promise.all([importing, clearing]);
    assert.deepEqual(await find('pfBasicData', cpf), [{ name: 'Ana' }]);
  });

  it('one import runs at a time', async () => {
    const file = `cpf;nome\n${generateCpf()};Ana\n`;
    {
      await using running = await lockWork(database, 'people/import');
      assert.ok(running);
      await assert.rejects(run(file), { code: 'people_import_running' });
    }
    assert.equal((await run(file)).state, 'ready');
  });

  it('a file or mapping that cannot be used is refused, without repeating what it holds', async () => {
    const cpf = generateCpf();
    await assert.rejects(run(`${cpf};Ana Lima\n`), (error: Error & { code: string; detail?: string }) => {
      assert.equal(error.code, 'people_mapping_invalid');
      assert.ok(!`${error.message}${error.detail}`.includes('Ana'));
      return true;
    });
    await assert.rejects(run('', {}), { code: 'people_import_empty' });
    await assert.rejects(run('cpf\n', { mapping: { columns: { cpf: 1 } } }), {
      code: 'people_mapping_invalid',
    });
    await assert.rejects(run('cpf\n', { mapping: { columns: { cpf: 'cpf', nome: 'x' } } }), {
      code: 'people_mapping_invalid',
    });
    await assert.rejects(run('cpf\n', { path: join(folder, 'not-there') }), {
      code: 'people_file_unreadable',
    });
  });

  it('numbers that lost their zeros are restored on request only', async () => {
    const cpf = Array.from({ length: 1000 }, () => generateCpf()).find((each) => each.startsWith('0'))!;
    const file = `cpf;nome\n${Number(cpf)};Ana\n`;
    await assert.rejects(run(file), { code: 'people_import_empty' });
    await run(file, { mapping: { columns: { cpf: 'cpf', name: 'nome' }, restoreCpfZeros: true } });
    assert.deepEqual(await find('pfBasicData', cpf), [{ name: 'Ana' }]);
  });
});
