import { defineModule } from '../module.ts';
import { watchesSealedTables } from './sealed-tables.ts';

/** People and companies that are looked at again and again. */
export const watchesModule = defineModule({
  name: 'watches',
  sealedTables: watchesSealedTables,
  open: async (context) => (await import('./open.ts')).openWatches(context),
});
