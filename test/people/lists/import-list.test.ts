import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ListName, listNames } from '../../../src/people/index.ts';
import { listListGenerations } from '../../../src/people/lists/list-generations-store.ts';
import { listQuarantine } from '../../../src/people/rows/quarantine-store.ts';
import { type Cpf, generateCnpj, generateCpf, maskCpf } from '../../../src/platform/documents/index.ts';
import { describeDatabases } from '../../support/database.ts';
import { ceafFile, ceisFile, cepimFile, cnepFile, pepFile, tseFile, writeZip } from './list-files.ts';
import { person, shareLists } from './share-lists.ts';

describeDatabases('the import of a public list', (kind) => {
  const { database, run, look } = shareLists(kind);

  it('headers are matched loosely, and UTF-8 or mixed rows are read', async () => {
    const cpf = generateCpf();
    const header = 'cpf,NOME PEP,DESCRICAO FUNCAO,Data Inicio Exercicio';
    const utf8 = `\ufeff${header}\n${maskCpf(cpf)},JOSÉ GONÇALVES,PREFEITO,2020-01-01\n`;
    const latin = Buffer.from(`${maskCpf(cpf)},JOSÉ GONÇALVES,SECRETÁRIO,01/01/2021\n`, 'latin1');
    await run('pep', Buffer.concat([Buffer.from(utf8), latin]));
    const data = await look(person(cpf, 'José Gonçalves'));
    assert.deepEqual(
      data.positions.map(({ description }) => description),
      ['PREFEITO', 'SECRETÁRIO'],
    );
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
    for (const broken of [several, zip.subarray(0, 40), Buffer.from('no zip')]) {
      await assert.rejects(run('tse', broken, 'list.zip'), { code: 'people_file_unreadable' });
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
      [done.entries, done.quarantined],
      [1, { name_missing: 1, document_invalid: 1, formula: 1, column_count: 1 }],
    );
    const aside = await listQuarantine(database().db, { generation: done.id }, 10);
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
    assert.deepEqual(lists.map(([list]) => list).sort(), [...listNames].sort());
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
        Buffer.from('"never closed;'),
      ]);
      const done = await run(list, content);
      assert.deepEqual(
        [done.entries, done.quarantined],
        [3, { formula: 3, nul_byte: 1, row_too_long: 1, control_character: 1, quote_unclosed: 1 }],
        list,
      );
      const aside = await listQuarantine(database().db, { generation: done.id }, 100);
      assert.deepEqual(
        aside.map(({ line }) => line),
        [3, 4, 5, 6, 7, 9, 11],
        list,
      );
      const stored = JSON.stringify((await database().execute('select * from person_list_quarantine')).rows);
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
    await assert.rejects(run('pep', file(one), 'list.csv', AbortSignal.abort()), {
      code: 'people_import_interrupted',
    });
    assert.deepEqual([await count(one), await count(two)], [0, 1]);
    const entries = await database().execute('select count(*) as n from person_list_entries');
    assert.equal(entries.rows[0]!.n, 1, 'nothing is left of the others');
    const states = (await listListGenerations(database().db)).map(({ state }) => state);
    assert.deepEqual(states, ['failed', 'failed', 'failed', 'current', 'replaced']);
  });

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
