import { createHash } from 'node:crypto';
import {
  type ListLayout,
  type ListName,
  type ListSubject,
  type TableListName,
  tableListNames,
} from '../list-entry.ts';
import { cleanBirthDate, readText } from '../rows/clean-value.ts';
import { debtLayout } from './debt-layout.ts';
import { openDataLayouts } from './open-data-layouts.ts';
import { readDates, readSanction, readTexts } from './read-cells.ts';

const sanctionColumns = {
  register: ['CADASTRO'],
  code: ['CÓDIGO DA SANÇÃO', 'CODIGO SANCAO'],
  document: [
    'CPF OU CNPJ DO SANCIONADO',
    'CPF/CNPJ DO SANCIONADO',
    'CPF OU CNPJ',
    'CPF',
    'CPF DO SANCIONADO',
  ],
  name: ['NOME DO SANCIONADO', 'NOME SANCIONADO', 'NOME'],
  process: ['NÚMERO DO PROCESSO', 'NUMERO PROCESSO'],
  category: ['CATEGORIA DA SANÇÃO', 'CATEGORIA', 'TIPO DE SANÇÃO', 'TIPO SANCAO'],
  fine: ['VALOR DA MULTA'],
  startDate: ['DATA INÍCIO SANÇÃO', 'DATA DE INÍCIO DA SANÇÃO', 'DATA INICIO'],
  endDate: ['DATA FINAL SANÇÃO', 'DATA FIM SANÇÃO', 'DATA DE FIM DA SANÇÃO', 'DATA FINAL'],
  publicationDate: ['DATA PUBLICAÇÃO', 'DATA DA PUBLICAÇÃO'],
  // The published header leaves a letter out.
  scope: ['ABRAGÊNCIA DA SANÇÃO', 'ABRANGÊNCIA DA SANÇÃO', 'ABRANGÊNCIA'],
  body: ['ÓRGÃO SANCIONADOR', 'ÓRGÃO', 'ÓRGÃO DE LOTAÇÃO'],
  state: ['UF ÓRGÃO SANCIONADOR', 'UF'],
  legalBasis: ['FUNDAMENTAÇÃO LEGAL'],
} as const;

const sanctions = (register: string, names: readonly ListSubject[]): ListLayout => ({
  names,
  columns: sanctionColumns,
  required: ['register', 'document', 'name', 'category', 'startDate', 'endDate'],
  register,
  read: (row) =>
    readSanction(row, ['code', 'category', 'process', 'body', 'state', 'scope', 'legalBasis', 'fine']),
});

