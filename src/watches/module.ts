import { defineModule } from '../module.ts';
import { watchAuditActions, watchesSealedTables, watchIdKind } from './declarations.ts';

/** People and companies that are looked at again and again. */
export const watchesModule = defineModule({
  name: 'watches',
  auditActions: watchAuditActions,
  idKinds: [watchIdKind],
  sealedTables: watchesSealedTables,
  open: async (context) => (await import('./open.ts')).openWatches(context),
});
