import type { AuditActions } from '../platform/audit/index.ts';

/** The audited actions of this domain. */
export const keyAuditActions = {
  'operator.keys/create': { meaning: 'a master key was made' },
  'operator.keys/rotate': { meaning: 'records were sealed under the current master key' },
} as const satisfies AuditActions;

type Own = typeof keyAuditActions;

declare module '../platform/audit/actions.ts' {
  interface AuditActionTable extends Own {}
}
