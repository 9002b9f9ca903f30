import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import type { ListName } from '../../../src/people/index.ts';
import { removeUnfinishedLists } from '../../../src/people/lists/import-list.ts';
import { listListGenerations } from '../../../src/people/lists/list-generations-store.ts';
import { rollBackList } from '../../../src/people/lists/put-list-in-service.ts';
import { listRefusedRows } from '../../../src/people/rows/refused-rows-store.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { type Cpf, generateCnpj, generateCpf, maskCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { holdLocks, lockWaits, loseLock } from '../../support/lose-lock.ts';
import { loseAnswer, overtake } from '../../support/lossy-database.ts';
import { writeZip } from '../../support/write-zip.ts';
import { ceafFile, ceisFile, cepimFile, cnepFile, pepFile, tseFile } from './list-files.ts';
import { person, shareLists } from './share-lists.ts';

const portalLists = ['pep', 'ceis', 'cnep', 'ceaf', 'cepim', 'tse'] as const;

describeDatabases('the import of a public list', (kind) => {
  const { database, run, look } = shareLists(kind);

  it('headers are matched loosely, and UTF-8 or mixed rows are read', async () => {
    const cpf = generateCpf();
    const header = 'cpf,NOME PEP,DESCRICAO FUNCAO,Data Inicio Exercicio,data fim exercicio,DATA FIM CARENCIA';
    const utf8 = `\ufeff${header}\n${maskCpf(cpf)},JOSÉ GONÇALVES,PREFEITO,2020-01-01,,\n`;
    const latin = Buffer.from(`${maskCpf(cpf)},JOSÉ GONÇALVES,SECRETÁRIO,01/01/2021,,\n`, 'latin1');
    await run('pep', Buffer.concat([Buffer.from(utf8), latin]));
    const data = await look(person(cpf, 'José Gonçalves'));
    assert.deepEqual(
      data.positions.map(({ description }) => description),
      ['PREFEITO', 'SECRETÁRIO'],
    );
  });

  it('a list that was put in service without an answer stays there', async () => {
    const cpf = generateCpf();
    const isInService = async () => {
      const [newest] = await listListGenerations(database().db);
      return newest?.state === 'current';
    };
    const lossy = loseAnswer(database(), isInService);
    const file = pepFile([{ CPF: maskCpf(cpf), Nome_PEP: 'ANA LIMA' }]);
    const done = await run('pep', file, 'list.csv', {}, lossy);
    assert.deepEqual([done.state, done.entries], ['current', 1]);
    assert.equal((await look(person(cpf, 'Ana Lima'))).positions.length, 1);
  });

  it('an import that another one has cleared away takes no list out of service', async () => {
    const cpf = generateCpf();
    const file = pepFile([{ CPF: maskCpf(cpf), Nome_PEP: 'ANA LIMA' }]);
    const { id } = await run('pep', file);
    const overtaken = overtake(database(), () =>
      database().execute("update person_list_generations set state = 'failed' where state = 'loading'"),
    );
    await assert.rejects(run('pep', file, 'list.csv', {}, overtaken), { code: 'people_import_interrupted' });
    const current = await listListGenerations(database().db, { state: 'current' });
    assert.deepEqual(
      current.map((one) => one.id),
      [id],
    );
    assert.equal((await look(person(cpf, 'Ana Lima'))).positions.length, 1);
  });

  it('an import that lost its lock goes into service whole or not at all', {
    skip: kind !== 'postgres',
  }, async () => {
    const cpf = generateCpf();
    const file = pepFile([{ CPF: maskCpf(cpf), Nome_PEP: 'ANA LIMA' }]);
    await run('pep', file);
    const analyse = await holdLocks(
      database(),
      sql`lock table person_list_entries in share update exclusive mode`,
    );
    const importing = run('pep', file).catch(() => {});
    await lockWaits(database(), 1);
    const remove = await holdLocks(database(), sql`select id from person_list_entries for update`);
    await loseLock(database());
    const clearing = removeUnfinishedLists({ database: database(), clock: systemClock });
    await lockWaits(database(), 2);
    await analyse();
    await Promise.race([importing, lockWaits(database(), 2)]);
    await remove();
    await Promise.all([importing, clearing]);
    assert.equal((await look(person(cpf, 'Ana Lima'))).positions.length, 1);
  });

  it('a zip is read as it is published, the whole country of several tables', async () => {
    const [one, two] = [generateCpf(), generateCpf()];
    const table = (cpf: Cpf) =>
      tseFile([{ ANO_ELEICAO: '2018', NM_CANDIDATO: 'ANA LIMA', NR_CPF_CANDIDATO: cpf }]);
    const zip = writeZip([
      { name: 'leiame.pdf', content: Buffer.from('x') },
      { name: 'consult_cand_2018_RN.csv', content: table(one) },
      { name: 'consult_cand_2018_BRASIL.csv', content: table(two) },
    ]);
    const done = await run('tse', zip, 'consult_cand_2018.zip');
    assert.deepEqual([done.edition, done.entries], ['2018', 1]);
    assert.equal((await look(person(two, 'Ana Lima'))).candidates.length, 1);
    const several = writeZip([
      { name: 'a.csv', content: table(one) },
      { name: 'b.csv', content: table(two) },
    ]);
    await assert.rejects(run('tse', several, 'list.zip'), { code: 'people_file_unreadable' });
    for (const broken of [zip.subarray(0, 40), Buffer.from('no zip')]) {
      await assert.rejects(run('tse', broken, 'list.zip'), {
        code: 'people_file_unreadable',
        detail: 'The file is not a zip, or its end is missing.',
      });
    }
  });

  it('rows that name nobody are put aside, and odd dates lose nobody', async () => {
    const cpf = generateCpf();
    const row = (change: object) => ({ CPF: maskCpf(cpf), Nome_PEP: 'ANA LIMA', ...change });
    const file = pepFile([
      row({ Data_Início_Exercício: '99/99/9999' }),
      row({ Nome_PEP: '' }),
      row({ CPF: '123' }),
      row({ Nome_PEP: '=cmd|x' }),
    ]);
    const done = await run('pep', Buffer.concat([file, Buffer.from('"a";"b"\n')]));
    assert.deepEqual(
      [done.entries, done.refusedRows],
      [1, { name_missing: 1, document_invalid: 1, formula: 1, column_count: 1 }],
    );
    const aside = await listRefusedRows(database().db, { generation: done.id }, { limit: 10 });
    assert.deepEqual(
      aside.map(({ line, reason }) => `${line} ${reason}`),
      ['3 name_missing', '4 document_invalid', '5 formula', '6 column_count'],
    );
    assert.equal((await look(person(cpf, 'Ana Lima'))).positions[0]?.startDate, undefined);
  });

  it('of every kind put hostile rows aside, unread where they are too long, and take the others', async () => {
    const cnpj = () => generateCnpj();
    const lists: readonly (readonly [
      ListName,
      (rows: Record<string, string>[]) => Buffer,
      string,
      string,
      () => string,
    ])[] = [
      ['pep', pepFile, 'Nome_PEP', 'CPF', () => maskCpf(generateCpf())],
      ['ceis', ceisFile, 'NOME DO SANCIONADO', 'CPF OU CNPJ DO SANCIONADO', cnpj],
      ['cnep', cnepFile, 'NOME DO SANCIONADO', 'CPF OU CNPJ DO SANCIONADO', cnpj],
      ['ceaf', ceafFile, 'NOME DO SANCIONADO', 'CPF OU CNPJ DO SANCIONADO', generateCpf],
      ['cepim', cepimFile, 'NOME ENTIDADE', 'CNPJ ENTIDADE', cnpj],
      ['tse', tseFile, 'NM_CANDIDATO', 'NR_CPF_CANDIDATO', generateCpf],
    ];
    assert.deepEqual(lists.map(([list]) => list).sort(), [...portalLists].sort());
    for (const [list, write, nameColumn, documentColumn, makeDocument] of lists) {
      const row = (name: string) => ({
        ANO_ELEICAO: '2024',
        [nameColumn]: name,
        [documentColumn]: makeDocument(),
      });
      const rowsOf = (names: readonly string[]) => {
        const file = write(names.map(row));
        return file.subarray(file.indexOf('\n') + 1);
      };
      const formula = '=HYPERLINK("http://x.invalid";"A")';
      const content = Buffer.concat([
        write([row('ANA LIMA'), row(formula), row('@SUM(A1)'), row('+1+cmd|x'), row('RUI\u0000DIAS')]),
        rowsOf(['x'.repeat(10_000_000)]),
        // The same list written on by another program, in another encoding.
        Buffer.from(rowsOf(['JOS\u00c9 ALVES']).toString('latin1')),
        rowsOf(['BIA\u0007LIMA', 'CARLOS PRADO']),
        Buffer.from('"never closed;\n'),
      ]);
      const done = await run(list, content);
      assert.deepEqual(
        [done.entries, done.refusedRows],
        [3, { formula: 3, nul_byte: 1, row_too_long: 1, control_character: 1, quote_unclosed: 1 }],
        list,
      );
      const aside = await listRefusedRows(database().db, { generation: done.id }, { limit: 100 });
      assert.deepEqual(
        aside.map(({ line }) => line),
        [3, 4, 5, 6, 7, 9, 11],
        list,
      );
      const stored = JSON.stringify(
        (await database().execute('select * from person_list_refused_rows')).rows,
      );
      assert.ok(!/HYPERLINK|SUM|cmd|xxxx/.test(stored));
    }
  });

  it('a new list replaces the old one at once; one that fails changes nothing', async () => {
    const [one, two] = [generateCpf(), generateCpf()];
    const file = (cpf: Cpf) => pepFile([{ CPF: maskCpf(cpf), Nome_PEP: 'ANA LIMA' }]);
    const count = async (cpf: Cpf) => (await look(person(cpf, 'Ana Lima'))).candidates.length;
    await run('pep', file(one));
    assert.deepEqual([await count(one), await count(two)], [1, 0]);
    await run('pep', file(two));
    assert.deepEqual([await count(one), await count(two)], [0, 1]);
    await assert.rejects(run('pep', cepimFile([])), { code: 'list_layout_unknown' });
    await assert.rejects(run('pep', pepFile([])), { code: 'people_import_empty' });
    await assert.rejects(run('pep', file(one), 'list.csv', { signal: AbortSignal.abort() }), {
      code: 'people_import_interrupted',
    });
    assert.deepEqual([await count(one), await count(two)], [0, 1]);
    const states = async () => (await listListGenerations(database().db)).map(({ state }) => state);
    assert.deepEqual(await states(), ['failed', 'failed', 'failed', 'current', 'previous']);
    assert.equal(await countEntries(), 2, 'nothing is left of those that failed');
    await run('pep', file(two));
    assert.deepEqual((await states()).slice(0, 1), ['current']);
    assert.deepEqual((await states()).slice(-2), ['previous', 'replaced']);
    assert.equal(await countEntries(), 2, 'one list before the current one is kept');
  });

  const sanctioned = () => ({
    'CPF OU CNPJ DO SANCIONADO': generateCnpj(),
    'NOME DO SANCIONADO': 'ACME LTDA',
    'CATEGORIA DA SANÇÃO': 'Impedimento',
  });

  it('a file of another list is refused, and the list stays', async () => {
    const files: Readonly<Record<(typeof portalLists)[number], Buffer>> = {
      pep: pepFile([{ CPF: maskCpf(generateCpf()), Nome_PEP: 'ANA LIMA' }]),
      ceis: ceisFile([sanctioned()]),
      cnep: cnepFile([sanctioned()]),
      ceaf: ceafFile([{ ...sanctioned(), 'CPF OU CNPJ DO SANCIONADO': maskCpf(generateCpf()) }]),
      cepim: cepimFile([{ 'CNPJ ENTIDADE': generateCnpj(), 'NOME ENTIDADE': 'ONG' }]),
      tse: tseFile([{ ANO_ELEICAO: '2024', NM_CANDIDATO: 'ANA LIMA', NR_CPF_CANDIDATO: generateCpf() }]),
    };
    const current = async () =>
      (await listListGenerations(database().db, { state: 'current' })).map(({ id }) => id);
    for (const list of portalLists) await run(list, files[list], 'a.csv', { isForced: true });
    const before = await current();
    for (const list of portalLists) {
      for (const other of portalLists.filter((name) => name !== list)) {
        const wrong = run(list, files[other], 'a.csv', { isForced: true });
        await assert.rejects(wrong, { code: 'list_layout_unknown' }, `${other} as ${list}`);
      }
    }
    assert.deepEqual(await current(), before);
    await assert.rejects(run('ceis', files.cnep), { detail: 'The file is the list CNEP.' });
    const people = 'CPF;NOME;FUNÇÃO;DATA INICIO;DATA FIM;DATA DE FIM\n11144477735;ANA LIMA;CHEFE;;;\n';
    await assert.rejects(run('pep', people), { code: 'list_layout_unknown' }, 'any list of servants');
  });

  it('single rows of another list are put aside', async () => {
    const done = await run('ceis', ceisFile([sanctioned(), { ...sanctioned(), CADASTRO: 'CNEP' }]));
    assert.deepEqual([done.entries, done.refusedRows], [1, { other_list: 1 }]);
  });

  it('documents of nobody whom the list names are put aside; withheld ones leave the name', async () => {
    const documents = ['xx', 'X', '***', '..', '/', '000', generateCnpj()];
    const rows = (each: readonly string[]) => each.map((CPF) => ({ CPF, Nome_PEP: 'ANA LIMA' }));
    const withheld = ['', '-4', '0', '***.***.***-**', 'XXXXXXXXXXX', '00000000000'];
    const done = await run('pep', pepFile(rows([...documents, ...withheld])));
    assert.deepEqual(
      [done.entries, done.refusedRows],
      [withheld.length, { document_invalid: documents.length }],
    );
  });

  it('a list that shrinks by more than its share is refused unless it is forced', async () => {
    const file = (count: number) => ceisFile(Array.from({ length: count }, sanctioned));
    await run('ceis', file(10));
    await assert.rejects(run('ceis', file(7)), {
      code: 'list_shrunk',
      detail: 'The list in service has 10 entries, and the file has 7.',
    });
    assert.equal(await countEntries(), 10);
    assert.equal((await run('ceis', file(8))).state, 'current');
    assert.equal((await run('ceis', file(1), 'a.csv', { isForced: true })).entries, 1);
  });

  it('a day that has not come, given or of the name, is refused: the list would not count as old until then', async () => {
    const file = ceisFile([sanctioned()]);
    const wrong = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await assert.rejects(run('ceis', file, 'a.csv', { listDate: wrong }), {
      code: 'list_date_future',
      detail: `The given day is ${wrong}.`,
    });
    assert.equal((await run('ceis', file, 'a.csv', { listDate: '2026-04-01' })).listDate, '2026-04-01');
    for (const [name, detail] of [
      ['20410411_CEIS.csv', 'The day in the name 20410411_CEIS.csv has not come.'],
      ['204104_CEIS.csv', 'The day in the name 204104_CEIS.csv has not come.'],
    ] as const) {
      await assert.rejects(run('ceis', file, name), { code: 'list_date_future', detail });
    }
    const month = new Date().toISOString().slice(0, 7).replace('-', '');
    assert.equal(
      (await run('ceis', file, `${month}_CEIS.csv`)).state,
      'current',
      'the month that is under way',
    );
  });

  it('a list that is older than the one in service is refused unless it is forced', async () => {
    const file = ceisFile([sanctioned()]);
    await run('ceis', file, '20260402_CEIS.csv');
    await assert.rejects(run('ceis', file, '20260401_CEIS.csv'), {
      code: 'list_older',
      detail: 'The list in service is of 2026-04-02, and the file of 2026-04-01.',
    });
    const [current] = await listListGenerations(database().db, { state: 'current' });
    assert.equal(current!.listDate, '2026-04-02');
    assert.equal((await run('ceis', file, '20260402_CEIS.csv')).state, 'current');
    assert.equal((await run('ceis', file, 'a.csv')).state, 'current', 'a file without a day');
    await run('ceis', file, '20260403_CEIS.csv');
    const forced = await run('ceis', file, '20260401_CEIS.csv', { isForced: true });
    assert.equal(forced.listDate, '2026-04-01');
  });

  it('a rollback puts the list before in service again, once', async () => {
    const [one, two] = [generateCpf(), generateCpf()];
    const file = (cpf: Cpf) => pepFile([{ CPF: maskCpf(cpf), Nome_PEP: 'ANA LIMA' }]);
    const count = async (cpf: Cpf) => (await look(person(cpf, 'Ana Lima'))).candidates.length;
    const rollBack = (list: ListName, edition?: string) =>
      rollBackList({ database: database(), clock: systemClock }, { list, edition });
    const first = await run('pep', file(one));
    await assert.rejects(rollBack('pep'), { code: 'list_rollback_impossible' });
    await run('pep', file(two));
    assert.deepEqual(
      (await rollBack('pep')).map(({ id, state }) => [id, state]),
      [[first.id, 'current']],
    );
    assert.deepEqual([await count(one), await count(two), await countEntries()], [1, 0, 1]);
    await assert.rejects(rollBack('pep'), { code: 'list_rollback_impossible' });

    const candidates = (names: readonly string[]) =>
      tseFile(names.map((NM_CANDIDATO) => ({ ANO_ELEICAO: '2024', NM_CANDIDATO, NR_CPF_CANDIDATO: '-4' })));
    await run('tse', candidates(['A B']), 'consult_cand_2024_RN.csv');
    await run('tse', candidates(['C D']), 'consult_cand_2024_SP.csv');
    await run('tse', candidates(['E F', 'G H']), 'consult_cand_2024_BRASIL.csv');
    await assert.rejects(rollBack('tse'), /2024\/(RN|SP), 2024\/(RN|SP)/);
    assert.deepEqual((await rollBack('tse', '2024')).map(({ edition }) => edition).sort(), [
      '2024/RN',
      '2024/SP',
    ]);
  });

  const countEntries = async () =>
    (await database().execute('select count(*) as n from person_list_entries')).rows[0]!.n;

  it('nothing that names a person can be read from the tables', async () => {
    const cpf = generateCpf();
    await run('ceaf', ceafFile([{ 'CPF OU CNPJ DO SANCIONADO': cpf, 'NOME DO SANCIONADO': 'CLARA NUNES' }]));
    const { rows } = await database().execute('select * from person_list_entries');
    const stored = rows.flatMap((row) =>
      Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))),
    );
    assert.ok(!stored.join().match(new RegExp(`CLARA|${cpf}|${cpf.slice(3, 9)}`)));
  });
});
