import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ListName, listNames } from '../../../src/people/list-entry.ts';
import { listListGenerations } from '../../../src/people/lists/list-generations-store.ts';
import { type Cpf, generateCnpj, generateCpf, maskCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { writeZip } from '../../support/write-zip.ts';
import {
  type DrawnEntry,
  euFile,
  ofacFile,
  ukFile,
  ukXmlFile,
  unFile,
} from '../world-lists/world-list-files.ts';
import {
  bcbFile,
  ceafFile,
  ceisFile,
  cepimFile,
  cnepFile,
  debtFile,
  ibamaFile,
  mteFile,
  pepFile,
  tcuFile,
  tcuJsonFile,
  tseFile,
} from './list-files.ts';
import { shareLists } from './share-lists.ts';

const name = 'JOSÉ LIMA';
const many = Array.from({ length: 60 }, (_, at) => at);
const cpfs = many.map(() => generateCpf());
const cnpj = generateCnpj();
const rows = (row: (cpf: string) => Record<string, string>) => cpfs.map(row);
const drawn: readonly DrawnEntry[] = many.map((at) => ({
  id: String(at + 1),
  name: ['JOSÉ', 'DE', 'LIMA'],
  aliases: [
    { name: 'Zé Lima', isWeak: true },
    { name: 'José Limão', isWeak: false },
  ],
  births: ['1963-07-28'],
  countries: ['Iraq'],
}));

/** A file of a list, and a column or an element that it cannot do without. */
type Sample = readonly [list: ListName, file: () => Buffer | string, column: string];

const samples: readonly Sample[] = [
  ['pep', () => pepFile(rows((cpf) => ({ CPF: maskCpf(cpf as Cpf), Nome_PEP: name }))), 'Data_Fim_Carência'],
  ['ceis', () => ceisFile(rows(() => sanctioned)), 'DATA FINAL SANÇÃO'],
  ['cnep', () => cnepFile(rows(() => sanctioned)), 'DATA FINAL SANÇÃO'],
  [
    'ceaf',
    () => ceafFile(rows((cpf) => ({ ...sanctioned, 'CPF OU CNPJ DO SANCIONADO': cpf }))),
    'DATA INÍCIO SANÇÃO',
  ],
  [
    'cepim',
    () => cepimFile(rows(() => ({ 'CNPJ ENTIDADE': cnpj, 'NOME ENTIDADE': name }))),
    'MOTIVO DO IMPEDIMENTO',
  ],
  [
    'tse',
    () => tseFile(rows((cpf) => ({ ANO_ELEICAO: '2024', NM_CANDIDATO: name, NR_CPF_CANDIDATO: cpf }))),
    'DT_NASCIMENTO',
  ],
  ['tcu_inabilitados', () => tcuFile('tcu_inabilitados', rows(tcuRow)), 'DATA FINAL'],
  ['tcu_inabilitados', () => tcuJsonFile('tcu_inabilitados', rows(tcuRow)), 'data_final'],
  ['tcu_inidoneos', () => tcuFile('tcu_inidoneos', rows(tcuRow)), 'CPF_CNPJ'],
  ['tcu_inidoneos', () => tcuJsonFile('tcu_inidoneos', rows(tcuRow)), 'cpf_cnpj'],
  [
    'mte',
    () => mteFile(rows((cpf) => ({ ID: '1', Empregador: name, 'CNPJ/CPF': cpf }))),
    'Inclusão no Cadastro de Empregadores',
  ],
  ['bcb_inabilitados', () => bcbFile(rows((CPF) => ({ ...bcbRow, CPF }))), 'Prazo_final_penalidade'],
  ['bcb_proibidos', () => bcbFile(rows((cpf) => ({ ...bcbRow, CPF_CNPJ: cpf }))), 'Inicio_do_cumprimento'],
  [
    'ibama',
    () =>
      ibamaFile(
        rows((cpf) => ({
          SEQ_TAD: '5',
          DES_STATUS_FORMULARIO: 'Lavrado',
          NOME_EMBARGADO: name,
          CPF_CNPJ_EMBARGADO: cpf,
        })),
      ),
    'DAT_EMBARGO',
  ],
  [
    'pgfn',
    () => debtFile(rows((cpf) => ({ CPF_CNPJ: cpf, NOME_DEVEDOR: name, NUMERO_INSCRICAO: '1' }))),
    'VALOR_CONSOLIDADO',
  ],
  ['un', () => unFile(drawn), 'SECOND_NAME'],
  ['ofac_sdn', () => ofacFile(drawn), 'lastName'],
  ['ofac_consolidated', () => ofacFile(drawn), 'dateOfBirth'],
  ['eu', () => euFile(drawn), 'wholeName'],
  ['uk', () => ukFile(drawn), 'D.O.B'],
  ['uk', () => ukXmlFile(drawn), 'AliasStrength'],
];

const sanctioned = { 'CPF OU CNPJ DO SANCIONADO': cnpj, 'NOME DO SANCIONADO': name };
const tcuRow = (DOCUMENTO: string) => ({ NOME: name, DOCUMENTO, DELIBERACAO: 'AC 1', PROCESSO: '1/2020' });
const bcbRow = {
  PAS: '9',
  Nome: name,
  Inicio_do_cumprimento: '2024-01-01',
  Prazo_final_penalidade: '2090-01-01',
};

const toBuffer = (file: Buffer | string) => (typeof file === 'string' ? Buffer.from(file) : file);
const isText = (bytes: Buffer) => !/^\s*(?:\ufeff)?[{<]/.test(bytes.toString());

describeDatabases('a file that is not the list as it is published', (kind) => {
  const { database, run } = shareLists(kind);
  assert.deepEqual([...new Set(samples.map(([list]) => list))].sort(), [...listNames].sort());

  for (const [list, write, column] of samples) {
    const whole = toBuffer(write());
    const label = `${list} ${isText(whole) ? 'as a table' : whole.includes('<') ? 'as XML' : 'as JSON'}`;

    it(`${label} is refused with its line when it is cut, mis-encoded, another list's or lacks a column`, async () => {
      const { id: before } = await run(list, whole, 'a.csv', { isForced: true });
      const refused = async (what: string, file: Buffer, codes: readonly string[], told: RegExp) => {
        await assert.rejects(run(list, file, 'a.csv', { isForced: true }), (error: Error) => {
          const { code, detail } = error as Error & { readonly code?: string; readonly detail?: string };
          assert.ok(codes.includes(code ?? ''), `${what}: ${code} ${detail}`);
          assert.match(detail ?? '', told, what);
          return true;
        });
        const current = await listListGenerations(database().db, { state: 'current' });
        assert.deepEqual(
          current.map((one) => one.id),
          [before],
          what,
        );
      };
      const lines = /\blines? \d+|\d+ lines/i;
      const unreadable = ['people_file_unreadable', 'list_layout_unknown'];

      // In UTF-16, as spreadsheets save it; a list that is UTF-8 only, in Latin-1 too.
      await refused('UTF-16', Buffer.from(whole.toString(), 'utf16le'), unreadable, lines);
      const isUtf8Only = !isText(whole) || list === 'uk';
      if (isUtf8Only) {
        const latin = Buffer.from(whole.toString().replaceAll('\ufeff', ''), 'latin1');
        await refused('Latin-1', latin, ['people_file_unreadable'], /^Line \d+ is not in UTF-8\.$/);
      }

      // Within the last row. Texts stand behind the table of the MTE: its end cannot be told.
      const lastRow = isText(whole) ? whole.lastIndexOf('\n', whole.length - 2) + 12 : whole.length - 40;
      if (list !== 'mte') {
        const codes = ['list_incomplete', 'people_file_unreadable'];
        await refused('cut', whole.subarray(0, lastRow), codes, lines);
      }

      for (const [other, writeOther] of samples) {
        const [one, two] = [list, other].map((each) => each.replace(/^ofac.*/, 'ofac'));
        if (one === two) continue;
        await refused(`${other} as ${list}`, toBuffer(writeOther()), [...unreadable, 'list_incomplete'], /./);
      }

      const isLatin = isText(whole) && !whole.includes(Buffer.from('É'));
      const text = whole.toString(isLatin ? 'latin1' : 'utf8');
      const renamed = Buffer.from(text.replaceAll(column, 'GONE'), isLatin ? 'latin1' : 'utf8');
      assert.ok(!renamed.equals(whole), column);
      await refused(
        'a column gone',
        renamed,
        ['list_layout_unknown'],
        new RegExp(column.replaceAll('_', '.'), 'i'),
      );
    });
  }

  it('a page of a list in JSON is refused: the first, and any after it', async () => {
    for (const part of [{ hasMore: true }, { offset: 25 }]) {
      await assert.rejects(run('tcu_inidoneos', tcuJsonFile('tcu_inidoneos', rows(tcuRow), part), 'a.json'), {
        code: 'list_incomplete',
        detail: 'The JSON is one page of the list, with 60 entries. Ask for all with limit=10000.',
      });
    }
  });

  it('a zip that breaks off within the JSON of a list cannot be read', async () => {
    const content = Buffer.from(tcuJsonFile('tcu_inidoneos', rows(tcuRow)));
    const zip = writeZip([{ name: 'list.json', content }]);
    zip.fill(0xff, 100, 400);
    await assert.rejects(run('tcu_inidoneos', zip, 'list.zip'), { code: 'people_file_unreadable' });
  });
});
