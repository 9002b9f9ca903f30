import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Value } from 'typebox/value';
import type { ListName } from '../../../src/people/index.ts';
import { listListGenerations } from '../../../src/people/lists/list-generations-store.ts';
import { listsThatName } from '../../../src/people/lists/list-layouts.ts';
import { createDataSetBasicData } from '../../../src/people/sources/pf-records.ts';
import { createCompanySanctions } from '../../../src/people/sources/pj-sanctions.ts';
import { generateCnpj, generateCpf, maskCpf, parseCnpj } from '../../../src/platform/documents.ts';
import type { Source } from '../../../src/profiles/index.ts';
import { describeDatabases } from '../../support/database.ts';
import { ceafFile, ceisFile, cepimFile, cnepFile, pepFile, tseFile } from '../lists/list-files.ts';
import { person, shareLists } from '../lists/share-lists.ts';

describeDatabases('what public lists say of somebody', (kind) => {
  const { keys, database, run, exposure, consult, look } = shareLists(kind);

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

  it('a sanction binds the whole legal person: its branch and its head office, and no other company', async () => {
    const headOffice = generateCnpj();
    const branch = Array.from({ length: 100 }, (_, digits) =>
      parseCnpj(`${headOffice.slice(0, 8)}0007${String(digits).padStart(2, '0')}`),
    ).find((cnpj) => cnpj !== undefined)!;
    const document = { 'CPF OU CNPJ DO SANCIONADO': branch, 'NOME DO SANCIONADO': 'ACME LTDA' };
    await run('ceis', ceisFile([document]));
    const source = createCompanySanctions(keys);
    for (const cnpj of [headOffice, branch]) {
      const answer = await consult(source, { kind: 'company', id: 'com_1', cnpj });
      assert.ok(answer.outcome === 'found' && Value.Check(source.dataSchema, answer.data));
      const { sanctions } = answer.data as { sanctions: { cnpj?: string }[] };
      assert.deepEqual(
        sanctions.map((one) => one.cnpj),
        [branch],
        'the listed establishment is named',
      );
    }
    const other = await consult(source, { kind: 'company', id: 'com_1', cnpj: generateCnpj() });
    assert.ok(other.outcome === 'found' && other.data.isSanctioned === false);
  });

  it('no answer tells the whole CPF that a list writes beside a name', async () => {
    const [cpf, cnpj] = [generateCpf(), generateCnpj()];
    const name = `ANA LIMA ${cpf}`;
    const rows = [cnpj, cpf].map((document) => ({
      'CPF OU CNPJ DO SANCIONADO': document,
      'NOME DO SANCIONADO': name,
    }));
    await run('ceis', ceisFile(rows));
    const company = await consult(createCompanySanctions(keys), { kind: 'company', id: 'com_1', cnpj });
    const data = await look(person(cpf, 'Ana Lima'));
    assert.equal(data.sanctions.length, 1);
    for (const answer of [company, data]) assert.ok(!JSON.stringify(answer).includes(cpf));
  });

  it('every list that names companies answers for them when it is the only one', async () => {
    const document = { 'CPF OU CNPJ DO SANCIONADO': '', 'NOME DO SANCIONADO': 'ACME LTDA' };
    const files: Readonly<Partial<Record<ListName, (cnpj: string) => Buffer>>> = {
      ceis: (cnpj) => ceisFile([{ ...document, 'CPF OU CNPJ DO SANCIONADO': cnpj }]),
      cnep: (cnpj) => cnepFile([{ ...document, 'CPF OU CNPJ DO SANCIONADO': cnpj }]),
      cepim: (cnpj) => cepimFile([{ 'CNPJ ENTIDADE': cnpj, 'NOME ENTIDADE': 'ONG' }]),
    };
    for (const list of Object.keys(files)) assert.ok(listsThatName('company').has(list as never), list);
    for (const [list, write] of Object.entries(files)) {
      await database().execute(
        'truncate person_list_entries, person_list_generations, person_list_refused_rows',
      );
      const cnpj = generateCnpj();
      await run(list as ListName, write(cnpj));
      const answer = await consult(createCompanySanctions(keys), { kind: 'company', id: 'com_1', cnpj });
      assert.ok(answer.outcome === 'found', `${list}: ${JSON.stringify(answer)}`);
      assert.equal((answer.data as { isSanctioned: boolean }).isSanctioned, true);
    }
  });

  it('a birth date in the future is left out, and the entry is kept', async () => {
    const cpf = generateCpf();
    const row = { ANO_ELEICAO: '2024', NM_CANDIDATO: 'ANA LIMA', NR_CPF_CANDIDATO: cpf };
    const done = await run('tse', tseFile([{ ...row, DT_NASCIMENTO: '01/01/2090' }]));
    assert.equal(done.entries, 1);
    const { rows } = await database().execute(
      'select key_id, wrapped_key, ciphertext, id from person_list_entries',
    );
    const { id, ...sealed } = rows[0] as Record<'id' | 'key_id' | 'wrapped_key' | 'ciphertext', never>;
    const entry = Buffer.from(keys.cipher.open(sealed, `person-list-entry:${id}`));
    assert.equal(JSON.parse(entry.toString()).birthDate, undefined);
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
    await run('tse', tseFile([later, later]), 'consult_cand_2024_BRASIL.csv');
    const editions = (await listListGenerations(database().db, { state: 'current' })).map(
      ({ edition }) => edition,
    );
    assert.deepEqual(editions.sort(), ['2018', '2024'], 'the whole year takes the place of its states');
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
      assert.equal(await source.currentVersion!(database().db), answer.version);
      versions.push(answer.version);
    }
    assert.notEqual(versions[0], versions[1]);
    await run('cepim', cepimFile([{ 'CNPJ ENTIDADE': generateCnpj(), 'NOME ENTIDADE': 'ONG' }]));
    assert.equal(await source.currentVersion!(database().db), versions[1], 'companies are not in it');
  });

  it('without a list, or without a name to look for, there is no answer rather than a wrong one', async () => {
    const cpf = generateCpf();
    const empty = await consult(exposure(), person(cpf, 'Ana Lima'));
    assert.deepEqual(empty, { outcome: 'absent', reason: 'no_list_imported' });
    await run('pep', pepFile([{ CPF: maskCpf(cpf), Nome_PEP: 'ANA LIMA' }]));
    for (const name of [undefined, 'Ana', '12 34'])
      assert.deepEqual(await consult(exposure(), person(cpf, name)), {
        outcome: 'absent',
        reason: 'name_unknown',
      });
    const hidden = await consult(exposure(), person(cpf, 'A\u200bna Li\ufeffma'));
    assert.ok(
      hidden.outcome === 'found' && hidden.data.isPoliticallyExposed === true,
      'what shows nothing is no letter',
    );
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
});
