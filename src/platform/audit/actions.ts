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

type Own = typeof logAuditActions;

/**
 * The actions of all domains, for the compiler, which refuses any other. Each domain adds its own beside their table,
 * and gives the table to its module for the reference:
 *
 * @example
 * declare module '../platform/audit/actions.ts' {
 *   interface AuditActionTable extends Own {}
 * }
 */
export interface AuditActionTable extends Own {}

/** The audited action: one of a domain, or the task that an operator ran. */
export type AuditAction = keyof AuditActionTable | `operator.${string}`;