/** The layout of each list. */
export const listLayouts: Readonly<Record<TableListName, ListLayout>> = {
  pep: {
    names: ['person'],
    columns: {
      document: ['CPF', 'CPF_PEP', 'CPF PEP'],
      name: ['Nome_PEP', 'NOME DO PEP', 'NOME'],
      role: ['Sigla_Função', 'SIGLA DA FUNÇÃO'],
      description: ['Descrição_Função', 'DESCRIÇÃO DA FUNÇÃO', 'FUNÇÃO'],
      level: ['Nível_Função', 'NÍVEL DA FUNÇÃO'],
      body: ['Nome_Órgão', 'NOME DO ÓRGÃO', 'ÓRGÃO'],
      startDate: ['Data_Início_Exercício', 'DATA DE INÍCIO DO EXERCÍCIO', 'DATA INICIO'],
      endDate: ['Data_Fim_Exercício', 'DATA DE FIM DO EXERCÍCIO', 'DATA FIM'],
      graceEndDate: ['Data_Fim_Carência', 'DATA DE FIM DA CARÊNCIA', 'DATA FIM CARENCIA'],
    },
    required: ['document', 'name', 'description', 'startDate', 'endDate', 'graceEndDate'],
    signs: [
      'Nome_PEP',
      'NOME DO PEP',
      'CPF_PEP',
      'Data_Fim_Carência',
      'DATA DE FIM DA CARÊNCIA',
      'DATA FIM CARENCIA',
    ],
    read: (row) => ({
      position: {
        ...readTexts(row, ['role', 'description', 'level', 'body']),
        ...readDates(row, ['startDate', 'endDate', 'graceEndDate']),
      },
    }),
  },
  ceis: sanctions('CEIS', ['person', 'company']),
  cnep: sanctions('CNEP', ['person', 'company']),
  ceaf: sanctions('CEAF', ['person']),
  cepim: {
    names: ['company'],
    columns: {
      document: ['CNPJ ENTIDADE', 'CNPJ DA ENTIDADE', 'CNPJ'],
      name: ['NOME ENTIDADE', 'NOME DA ENTIDADE'],
      process: ['NÚMERO CONVÊNIO', 'NÚMERO DO CONVÊNIO'],
      body: ['ÓRGÃO CONCEDENTE'],
      category: ['MOTIVO DO IMPEDIMENTO', 'MOTIVO IMPEDIMENTO'],
    },
    required: ['document', 'name', 'category'],
    read: (row) => readSanction(row, ['category', 'process', 'body']),
  },
  ...openDataLayouts,
  pgfn: debtLayout,
  tse: {
    names: ['person'],
    columns: {
      document: ['NR_CPF_CANDIDATO', 'CPF_CANDIDATO'],
      name: ['NM_CANDIDATO', 'NOME_CANDIDATO'],
      year: ['ANO_ELEICAO'],
      office: ['DS_CARGO', 'DESCRICAO_CARGO'],
      state: ['SG_UF', 'SIGLA_UF'],
      unit: ['NM_UE', 'DESCRICAO_UE'],
      party: ['SG_PARTIDO', 'SIGLA_PARTIDO'],
      result: ['DS_SIT_TOT_TURNO', 'DESC_SIT_TOT_TURNO'],
      birthDate: ['DT_NASCIMENTO', 'DATA_NASCIMENTO'],
      voterTitle: ['NR_TITULO_ELEITORAL_CANDIDATO', 'NUM_TITULO_ELEITORAL_CANDIDATO'],
      generated: ['DT_GERACAO', 'DATA_GERACAO'],
    },
    required: ['document', 'name', 'year', 'office', 'birthDate'],
    dateColumn: 'generated',
    edition: (row) => readText(row('year')) ?? '',
    read(row, today) {
      // A wrong birth date would keep the entry from being found: it is left out as one that cannot be read.
      const born = cleanBirthDate(row('birthDate') ?? '', today);
      const birthDate = 'value' in born ? born.value : undefined;
      const year = Number(row('year'));
      const personKey = toPersonKey(row('voterTitle'), birthDate);
      return {
        ...(birthDate !== undefined && { birthDate }),
        ...(personKey !== undefined && { personKey }),
        candidacy: {
          ...readTexts(row, ['office', 'state', 'unit', 'party', 'result']),
          ...(Number.isInteger(year) && year > 1900 && { year }),
        },
      };
    },
  },
};

/** The lists that name people, or companies, beside the registers of debts; or those registers. */
export function listsThatName(subject: ListSubject, tells?: 'debts'): ReadonlySet<TableListName> {
  return new Set(
    tableListNames.filter(
      (list) => listLayouts[list].names.includes(subject) && listLayouts[list].tells === tells,
    ),
  );
}

/** Voter title and birth date are one person (the sequence numbers of candidacies are not). */
function toPersonKey(voterTitle: string | undefined, birthDate: string | undefined): string | undefined {
  if (voterTitle === undefined || birthDate === undefined || !/^\d{6,13}$/.test(voterTitle.trim()))
    return undefined;
  return createHash('sha256').update(`${voterTitle.trim()}/${birthDate}`).digest('base64url').slice(0, 16);
}

/** True if all tables in a zip of the list are the list. */
export function hasSeveralTables(list: ListName): boolean {
  return (listLayouts as Readonly<Partial<Record<ListName, ListLayout>>>)[list]?.hasSeveralTables === true;
}
