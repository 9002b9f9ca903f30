import { defineModule } from '../module.ts';
import { privacyAuditActions } from './audit-actions.ts';
import { erasureIdKind, holdIdKind } from './id-kinds.ts';
import { privacySealedTables } from './sealed-tables.ts';

/** Erasing a person, the copy of everything known of a person, retention, holds. */
export const privacyModule = defineModule({
  name: 'privacy',
  auditActions: privacyAuditActions,
  idKinds: [erasureIdKind, holdIdKind],
  sealedTables: privacySealedTables,
  commands: { holds: async () => (await import('./commands/holds-command.ts')).holdsCommand() },
  open: async (context) => (await import('./open.ts')).openPrivacy(context),
  operatorTasks: async (context) => (await import('./operator-tasks.ts')).privacyTasks(context),
});
