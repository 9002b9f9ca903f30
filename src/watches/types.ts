import type { Cnpj, Cpf } from '../platform/documents/index.ts';

/** The document of the watched person or company. */
export type WatchDocument = { readonly cpf: Cpf } | { readonly cnpj: Cnpj };

/** A person or company that a client wants looked at again and again. */
export type Watch = {
  readonly id: string;
  readonly clientId: string;
  readonly subject: 'person' | 'company';
  readonly document: WatchDocument;
  /** Undefined before the first execution. */
  readonly profileId: string | undefined;
  readonly templateId: string;
  /** Undefined: when the registry changes. */
  readonly intervalDays: number | undefined;
  readonly createdAt: Date;
  /** Undefined while it waits for the registry. */
  readonly dueAt: Date | undefined;
  readonly lastExecutionId: string | undefined;
  readonly lastRunAt: Date | undefined;
  readonly lastOutcome: Uint8Array | undefined;
};
