import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readAmount } from '../../../src/people/lists/debt-layout.ts';
import type { Debts } from '../../../src/people/lists/list-data.ts';
import { listListGenerations } from '../../../src/people/lists/list-generations-store.ts';
import { createCompanyDebts, createPersonDebts } from '../../../src/people/sources/debts.ts';
import { createDataSetBasicData } from '../../../src/people/sources/pf-records.ts';
import { createCompanySanctions } from '../../../src/people/sources/pj-sanctions.ts';
import { generateCnpj, generateCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { writeZip } from '../../support/write-zip.ts';
import { debtFile } from '../lists/list-files.ts';
import { person, shareLists } from '../lists/share-lists.ts';

describeDatabases('debts to the Union', (kind) => {
  const { keys, database, run, consult, look } = shareLists(kind);
  const cpf = generateCpf();
  const cnpj = generateCnpj();
  const masked = `XXX${cpf.slice(3, 6)}.${cpf.slice(6, 9)}XX`;
  const company = { kind: 'company', id: 'com_1', cnpj } as const;
  const row = (document: string, number: string, more: Readonly<Record<string, string>> = {}) => ({
    CPF_CNPJ: document,
    TIPO_DEVEDOR: 'PRINCIPAL',
    NOME_DEVEDOR: 'ANA MARIA LIMA CONCEIÇÃO',
    UF_DEVEDOR: 'RN',
    NUMERO_INSCRICAO: number,
    SITUACAO_INSCRICAO: 'ATIVA EM COBRANCA',
    RECEITA_PRINCIPAL: 'Multa',
    DATA_INSCRICAO: '05/03/2019',
    INDICADOR_AJUIZADO: 'SIM',
    VALOR_CONSOLIDADO: '1234.56',
    ...more,
  });
  async function debtsOf(subject: Parameters<typeof consult>[1]): Promise<Debts> {
    const source =
      subject.kind === 'company'
        ? createCompanyDebts(keys)
        : createPersonDebts({ ...keys, basicData: createDataSetBasicData(keys) });
    const answer = await consult(source, subject);
    assert.ok(answer.outcome === 'found', JSON.stringify(answer));
    return answer.data as Debts;
  }

  it('all tables of a zip are one register; a person is found by six digits and name, a company by CNPJ', async () => {
    const zip = writeZip([
      { name: 'arquivo_1.csv', content: debtFile([row(masked, '10'), row('111', '11')]) },
      { name: 'arquivo_2.csv', content: debtFile([row(masked, '12'), row(cnpj, '13'), row(masked, '')]) },
    ]);
    const done = await run('pgfn', zip, 'Dados_abertos_Nao_Previdenciario.zip');
    assert.deepEqual(
      [done.edition, done.entries, done.refusedRows],
      ['nao-previdenciario', 3, { document_invalid: 1, number_missing: 1 }],
    );
    const data = await debtsOf(person(cpf, 'Ana Maria Lima Conceição'));
    assert.deepEqual([data.hasDebts, data.count, data.totalAmount], [true, 2, 2469.12]);
    assert.deepEqual(data.debts[0], {
      list: 'pgfn',
      edition: 'nao-previdenciario',
      matchBasis: 'name_and_six_digits',
      confidence: 0.95,
      name: 'ANA MARIA LIMA CONCEIÇÃO',
      number: '10',
      role: 'PRINCIPAL',
      situation: 'ATIVA EM COBRANCA',
      subject: 'Multa',
      state: 'RN',
      registeredOn: '2019-03-05',
      isSued: true,
      amount: 1234.56,
    });
    assert.equal((await debtsOf(person(cpf, 'Rui Dias'))).hasDebts, false, 'another with the same digits');
    const of = await debtsOf(company);
    assert.deepEqual(
      of.debts.map(({ number, matchBasis }) => [number, matchBasis]),
      [['13', 'exact']],
    );
  });

  it('no answer and no hit tells the whole CPF that the register writes beside a name', async () => {
    const name = `ANA LIMA ${cpf}`;
    await run('pgfn', debtFile([{ ...row(cnpj, '10'), NOME_DEVEDOR: name }]), 'a.csv', { isForced: true });
    const data = await debtsOf({ kind: 'company', id: 'com_1', cnpj });
    const hits = createCompanyDebts(keys).hitsOf!(data as never);
    assert.deepEqual([data.count, hits.length], [1, 1]);
    const shown = `ANA LIMA ***${cpf.slice(3, 9)}**`;
    assert.deepEqual([data.debts[0]!.name, hits[0]!.detail.name], [shown, shown]);
  });

  it('the three registers stand side by side, each replaced by its own next quarter', async () => {
    await run('pgfn', debtFile([row(cnpj, '1')]), 'a.csv');
    await run(
      'pgfn',
      debtFile([row(cnpj, '2', { TIPO_CREDITO: 'Contribuição' })], 'previdenciario'),
      'b.csv',
    );
    await run('pgfn', debtFile([row(cnpj, '3', { ENTIDADE_RESPONSAVEL: 'CAIXA' })], 'fgts'), 'c.csv');
    await run('pgfn', debtFile([row(cnpj, '4', { VALOR_CONSOLIDADO: '2.000,50' })]), 'd.csv');
    const { debts, totalAmount, lists } = await debtsOf(company);
    assert.deepEqual(debts.map(({ edition, number }) => `${edition} ${number}`).sort(), [
      'fgts 3',
      'nao-previdenciario 4',
      'previdenciario 2',
    ]);
    assert.equal(totalAmount, 2000.5 + 2 * 1234.56);
    assert.equal(lists.length, 3);
    assert.equal((await listListGenerations(database().db, { state: 'previous' })).length, 1);
  });

  it('is no sanction, says when nothing is imported, and refuses another file', async () => {
    assert.deepEqual(await consult(createCompanyDebts(keys), company), {
      outcome: 'absent',
      reason: 'no_list_imported',
    });
    await assert.rejects(run('pgfn', 'CPF_CNPJ;NOME_DEVEDOR\n1;A\n'), { code: 'list_layout_unknown' });
    await run('pgfn', debtFile([row(cnpj, '1'), row(masked, '2')]));
    assert.equal((await consult(createCompanySanctions(keys), company)).outcome, 'absent');
    await assert.rejects(look(person(cpf, 'Ana Maria Lima Conceição')));
    const none = await debtsOf({ kind: 'company', id: 'com_2', cnpj: generateCnpj() });
    assert.deepEqual([none.hasDebts, none.count, none.totalAmount], [false, 0, 0]);
  });

  it('an amount is read in both notations, and nothing is guessed', () => {
    const cells = ['10', '10.5', '1.234,56', '1234,5', '1.234', '1,234.56', 'R$ 10', '', '-1'];
    assert.deepEqual(cells.map(readAmount), [
      10,
      10.5,
      1234.56,
      1234.5,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
