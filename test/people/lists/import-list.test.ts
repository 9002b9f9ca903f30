import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, it } from 'node:test';
import { Value } from 'typebox/value';
import { createCpfIndex, createListIndex, type ListName, listNames } from '../../../src/people/index.ts';
import { importList } from '../../../src/people/lists/import-list.ts';
import { listListGenerations } from '../../../src/people/lists/list-generations-store.ts';
import { listQuarantine } from '../../../src/people/rows/quarantine-store.ts';
import type { PfMediaProfileAndExposure } from '../../../src/people/sources/list-data.ts';
import { createDataSetBasicData } from '../../../src/people/sources/pf-basic-data.ts';
import {
  createListExposure,
  type ListSourceDeps,
} from '../../../src/people/sources/pf-media-profile-and-exposure.ts';
import { createCompanySanctions } from '../../../src/people/sources/pj-sanctions.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { OpenDatabase } from '../../../src/platform/db/index.ts';
import { type Cpf, generateCnpj, generateCpf, maskCpf } from '../../../src/platform/documents/index.ts';
import { createMasterKey, createRecordCipher } from '../../../src/platform/encryption/index.ts';
import type { Source, Subject } from '../../../src/profiles/index.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';
import { ceafFile, ceisFile, cepimFile, cnepFile, pepFile, tseFile, writeZip } from './list-files.ts';

