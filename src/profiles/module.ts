import { defineModule } from '../module.ts';
import type { OperatorTasks } from '../platform/operator-tasks/index.ts';
import { profileAuditActions } from './audit-actions.ts';
import { executionIdKind, historyEntryIdKind, queryTemplateIdKind } from './id-kinds.ts';
import { profilesSealedTables } from './sealed-tables.ts';
import { profilesSettings } from './settings.ts';

/** Query templates, executions, and the profiles they make. */
export const profilesModule = defineModule({
  name: 'profiles',
  auditActions: profileAuditActions,
  idKinds: [executionIdKind, historyEntryIdKind, queryTemplateIdKind],
  settings: profilesSettings,
  sealedTables: profilesSealedTables,
  commands: {
    templates: async () => (await import('./commands/query-templates-command.ts')).queryTemplatesCommand(),
  },
  open: async (context) => (await import('./open.ts')).openProfiles(context),
  operatorTasks: async (context): Promise<OperatorTasks> =>
    (await import('./operator-tasks.ts')).queryTemplateTasks(context),
});
