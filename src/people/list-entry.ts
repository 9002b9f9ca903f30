import type { Cnpj, Cpf } from '../platform/documents.ts';
import type { PeopleError } from './errors.ts';
import type { ReadRow } from './rows/load-rows.ts';
import type { RowsFile } from './rows/open-rows-file.ts';
import type { RowFault } from './rows/split-records.ts';

/** The value of a column, by our name of it; undefined for an empty one. */
export type ListRow = (column: string) => string | undefined;

/** The layout of one public list. */
export type ListLayout = {
  /** The kinds of subjects it names. A source reads the lists of its own kind; other documents are faults. */
  readonly names: readonly ListSubject[];
  /** Our names of its columns, with the spellings that are known. Headers are compared loosely. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /**
   * Without these the file is not this list, or not whole: names and documents alone are in many files, and a sanction
   * without the column of its last day would never end.
   */
  readonly required: readonly string[];
  /** Columns that no other file has: one of them, at least, must be there. */
  readonly signs?: readonly string[];
  /** Of lists that share their columns: what the column `register` says in each row of this one. */
  readonly register?: string;
  /** The facts beside name and document. `today` as `YYYY-MM-DD`: nobody is born later. */
  read(row: ListRow, today: string): ListedFacts | { readonly fault: RowFault; readonly field?: string };
  /** The beginning of the header, where other lines stand before it. */
  readonly startsAt?: RegExp;
  /** True where a zip of the list holds several tables that are all of it. Otherwise one table is. */
  readonly hasSeveralTables?: true;
  /** `debts`: a register of debts, which other sources read. */
  readonly tells?: 'debts';
  /** True for a row that the list itself does not count. */
  isOmitted?(row: ListRow): boolean;
  /** The day the list is of, where a column says it. */
  readonly dateColumn?: string;
  /** The edition, such as an election, from the columns of the first row. Editions exist side by side. */
  edition?(row: ListRow): string;
};

export type ListSubject = 'person' | 'company';

/** Brazilian lists: tables whose rows name somebody by a document, whole or masked, or by a name. */
export const tableListNames = [
  'pep',
  'ceis',
  'cnep',
  'ceaf',
  'cepim',
  'tse',
  'tcu_inabilitados',
  'tcu_inidoneos',
  'mte',
  'bcb_inabilitados',
  'bcb_proibidos',
  'ibama',
  'pgfn',
] as const;

export type TableListName = (typeof tableListNames)[number];

/** Sanctions lists of other countries and of the United Nations: no CPF finds their entries. */
export const worldListNames = ['un', 'ofac_sdn', 'ofac_consolidated', 'eu', 'uk'] as const;

export type WorldListName = (typeof worldListNames)[number];

/** The public lists that are taken, by the word of the command line. */
export const listNames = [...tableListNames, ...worldListNames] as const;

export type ListName = (typeof listNames)[number];

type Texts<Name extends string> = { readonly [Member in Name]?: string };

/** A public position that exposes its holder, for the list until `graceEndDate`. Days are `YYYY-MM-DD`. */
export type ListedPosition = Texts<
  'role' | 'description' | 'level' | 'body' | 'startDate' | 'endDate' | 'graceEndDate'
>;

/** A sanction, or a company's impediment. */
export type ListedSanction = Texts<
  | ('code' | 'category' | 'process' | 'body' | 'state' | 'scope' | 'legalBasis' | 'fine')
  | ('startDate' | 'endDate' | 'publicationDate')
>;

export type ListedCandidacy = Texts<'office' | 'state' | 'unit' | 'party' | 'result'> & {
  readonly year?: number;
};

/** An inscription in the debts register of the Union (dívida ativa). */
export type ListedDebt = Texts<'situationKind' | 'situation' | 'unit' | 'state' | 'registeredOn'> & {
  /** NUMERO_INSCRICAO: the same in the next version of the list. */
  readonly number: string;
  /** TIPO_DEVEDOR: principal debtor, or who answers beside. */
  readonly role?: string;
  /** The kind of debt: the main revenue, or the kind of credit. */
  readonly subject?: string;
  readonly isSued?: boolean;
  /** In reais; absent where the cell is no number. */
  readonly amount?: number;
};

/** The quality that a list gives a name beside the first one. A weak one is shared by many people. */
export type ListedAlias = { readonly name: string; readonly isWeak: boolean };

/** The days between which a birth lies, both included; one day when the list knows it. `YYYY-MM-DD` */
export type BirthSpan = { readonly from: string; readonly to: string };

/** A number of a passport, an identity card, a register. */
export type ListedDocument = { readonly type: string; readonly number: string; readonly country?: string };

/** An entry of an international sanctions list, beside its first name. */
export type WorldListing = {
  /** The list's own id, the same in its next version. */
  readonly id: string;
  readonly kind: 'person' | 'company' | 'vessel' | 'aircraft';
  readonly aliases: readonly ListedAlias[];
  readonly birthDates: readonly BirthSpan[];
  /** Of nationality or seat: ISO 3166 codes of two letters; as the list writes it where no code is known. */
  readonly countries: readonly string[];
  readonly documents: readonly ListedDocument[];
  readonly programmes: readonly string[];
  /** `YYYY-MM-DD` */
  readonly listedOn?: string;
};

/** The facts of a list about the one that it names. */
export type ListedFacts = {
  /** `YYYY-MM-DD` */
  readonly birthDate?: string;
  /** Tells the people of one list apart where it can: nothing that says who they are. */
  readonly personKey?: string;
  readonly position?: ListedPosition;
  readonly sanction?: ListedSanction;
  readonly candidacy?: ListedCandidacy;
  readonly debt?: ListedDebt;
  readonly listing?: WorldListing;
};

/** The subject and the facts of an entry of a list. It has at most one of the documents. */
export type ListEntry = ListedFacts & {
  readonly name: string;
  readonly cpf?: Cpf;
  /** The middle of a CPF that the list masks. */
  readonly sixDigits?: string;
  readonly cnpj?: Cnpj;
};

/** An entry that was read, or why the part of the file at a line is none. */
export type ReadEntry = ReadRow<ListEntry>;

/** Reads the file of one list in parts, or its files one after another. */
export type ListReader = {
  read(file: RowsFile): AsyncIterable<{ readonly entries: readonly ReadEntry[]; readonly readBytes: number }>;
  /** The facts about the whole, known when all of it was read. */
  facts(): { readonly edition?: string | undefined; readonly listDate: string | undefined };
  /** Why the file has no entry, where more is known than that. */
  explainEmpty?(): PeopleError | undefined;
};
