import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TableListName } from '../../../src/people/list-entry.ts';
import { createCompanySanctions } from '../../../src/people/sources/pj-sanctions.ts';
import { generateCnpj, generateCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { bcbFile, ceisFile, ibamaFile, mteFile, tcuFile, tcuJsonFile } from './list-files.ts';
import { person, shareLists } from './share-lists.ts';

describeDatabases('Brazilian open data', (kind) => {
  const { run, look, keys, consult } = shareLists(kind);
  const cpf = generateCpf();
  const cnpj = generateCnpj();
  const name = 'ANA MARIA LIMA';
  const tcuRow = {
    NOME: name,
    DOCUMENTO: cpf,
    PROCESSO: '1/2020',
    DELIBERACAO: 'AC 1',
    'DATA FINAL': '01/01/2090',
  };
  const mteRow = (document: string, inclusion: string) => ({
    ID: '1',
    Empregador: name,
    'CNPJ/CPF': document,
    UF: 'PA',
    'Inclusão no Cadastro de Empregadores': inclusion,
  });
  const bcbRow = {
    PAS: '9',
    Nome: name,
    Prazo_em_anos: 3,
    Inicio_do_cumprimento: '2024-01-01',
    Prazo_final_penalidade: '2090-01-01',
  };
  const embargo = {
    SEQ_TAD: '5',
    DES_STATUS_FORMULARIO: 'Lavrado',
    NOME_EMBARGADO: name,
    DAT_EMBARGO: '2020-01-01 00:00:00',
  };
  const files: Readonly<Partial<Record<TableListName, (document: string) => Buffer>>> = {
    tcu_inabilitados: (document) => tcuFile('tcu_inabilitados', [{ ...tcuRow, DOCUMENTO: document }]),
    tcu_inidoneos: (document) => tcuFile('tcu_inidoneos', [{ ...tcuRow, DOCUMENTO: document }]),
    mte: (document) => mteFile([mteRow(document, '05/04/2017 a 01/01/2018, 06/10/2022')]),
    bcb_inabilitados: (document) => bcbFile([{ ...bcbRow, CPF: document }]),
    bcb_proibidos: (document) => bcbFile([{ ...bcbRow, CPF_CNPJ: document }]),
    ibama: (document) => ibamaFile([{ ...embargo, CPF_CNPJ_EMBARGADO: document }]),
  };

  it('every list answers for people by its own name, with the day until when', async () => {
    for (const [list, write] of Object.entries(files)) {
      const done = await run(list as TableListName, write(cpf), 'list.csv');
      assert.equal(done.entries, 1, list);
    }
    const { sanctions, isSanctioned } = await look(person(cpf, name));
    assert.equal(isSanctioned, true);
    assert.deepEqual(
      sanctions.map(({ list, matchBasis, isActive }) => `${list} ${matchBasis} ${isActive}`),
      Object.keys(files)
        .sort()
        .map((list) => `${list} exact true`),
    );
    const mte = sanctions.find(({ list }) => list === 'mte');
    assert.deepEqual([mte?.startDate, mte?.endDate], ['2022-10-06', undefined]);
    const tcu = sanctions.find(({ list }) => list === 'tcu_inabilitados');
    assert.deepEqual([tcu?.endDate, tcu?.process, tcu?.legalBasis], ['2090-01-01', '1/2020', 'AC 1']);
  });

  it('the JSON of TCU says the same as its CSV', async () => {
    for (const list of ['tcu_inabilitados', 'tcu_inidoneos'] as const) {
      const row = { ...tcuRow, DOCUMENTO: cpf, 'DATA TRANSITO JULGADO': '16/07/2022', UF: 'MA' };
      const told = async (file: Buffer, name_: string) => {
        assert.equal((await run(list, file, name_)).entries, 1, list);
        const { sanctions } = await look(person(cpf, name));
        return sanctions;
      };
      const asCsv = await told(tcuFile(list, [row]), 'a.csv');
      assert.equal(asCsv.at(-1)?.startDate, '2022-07-16');
      assert.deepEqual(await told(tcuJsonFile(list, [row]), 'a.json'), asCsv, list);
    }
  });

  it('companies are found where a list names them, and are put aside where it does not', async () => {
    for (const [list, write] of Object.entries(files)) {
      const namesPeople = list.endsWith('inabilitados');
      const done = run(list as TableListName, write(cnpj), 'list.csv');
      if (namesPeople) await assert.rejects(done, { code: 'people_import_empty' }, list);
      else await done;
    }
    const answer = await consult(createCompanySanctions(keys), { kind: 'company', id: 'com_1', cnpj });
    assert.ok(answer.outcome === 'found');
    assert.deepEqual(
      (answer.data.sanctions as { list: string }[]).map(({ list }) => list),
      ['bcb_proibidos', 'ibama', 'mte', 'tcu_inidoneos'],
    );
  });

  it('texts around a table, drafts and ended periods count for nothing', async () => {
    const ended = await run('mte', mteFile([mteRow(cpf, '05/04/2017 a 01/01/2018')]), 'list.csv');
    assert.deepEqual([ended.entries, ended.refusedRows], [1, { column_count: 1 }]);
    assert.deepEqual((await look(person(cpf, name))).isSanctioned, false);
    const draft = { ...embargo, DES_STATUS_FORMULARIO: 'Em elaboração', CPF_CNPJ_EMBARGADO: generateCpf() };
    const drafts = await run(
      'ibama',
      ibamaFile([draft, { ...embargo, CPF_CNPJ_EMBARGADO: cpf }]),
      'list.csv',
    );
    assert.deepEqual([drafts.entries, drafts.refusedRows], [1, {}]);
  });

  const isRefusal = ({ code }: { readonly code?: string }) =>
    code === 'list_layout_unknown' || code === 'people_file_unreadable';

  it('files of another list, and cut ones, are refused', async () => {
    const lists = Object.entries(files);
    for (const [list] of lists) {
      for (const [other, write] of lists) {
        if (list === other) continue;
        await assert.rejects(
          run(list as TableListName, write(cpf), 'list.csv'),
          isRefusal,
          `${other} as ${list}`,
        );
      }
      await assert.rejects(run(list as TableListName, ceisFile([]), 'list.csv'), isRefusal);
    }
    const whole = bcbFile([{ ...bcbRow, CPF: cpf }]);
    await assert.rejects(run('bcb_inabilitados', whole.subarray(0, -5), 'list.json'), {
      code: 'people_file_unreadable',
    });
    await assert.rejects(run('bcb_inabilitados', '{"value":{}}', 'list.json'), {
      code: 'list_layout_unknown',
    });
  });
});
