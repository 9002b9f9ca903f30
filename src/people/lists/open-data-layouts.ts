import { toAnswer } from '../../platform/to-answer.ts';
import type { ListedSanction, ListLayout, ListRow, ListSubject } from '../list-entry.ts';
import { dayOf } from '../rows/clean-value.ts';
import { readSanction } from './read-cells.ts';

const everybody: readonly ListSubject[] = ['person', 'company'];

type Fixed = { readonly category: string; readonly body: string };

/** A list without a column for the kind of its sanctions. */
const readFixed = (row: ListRow, fixed: Fixed) =>
  readSanction(row, ['code', 'process', 'scope', 'legalBasis', 'state'], fixed);

const layoutOf = (layout: Omit<ListLayout, 'read'>, fixed: Fixed): ListLayout => ({
  ...layout,
  read: (row) => readFixed(row, fixed),
});

/** The JSON has the same names with underscores; headers are compared loosely. */
const tcuColumns = {
  name: ['NOME'],
  process: ['PROCESSO'],
  legalBasis: ['DELIBERACAO'],
  startDate: ['DATA TRANSITO JULGADO'],
  endDate: ['DATA FINAL'],
  publicationDate: ['DATA ACORDAO'],
  state: ['UF'],
} as const;
const tcu = 'Tribunal de Contas da União';

const bcbColumns = {
  name: ['Nome'],
  process: ['PAS'],
  startDate: ['Inicio_do_cumprimento'],
  endDate: ['Prazo_final_penalidade'],
} as const;
const bcb = 'Banco Central do Brasil';

/** Layouts of Brazilian open data beside those of the Portal da Transparência. */
export const openDataLayouts = {
  tcu_inabilitados: layoutOf(
    {
      names: ['person'],
      columns: { ...tcuColumns, document: ['CPF'] },
      required: ['document', 'name', 'legalBasis', 'startDate', 'endDate'],
    },
    { category: 'Inabilitação para cargo em comissão ou função de confiança', body: tcu },
  ),
  tcu_inidoneos: layoutOf(
    {
      names: everybody,
      columns: { ...tcuColumns, document: ['CPF_CNPJ'] },
      required: ['document', 'name', 'legalBasis', 'startDate', 'endDate'],
    },
    { category: 'Inidoneidade para licitar', body: tcu },
  ),
  mte: {
    names: everybody,
    columns: {
      code: ['ID'],
      name: ['Empregador'],
      document: ['CNPJ/CPF'],
      state: ['UF'],
      scope: ['Estabelecimento'],
      included: ['Inclusão no Cadastro de Empregadores'],
      publicationDate: ['Decisão administrativa de procedência'],
    },
    required: ['code', 'name', 'document', 'included'],
    // Before the table and after it stand texts of the page.
    startsAt: /^"?ID"?;/,
    read(row) {
      const fixed = {
        category: 'Trabalho em condições análogas à de escravo',
        body: 'Ministério do Trabalho e Emprego',
      };
      return { sanction: { ...readFixed(row, fixed).sanction, ...readInclusion(row('included') ?? '') } };
    },
  },
  bcb_inabilitados: layoutOf(
    {
      names: ['person'],
      columns: { ...bcbColumns, document: ['CPF'] },
      required: ['document', 'name', 'process', 'startDate', 'endDate'],
    },
    { category: 'Inabilitação', body: bcb },
  ),
  bcb_proibidos: layoutOf(
    {
      names: everybody,
      columns: { ...bcbColumns, document: ['CPF_CNPJ'] },
      required: ['document', 'name', 'process', 'startDate', 'endDate'],
    },
    { category: 'Proibição', body: bcb },
  ),
  ibama: {
    ...layoutOf(
      {
        names: everybody,
        columns: {
          code: ['SEQ_TAD'],
          formState: ['DES_STATUS_FORMULARIO'],
          name: ['NOME_EMBARGADO'],
          document: ['CPF_CNPJ_EMBARGADO'],
          startDate: ['DAT_EMBARGO'],
          scope: ['SIT_DESEMBARGO'],
        },
        required: ['code', 'formState', 'name', 'document', 'startDate'],
      },
      { category: 'Embargo ambiental', body: 'IBAMA' },
    ),
    // Drafts and withdrawn forms are in the file, too.
    isOmitted: (row: ListRow) => (row('formState') ?? '').trim().toLowerCase() !== 'lavrado',
  },
} satisfies Record<string, ListLayout>;

/** `05/04/2017 a 01/01/2018, 06/10/2022`: the last period counts; without an end it goes on. */
function readInclusion(text: string): Pick<ListedSanction, 'startDate' | 'endDate'> {
  const [from, to] = (text.split(',').at(-1) ?? '').split(/\s+a\s+/);
  return toAnswer({ startDate: dayOf(from), endDate: dayOf(to) });
}
