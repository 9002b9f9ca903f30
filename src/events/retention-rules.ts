import type { RetentionRule } from '../platform/personal-data.ts';
import { deleteOldEvents } from './events-store.ts';
import { deleteOldDeliveries } from './webhooks/deliveries-store.ts';

/** The retention of the feed and of deliveries. */
export function retentionRules(days: number): readonly RetentionRule[] {
  return [deleteOldEvents, deleteOldDeliveries].map((deleteOld) => ({
    days,
    async eraseBatch(tx, before, limit) {
      return { count: await deleteOld(tx, before, limit), files: [] };
    },
  }));
}
