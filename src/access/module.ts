import { defineModule } from '../module.ts';
import { accessAuditActions, accessSealedTables, clientIdKind } from './declarations.ts';
import { accessSettings } from './settings.ts';

export const accessModule = defineModule({
  name: 'access',
  auditActions: accessAuditActions,
  idKinds: [clientIdKind],
  settings: accessSettings,
  sealedTables: accessSealedTables,
  commands: { clients: async () => (await import('./commands/clients-command.ts')).clientsCommand() },
  open: async (context) => (await import('./open.ts')).openAccess(context),
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).accessTasks(context),
});
