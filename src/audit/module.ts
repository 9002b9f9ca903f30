import { defineModule } from '../module.ts';
import { auditLogAuditActions } from './audit-actions.ts';
import { auditExportIdKind, verificationIdKind } from './id-kinds.ts';
import { auditSettings } from './settings.ts';

/** The audit log: who did or read what. */
export const auditModule = defineModule({
  name: 'audit',
  auditActions: auditLogAuditActions,
  settings: auditSettings,
  idKinds: [verificationIdKind, auditExportIdKind],
  commands: { audit: async () => (await import('./commands/audit-command.ts')).auditCommand() },
  open: async (context) => (await import('./open.ts')).openAudit(context),
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).auditTasks(context),
});