describeDatabases('public lists', (kind) => {
  const closing: (() => unknown)[] = [];
  const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
  const keys = {
    cipher,
    cpfIndex: createCpfIndex(randomBytes(32)),
    listIndex: createListIndex(randomBytes(32)),
  };
  const now = new Date('2026-03-10T12:00:00Z');
  let folder: string;
  let database: OpenDatabase;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-lists-'));
    database = await openTestDatabase(
      { after: (close: () => unknown) => closing.push(close) } as never,
      kind,
    );
  });
  beforeEach(() =>
    database.execute('truncate person_list_entries, person_list_generations, person_list_quarantine'),
  );
  after(async () => {
    for (const close of closing.reverse()) await close();
    await rm(folder, { recursive: true });
  });

  async function run(list: ListName, content: Buffer | string, name = 'list.csv', signal?: AbortSignal) {
    const path = join(folder, name);
    await writeFile(path, content);
    const deps = { ...keys, database, clock: systemClock, maxRowBytes: 65_536, maxQuarantined: 100 };
    return await importList(deps, { list, path, signal });
  }
  const exposure = (change: Partial<ListSourceDeps> = {}) =>
    createListExposure({
      ...keys,
      basicData: createDataSetBasicData(keys),
      graceYears: undefined,
      ...change,
    });
  const consult = (source: Source, subject: Subject, attributes: Record<string, unknown> = {}) =>
    source.consult(subject, { db: database.db, signal: new AbortController().signal, attributes, now });
  const person = (cpf: Cpf, name?: string): Subject => ({
    kind: 'person',
    id: 'per_1',
    cpf,
    ...(name && { name }),
  });
  async function look(subject: Subject, source = exposure()): Promise<PfMediaProfileAndExposure> {
    const answer = await consult(source, subject);
    assert.equal(answer.outcome, 'found', JSON.stringify(answer));
    if (answer.outcome !== 'found') throw new TypeError();
    assert.ok(Value.Check(source.dataSchema, answer.data), 'the answer is of its schema');
    return answer.data as PfMediaProfileAndExposure;
  }

  it('a PEP is found by name and six digits, with dates and what they mean today', async () => {
    const cpf = generateCpf();
    await run(
      'pep',
      pepFile([
        {
          CPF: maskCpf(cpf),
          Nome_PEP: '(CUMULATIVAMENTE) JOÃO DA SILVA',
          Sigla_Função: 'VEREAD',
          Descrição_Função: 'VEREADOR',
          Nome_Órgão: 'CÂMARA DE NATAL',
          Data_Início_Exercício: '01/01/2017',
          Data_Fim_Exercício: '31/12/2024',
          Data_Fim_Carência: '31/12/2029',
        },
      ]),
      '202602_PEP.csv',
    );
    const data = await look(person(cpf, 'João Silva'));
    assert.equal(data.isPoliticallyExposed, true);
    assert.deepEqual(data.positions, [
      {
        list: 'pep',
        candidate: 1,
        matchBasis: 'name_and_six_digits',
        confidence: 0.95,
        name: 'JOÃO DA SILVA',
        document: maskCpf(cpf),
        role: 'VEREAD',
        description: 'VEREADOR',
        body: 'CÂMARA DE NATAL',
        startDate: '2017-01-01',
        endDate: '2024-12-31',
        graceEndDate: '2029-12-31',
        isCurrent: false,
        isInGracePeriod: true,
        isActive: true,
      },
    ]);
    assert.deepEqual(
      data.lists.map(({ list, listDate }) => [list, listDate]),
      [['pep', '2026-02-28']],
    );
    const strict = await look(person(cpf, 'João Silva'), exposure({ graceYears: 1 }));
    assert.equal(strict.isPoliticallyExposed, false);
    assert.equal(strict.positions[0]!.graceEndDate, '2025-12-31');
    assert.equal((await look(person(cpf, 'Maria Souza'))).candidates.length, 0);
    assert.equal((await look(person(generateCpf(), 'João da Silva'))).candidates.length, 0);
  });

  it('two entries with the same name and six digits stay two candidates', async () => {
    const cpf = generateCpf();
    const entry = { CPF: maskCpf(cpf), Nome_PEP: 'JOSE ALVES', Data_Início_Exercício: '01/01/2020' };
    await run(
      'pep',
      pepFile([
        { ...entry, Nome_Órgão: 'A' },
        { ...entry, Nome_Órgão: 'B' },
      ]),
    );
    const data = await look(person(cpf, 'José Alves'));
    assert.deepEqual(
      data.candidates.map(({ number }) => number),
      [1, 2],
    );
    assert.deepEqual(
      data.positions.map(({ candidate, body }) => [candidate, body]),
      [
        [1, 'A'],
        [2, 'B'],
      ],
    );
  });

  it('a partner known by name and six digits is looked for by them', async () => {
    const cpf = generateCpf();
    await run('ceaf', ceafFile([{ 'CPF OU CNPJ DO SANCIONADO': cpf, 'NOME DO SANCIONADO': 'RUI DIAS' }]));
    const partner = { kind: 'person', id: 'per_1', cpf: undefined, name: 'RUI DIAS' } as const;
    const data = await look({ ...partner, maskedCpf: cpf.slice(3, 9) });
    assert.equal(data.candidates[0]?.matchBasis, 'name_and_six_digits');
    assert.equal(data.candidates[0]?.document, maskCpf(cpf), 'the whole CPF of a list is not told');
    const masked = await look({ ...partner, maskedCpf: `***${cpf.slice(3, 9)}**` });
    assert.equal(masked.candidates.length, 1);
  });

  it('sanctions are read in their layouts, with process, body and whether they are in force', async () => {
    const [cpf, cnpj] = [generateCpf(), generateCnpj()];
    const formatted = cnpj.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5');
    const sanction = {
      CADASTRO: 'CEIS',
      'CÓDIGO DA SANÇÃO': '123',
      'TIPO DE PESSOA': 'F',
      'CPF OU CNPJ DO SANCIONADO': `***${cpf.slice(3, 9)}**`,
      'NOME DO SANCIONADO': 'ANA LIMA',
      'NÚMERO DO PROCESSO': '00.1/2020',
      'CATEGORIA DA SANÇÃO': 'Impedimento',
      'DATA INÍCIO SANÇÃO': '01/02/2024',
      'DATA FINAL SANÇÃO': '01/02/2027',
      'DATA PUBLICAÇÃO': '15/01/2024',
      'ABRAGÊNCIA DA SANÇÃO': 'Nacional',
      'ÓRGÃO SANCIONADOR': 'MINISTÉRIO DA SAÚDE',
      'UF ÓRGÃO SANCIONADOR': 'DF',
      'FUNDAMENTAÇÃO LEGAL': 'LEI 8666',
    };
    const company = { ...sanction, 'TIPO DE PESSOA': 'J', 'CPF OU CNPJ DO SANCIONADO': formatted };
    await run('ceis', ceisFile([sanction, { ...sanction, 'DATA FINAL SANÇÃO': '01/01/2025' }, company]));
    await run('cnep', cnepFile([{ ...company, 'VALOR DA MULTA': '1.000,00' }]));
    const cepim = { 'CNPJ ENTIDADE': formatted, 'NOME ENTIDADE': 'ONG', 'MOTIVO DO IMPEDIMENTO': 'CONTAS' };
    await run('cepim', cepimFile([cepim]));
    const data = await look(person(cpf, 'Ana Lima'));
    assert.equal(data.isSanctioned, true);
    assert.deepEqual(
      data.sanctions.map(({ isActive }) => isActive),
      [true, false],
    );
    const { candidate: _, confidence: _c, ...told } = data.sanctions[0]!;
    assert.deepEqual(told, {
      list: 'ceis',
      matchBasis: 'name_and_six_digits',
      name: 'ANA LIMA',
      document: maskCpf(cpf),
      code: '123',
      category: 'Impedimento',
      process: '00.1/2020',
      body: 'MINISTÉRIO DA SAÚDE',
      state: 'DF',
      scope: 'Nacional',
      legalBasis: 'LEI 8666',
      startDate: '2024-02-01',
      endDate: '2027-02-01',
      publicationDate: '2024-01-15',
      isActive: true,
    });
    const source = createCompanySanctions(keys);
    const answer = await consult(source, { kind: 'company', id: 'com_1', cnpj });
    assert.ok(answer.outcome === 'found' && Value.Check(source.dataSchema, answer.data));
    const { isSanctioned, sanctions } = answer.data as {
      isSanctioned: boolean;
      sanctions: { list: string }[];
    };
    assert.equal(isSanctioned, true);
    assert.deepEqual(
      sanctions.map(({ list }) => list),
      ['ceis', 'cepim', 'cnep'],
    );
    const other = await consult(source, { kind: 'company', id: 'com_1', cnpj: generateCnpj() });
    assert.ok(other.outcome === 'found' && other.data.isSanctioned === false);
  });

  it('candidates are found by CPF where it is published, else by name and birth date', async () => {
    const [open, withheld] = [generateCpf(), generateCpf()];
    const row = {
      DT_GERACAO: '09/03/2026',
      ANO_ELEICAO: '2018',
      SG_UF: 'RN',
      NM_UE: 'NATAL',
      DS_CARGO: 'PREFEITO',
      SG_PARTIDO: 'ABC',
      NM_CANDIDATO: 'ANA LIMA',
      DT_NASCIMENTO: '05/04/1970',
      NR_TITULO_ELEITORAL_CANDIDATO: '012345678901',
      DS_EMAIL: 'ana@example.com',
      DS_GENERO: 'FEMININO',
    };
    const turns = [
      { ...row, NR_CPF_CANDIDATO: open, NR_TURNO: '1', DS_SIT_TOT_TURNO: '2º TURNO' },
      { ...row, NR_CPF_CANDIDATO: open, NR_TURNO: '2', DS_SIT_TOT_TURNO: 'ELEITO' },
    ];
    await run('tse', tseFile(turns), 'consult_cand_2018_BRASIL.csv');
    const later = { ...row, ANO_ELEICAO: '2024', NR_CPF_CANDIDATO: '-4', NM_CANDIDATO: 'RUI DIAS' };
    await run('tse', tseFile([later, { ...later, NR_TURNO: '2' }]), 'consult_cand_2024_RN.csv');
    const known = await look(person(open, 'Ana Lima'));
    assert.equal(known.candidates.length, 1, 'two rounds are one person, as the list says');
    assert.deepEqual(
      known.candidacies.map(({ matchBasis, result, year }) => [matchBasis, result, year]),
      [
        ['exact', '2º TURNO', 2018],
        ['exact', 'ELEITO', 2018],
      ],
    );
    assert.ok(
      !JSON.stringify(known).match(/example\.com|FEMININO|012345678901/),
      'only what is needed is kept',
    );
    const named = await look(person(withheld, 'Rui Dias'));
    assert.deepEqual([named.candidates.length, named.candidates[0]?.confidence], [1, 0.3]);
    assert.equal(named.isPoliticallyExposed, false);
    assert.deepEqual(
      known.lists.map(({ list, edition, listDate }) => [list, edition, listDate]),
      [
        ['tse', '2018', '2026-03-09'],
        ['tse', '2024/RN', '2026-03-09'],
      ],
    );
    await run('tse', tseFile([later]), 'consult_cand_2024_BRASIL.csv');
    const editions = (await listListGenerations(database.db, { state: 'current' })).map(
      ({ edition }) => edition,
    );
    assert.deepEqual(editions.sort(), ['2018', '2024'], 'the whole year takes the place of its states');
  });

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
    const aside = await listQuarantine(database.db, { generation: done.id }, 10);
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
      const aside = await listQuarantine(database.db, { generation: done.id }, 100);
      assert.deepEqual(
        aside.map(({ line }) => line),
        [3, 4, 5, 6, 7, 9, 11],
        list,
      );
      const stored = JSON.stringify((await database.execute('select * from person_list_quarantine')).rows);
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
    const entries = await database.execute('select count(*) as n from person_list_entries');
    assert.equal(entries.rows[0]!.n, 1, 'nothing is left of the others');
    const states = (await listListGenerations(database.db)).map(({ state }) => state);
    assert.deepEqual(states, ['failed', 'failed', 'failed', 'current', 'replaced']);
  });

  it('an answer has the version of the lists it was made from', async () => {
    const cpf = generateCpf();
    const row = { CPF: maskCpf(cpf), Nome_PEP: 'ANA LIMA' };
    const source = exposure();
    const versions: (string | undefined)[] = [];
    for (let n = 0; n < 2; n += 1) {
      await run('pep', pepFile([row]));
      const answer = await consult(source, person(cpf, 'Ana Lima'));
      assert.ok(answer.outcome === 'found');
      assert.equal(await source.currentVersion!(database.db), answer.version);
      versions.push(answer.version);
    }
    assert.notEqual(versions[0], versions[1]);
    await run('cepim', cepimFile([{ 'CNPJ ENTIDADE': generateCnpj(), 'NOME ENTIDADE': 'ONG' }]));
    assert.equal(await source.currentVersion!(database.db), versions[1], 'companies are not in it');
  });

  it('without a list, or without a name to look for, there is no answer rather than a wrong one', async () => {
    const cpf = generateCpf();
    const empty = await consult(exposure(), person(cpf, 'Ana Lima'));
    assert.deepEqual(empty, { outcome: 'absent', reason: 'no_list_imported' });
    await run('pep', pepFile([{ CPF: maskCpf(cpf), Nome_PEP: 'ANA LIMA' }]));
    assert.deepEqual(await consult(exposure(), person(cpf)), { outcome: 'absent', reason: 'name_unknown' });
    const claimed = await consult(exposure(), person(cpf), { name: 'Ana Lima' });
    assert.ok(claimed.outcome === 'found' && claimed.data.isPoliticallyExposed);
    const basicData: Source = {
      ...createDataSetBasicData(keys),
      consult: async () => ({ outcome: 'unavailable', reason: 'provider_timeout' }),
    };
    assert.deepEqual(await consult(exposure({ basicData }), person(cpf)), {
      outcome: 'unavailable',
      reason: 'name_unavailable',
    });
  });

  it('nothing that names a person can be read from the tables', async () => {
    const cpf = generateCpf();
    await run('ceaf', ceafFile([{ 'CPF OU CNPJ DO SANCIONADO': cpf, 'NOME DO SANCIONADO': 'CLARA NUNES' }]));
    const { rows } = await database.execute('select * from person_list_entries');
    const stored = rows.flatMap((row) =>
      Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))),
    );
    assert.ok(!stored.join().match(new RegExp(`CLARA|${cpf}|${cpf.slice(3, 9)}`)));
  });
});
