import { defineModule } from '../module.ts';
import { watchAuditActions, watchesSealedTables, watchIdKind } from './declarations.ts';

export const watchesModule = defineModule({
  name: 'watches',
  auditActions: watchAuditActions,
  idKinds: [watchIdKind],
  sealedTables: watchesSealedTables,
  open: async (context) => (await import('./open.ts')).openWatches(context),
});
