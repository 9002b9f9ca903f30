import { defineModule } from '../module.ts';
import { watchAuditActions } from './audit-actions.ts';
import { watchIdKind } from './id-kinds.ts';
import { watchesSealedTables } from './sealed-tables.ts';

/** People and companies that are looked at again and again. */
export const watchesModule = defineModule({
  name: 'watches',
  auditActions: watchAuditActions,
  idKinds: [watchIdKind],
  sealedTables: watchesSealedTables,
  open: async (context) => (await import('./open.ts')).openWatches(context),
});
