import { defineModule } from '../module.ts';
import { registryAuditActions } from './audit-actions.ts';
import { registrySettings } from './settings.ts';

/** The national register of companies: imported, verified, looked up. */
export const registryModule = defineModule({
  name: 'registry',
  auditActions: registryAuditActions,
  settings: registrySettings,
  commands: { registry: async () => (await import('./commands/registry-command.ts')).registryCommand() },
  open: async (context) => (await import('./open.ts')).openRegistry(context),
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).registryTasks(context),
});
