import { createHash } from 'node:crypto';
import { type Cpf, parseCnpj, parseCpf } from '../../platform/documents/index.ts';
import { dropRemarks } from '../normalise-name.ts';
import { readSixDigits } from '../partner-index.ts';
import { cleanDate, cleanText, isNothing, maxTextLength } from '../rows/clean-value.ts';
import type { RowFault } from '../rows/split-records.ts';
import type { ListEntry, ListName } from './list-entry.ts';

/** What a column says, by our name of it; undefined for nothing. */
export type ListRow = (column: string) => string | undefined;

/** How one public list is written. */
export type ListLayout = {
  /** Our names of its columns, with the spellings that are known. Headers are compared loosely. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Without these the file is not this list: names and documents alone are in many files. */
  readonly required: readonly string[];
  read(row: ListRow): ListEntry | { readonly fault: RowFault; readonly field?: string };
  /** The day the list is of, where a column says it. */
  readonly dateColumn?: string;
  /** What is published side by side, such as elections: from the columns of the first row. */
  edition?(row: ListRow): string;
};

const sanctionColumns = {
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

const sanctions: ListLayout = {
  columns: sanctionColumns,
  required: ['document', 'name', 'category'],
  read(row) {
    const who = readWho(row);
    if ('fault' in who) return who;
    const { startDate, endDate, publicationDate } = readDates(row, [
      'startDate',
      'endDate',
      'publicationDate',
    ]);
    const sanction = keepKnown({
      ...readTexts(row, ['code', 'category', 'process', 'body', 'state', 'scope', 'legalBasis', 'fine']),
      startDate,
      endDate,
      publicationDate,
    });
    return { ...who, sanction };
  },
};

/** How each list is published. */
export const listLayouts: Readonly<Record<ListName, ListLayout>> = {
  pep: {
    columns: {
      document: ['CPF', 'CPF_PEP', 'CPF PEP'],
      name: ['Nome_PEP', 'NOME', 'NOME DO PEP'],
      role: ['Sigla_Função', 'SIGLA DA FUNÇÃO'],
      description: ['Descrição_Função', 'DESCRIÇÃO DA FUNÇÃO', 'FUNÇÃO'],
      level: ['Nível_Função', 'NÍVEL DA FUNÇÃO'],
      body: ['Nome_Órgão', 'NOME DO ÓRGÃO', 'ÓRGÃO'],
      startDate: ['Data_Início_Exercício', 'DATA DE INÍCIO DO EXERCÍCIO', 'DATA INICIO'],
      endDate: ['Data_Fim_Exercício', 'DATA DE FIM DO EXERCÍCIO', 'DATA FIM'],
      graceEndDate: ['Data_Fim_Carência', 'DATA DE FIM DA CARÊNCIA', 'DATA FIM CARENCIA'],
    },
    required: ['document', 'name', 'description'],
    read(row) {
      const who = readWho(row);
      if ('fault' in who) return who;
      const position = keepKnown({
        ...readTexts(row, ['role', 'description', 'level', 'body']),
        ...readDates(row, ['startDate', 'endDate', 'graceEndDate']),
      });
      return { ...who, position };
    },
  },
  ceis: sanctions,
  cnep: sanctions,
  ceaf: sanctions,
  cepim: {
    columns: {
      document: ['CNPJ ENTIDADE', 'CNPJ DA ENTIDADE', 'CNPJ'],
      name: ['NOME ENTIDADE', 'NOME DA ENTIDADE'],
      process: ['NÚMERO CONVÊNIO', 'NÚMERO DO CONVÊNIO'],
      body: ['ÓRGÃO CONCEDENTE'],
      category: ['MOTIVO DO IMPEDIMENTO', 'MOTIVO IMPEDIMENTO'],
    },
    required: ['document', 'name'],
    read(row) {
      const who = readWho(row);
      if ('fault' in who) return who;
      if (who.cnpj === undefined) return { fault: 'document_invalid', field: 'document' };
      return { ...who, sanction: keepKnown(readTexts(row, ['category', 'process', 'body'])) };
    },
  },
  tse: {
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
    required: ['name', 'year'],
    dateColumn: 'generated',
    edition: (row) => readText(row('year')) ?? '',
    read(row) {
      const who = readWho(row);
      if ('fault' in who) return who;
      const { birthDate } = readDates(row, ['birthDate']);
      const year = Number(row('year'));
      const candidacy = keepKnown({
        ...readTexts(row, ['office', 'state', 'unit', 'party', 'result']),
        year: Number.isInteger(year) && year > 1900 ? year : undefined,
      });
      const personKey = toPersonKey(row('voterTitle'), birthDate);
      return { ...who, ...keepKnown({ birthDate, personKey }), candidacy };
    },
  },
};

type Who = Pick<ListEntry, 'name' | 'cpf' | 'sixDigits' | 'cnpj'>;

/** Name and document. A document that is withheld leaves the name; one that is no document is a fault. */
function readWho(row: ListRow): Who | { readonly fault: RowFault; readonly field: string } {
  const cleaned = cleanText(dropRemarks(row('name') ?? ''));
  if ('fault' in cleaned) return { fault: cleaned.fault, field: 'name' };
  if (cleaned.value === undefined) return { fault: 'name_missing', field: 'name' };
  const name = cleaned.value;
  const document = (row('document') ?? '').trim();
  if (isWithheld(document)) return { name };
  const sixDigits = readSixDigits(document);
  if (sixDigits !== undefined) return { name, sixDigits };
  const plain = document.replaceAll(/[./\s-]/g, '').toUpperCase();
  const cpf: Cpf | undefined = parseCpf(plain);
  if (cpf !== undefined) return { name, cpf };
  const cnpj = parseCnpj(plain);
  if (cnpj !== undefined) return { name, cnpj };
  return { fault: 'document_invalid', field: 'document' };
}

function isWithheld(document: string): boolean {
  return isNothing(document) || /^[*Xx.\s/-]+$/.test(document) || /^0+$/.test(document);
}

/** Text as it is published, shortened; what a text editor would not show is dropped. */
function readText(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const cleaned = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is dropped
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (isNothing(cleaned)) return undefined;
  return cleaned.slice(0, maxTextLength).normalize('NFC');
}

function readTexts<Name extends string>(row: ListRow, names: readonly Name[]): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const text = readText(row(name));
    if (text !== undefined) texts[name] = text;
  }
  return texts;
}

/** A day that cannot be read is left out: an entry is not lost for it. */
function readDates<Name extends string>(row: ListRow, names: readonly Name[]): Partial<Record<Name, string>> {
  const dates: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const cleaned = cleanDate(row(name) ?? '');
    if ('value' in cleaned && cleaned.value !== undefined) dates[name] = cleaned.value;
  }
  return dates;
}

/** Voter title and birth date are one person (the sequence numbers of candidacies are not). */
function toPersonKey(voterTitle: string | undefined, birthDate: string | undefined): string | undefined {
  if (voterTitle === undefined || birthDate === undefined || !/^\d{6,13}$/.test(voterTitle.trim()))
    return undefined;
  return createHash('sha256').update(`${voterTitle.trim()}/${birthDate}`).digest('base64url').slice(0, 16);
}

function keepKnown<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
