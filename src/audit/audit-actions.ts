import type { AuditActions } from '../platform/audit/index.ts';

/** The audited actions of this domain. */
export const auditLogAuditActions = {
  'audit.read': { meaning: 'events were listed' },
  'operator.audit/export': { meaning: 'events were exported to a file' },
  'operator.audit/verify': { meaning: 'the log was verified' },
} as const satisfies AuditActions;

type Own = typeof auditLogAuditActions;

declare module '../platform/audit/actions.ts' {
  interface AuditActionTable extends Own {}
}
