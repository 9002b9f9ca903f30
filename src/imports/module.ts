import { defineModule } from '../module.ts';
import { importAuditActions } from './audit-actions.ts';
import { importIdKind } from './id-kinds.ts';
import { importsSettings } from './settings.ts';

/** Imports of lists and registries that people start over the API. */
export const importsModule = defineModule({
  name: 'imports',
  auditActions: importAuditActions,
  idKinds: [importIdKind],
  settings: importsSettings,
  open: async (context) => (await import('./open.ts')).openImports(context),
});
