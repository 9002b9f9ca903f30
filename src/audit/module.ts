import { defineModule } from '../module.ts';
import type { AuditActions } from '../platform/audit/index.ts';
import { auditExportIdKind, verificationIdKind } from './declarations.ts';
import { auditSettings } from './settings.ts';

const auditLogAuditActions = {
  'audit.export': {
    meaning: 'the log, or a part of it, was sent as a file; `detail` says which',
    target: 'export',
  },
  'audit.verified': {
    meaning: 'a verification of the log ended; `detail` says what was read, the outcome what was found',
    target: 'verification',
  },
  'audit.verify': { meaning: 'a verification of the log was started', target: 'verification' },
  'audit.read': { meaning: 'events were listed' },
  'operator.audit/export': { meaning: 'events were exported to a file' },
  'operator.audit/verify-export': { meaning: 'an export was verified with the audit key' },
  'operator.audit/verify': { meaning: 'the log was verified' },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof auditLogAuditActions, object> {}
}

export const auditModule = defineModule({
  name: 'audit',
  auditActions: auditLogAuditActions,
  settings: auditSettings,
  idKinds: [verificationIdKind, auditExportIdKind],
  commands: { audit: async () => (await import('./commands/audit-command.ts')).auditCommand() },
  open: async (context) => (await import('./open.ts')).openAudit(context),
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).auditTasks(context),
});
