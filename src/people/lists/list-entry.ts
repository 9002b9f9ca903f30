import type { Cnpj, Cpf } from '../../platform/documents/index.ts';

/** The public lists that are taken, by the word of the command line. */
export const listNames = ['pep', 'ceis', 'cnep', 'ceaf', 'cepim', 'tse'] as const;
export type ListName = (typeof listNames)[number];

/** A public position that exposes its holder. Days are `YYYY-MM-DD`. */
export type ListedPosition = {
  readonly role?: string;
  readonly description?: string;
  readonly level?: string;
  readonly body?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  /** Until when the list counts its holder as exposed. */
  readonly graceEndDate?: string;
};

/** A sanction, or a company's impediment. */
export type ListedSanction = {
  readonly code?: string;
  readonly category?: string;
  readonly process?: string;
  readonly body?: string;
  readonly state?: string;
  readonly scope?: string;
  readonly legalBasis?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly publicationDate?: string;
  readonly fine?: string;
};

/** A candidacy at an election. */
export type ListedCandidacy = {
  readonly year?: number;
  readonly office?: string;
  readonly state?: string;
  readonly unit?: string;
  readonly party?: string;
  readonly result?: string;
};

/** What an entry of a list says of whom. Of the documents at most one is there. */
export type ListEntry = {
  readonly name: string;
  readonly cpf?: Cpf;
  /** The middle of a CPF that the list masks. */
  readonly sixDigits?: string;
  readonly cnpj?: Cnpj;
  /** `YYYY-MM-DD` */
  readonly birthDate?: string;
  /** Tells the people of one list apart where it can: nothing that says who they are. */
  readonly personKey?: string;
  readonly position?: ListedPosition;
  readonly sanction?: ListedSanction;
  readonly candidacy?: ListedCandidacy;
};
