import type { RetentionRule } from '../platform/personal-data.ts';
import { deleteOldEvents } from './events-store.ts';
import { deleteOldDeliveries } from './webhooks/deliveries-store.ts';

/** The retention of the feed and of deliveries. Deliveries go by their time alone: a month of them goes whole. */
export function retentionRules(days: number): readonly RetentionRule[] {
  const delivery: RetentionRule['months'] = { table: 'webhook_deliveries', mayGo: async () => true };
  return [{ deleteOld: deleteOldEvents }, { deleteOld: deleteOldDeliveries, months: delivery }].map(
    ({ deleteOld, ...rule }) => ({
      days,
      ...rule,
      async eraseBatch(tx, before, limit) {
        return { count: await deleteOld(tx, before, limit), files: [] };
      },
    }),
  );
}
