import { defineModule } from '../module.ts';
import { keyAuditActions } from './audit-actions.ts';

/** The master key: listed, made, rotated. */
export const keysModule = defineModule({
  name: 'keys',
  auditActions: keyAuditActions,
  commands: { keys: async () => (await import('./commands/keys-command.ts')).keysCommand() },
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).keyTasks(context),
});
