import { defineModule } from '../module.ts';
import type { AuditActions } from '../platform/audit/index.ts';

const backupAuditActions = {
  'operator.backup/create': { meaning: 'a backup was made' },
} as const satisfies AuditActions;

declare module '../platform/audit/types.ts' {
  interface AuditActionTable extends Record<keyof typeof backupAuditActions, object> {}
}

export const backupModule = defineModule({
  name: 'backup',
  auditActions: backupAuditActions,
  commands: {
    backup: async (application) => (await import('./commands/backup-command.ts')).backupCommand(application),
    restore: async (application) =>
      (await import('./commands/backup-command.ts')).restoreCommand(application),
  },
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).backupTasks(context),
});
