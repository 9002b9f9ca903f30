import type { AuditActions } from '../platform/audit/index.ts';

/** The audited actions of this domain. */
export const backupAuditActions = {
  'operator.backup/create': { meaning: 'a backup was made' },
  'operator.backup/verify': { meaning: 'a backup was verified' },
} as const satisfies AuditActions;

type Own = typeof backupAuditActions;

declare module '../platform/audit/actions.ts' {
  interface AuditActionTable extends Own {}
}
