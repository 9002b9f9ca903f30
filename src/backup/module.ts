import { defineModule } from '../module.ts';
import { backupAuditActions } from './audit-actions.ts';

/** One encrypted file of everything, and back. */
export const backupModule = defineModule({
  name: 'backup',
  auditActions: backupAuditActions,
  commands: {
    backup: async () => (await import('./commands/backup-command.ts')).backupCommand(),
    restore: async (application) => (await import('./commands/restore.ts')).restoreCommand(application),
  },
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).backupTasks(context),
});
