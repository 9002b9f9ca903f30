import type { NamedValues } from '../db/named-statements.ts';

/** Who did it: a client of the API, an account of a person, an operator at the command line, the service by itself, or whoever held a signed link. */
export type AuditActor =
  | { readonly kind: 'client' | 'account'; readonly id: string }
  | { readonly kind: 'operator' | 'service' | 'link'; readonly id?: string };

/** One act or read. Identifiers only: no CPF, no name, no address of a photo. */
export type AuditEvent = {
  readonly actor: AuditActor;
  /** The act and the kind of thing it was done to: `person.read`, `client.revoke`. */
  readonly action: AuditAction;
  /** The stored identifier of what was read or changed. */
  readonly target?: string | undefined;
  /** Ids of the people it is about, each once and sorted. Never documents: events outlive an erasure. */
  readonly subjects?: readonly string[] | undefined;
  /** Why, in the caller's words (the header X-Purpose). */
  readonly purpose?: string | undefined;
  /** The network address it came from. */
  readonly source?: string | undefined;
  /** `done`, or the code of the error it ended with. */
  readonly outcome: string;
  readonly requestId?: string | undefined;
  /** Further facts, as plain JSON. */
  readonly detail?: AuditDetail | undefined;
};

/** Plain JSON: what is hashed must be what the database gives back. */
export type AuditDetail = { readonly [name: string]: AuditDetailValue };

type AuditDetailValue =
  | string
  | number
  | boolean
  | null
  | readonly AuditDetailValue[]
  | { readonly [name: string]: AuditDetailValue };

export type RecordedEvent = AuditEvent & {
  readonly chain: string;
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly at: Date;
  /** HMAC-SHA256 over the event and the hash before it. */
  readonly hash: Uint8Array;
};

/** An event with its place at the end of a chain that is kept for one statement. */
export type PlacedEvent = {
  /** The values for the parameters of `placedEventSql`. */
  readonly values: NamedValues;
  /**
   * To be called once, when the statement has ended: `written` after its commit, `unwritten` when it certainly wrote
   * nothing, `unknown` when neither is certain. The chain then goes on, goes on from the same place, or ends.
   */
  settle(outcome: 'written' | 'unwritten' | 'unknown'): void;
};

/** This process's chains of the audit log. */
export type AuditLog = {
  /**
   * Resolves once the event is stored. Events that arrive while others are being written go together in the next
   * statement. Rejects with `audit_unavailable`: what was to be answered must not be, then.
   */
  record(event: AuditEvent): Promise<void>;
  /**
   * Gives an event its place, so that the statement of what it records writes it as well (`placedEventSql`). Undefined
   * while no chain is free: then the event is to be recorded after the statement.
   */
  place(event: AuditEvent): PlacedEvent | undefined;
  /** Waits for what is being written. */
  close(): Promise<void>;
};

/** Actions by name: the meaning of each, and the kind of thing it is done to. Names keep their meaning for ever. */
export type AuditActions = Readonly<
  Record<`${string}.${string}`, { readonly meaning: string; readonly target?: string }>
>;

/** The actions of the log itself. */
export const logAuditActions = {
  'audit.begin': {
    meaning: 'the log of this database began; `detail` says which clients and events were older',
  },
  'audit.drop': {
    meaning:
      'the events of a month were dropped; `detail` says the end of the month and has a digest of all anchors',
  },
  'audit.checkpoint': {
    meaning:
      'the service noted the heads of all chains in `detail`, or named that note in the chain of a process',
  },
} as const satisfies AuditActions;

/**
 * The actions of all domains, for the compiler, which refuses any other. Each domain adds its own beside their table,
 * and gives the table to its module for the reference:
 *
 * @example
 * declare module '../platform/audit/types.ts' {
 *   interface AuditActionTable extends Record<keyof typeof watchAuditActions, object> {}
 * }
 */
export interface AuditActionTable extends Record<keyof typeof logAuditActions, object> {}

/** The audited action: one of a domain, or the task that an operator ran. */
export type AuditAction = keyof AuditActionTable | `operator.${string}`;
