import type { Clock } from '../clock.ts';
import { listPartitions } from '../db/partitions.ts';
import type { OpenDatabase } from '../db/types.ts';
import {
  digestAnchors,
  dropAuditPartition,
  findStretches,
  insertAnchors,
  listAnchors,
  proveAnchor,
} from './anchors-store.ts';
import { appendAuditEvent, transactionalChain } from './append-audit-event.ts';
import { lockChain } from './audit-store.ts';
import { AuditError } from './errors.ts';
import { verifyAudit } from './verify-audit.ts';

export type DropOldEventsDeps = {
  readonly database: OpenDatabase;
  readonly key: Uint8Array;
  readonly clock: Clock;
};

/**
 * Drops the partitions of the audit log whose months ended before a moment, oldest first, and gives their names. Each leaves
 * an anchor for every stretch of a chain, and an event, so that `verifyAudit` still proves what remains. The whole
 * log is verified before: rejects with `audit_broken` and drops nothing when it is not whole, since the events are
 * the evidence. Rejects with `database_timeout` while others hold the table; the next run goes on.
 */
export async function dropOldEvents(
  { database, key, clock }: DropOldEventsDeps,
  before: Date,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { db } = database;
  const table = (await listPartitions(database)).find(({ name }) => name === 'audit_events');
  const old = (table?.partitions ?? []).flatMap(({ name, to }) =>
    to !== undefined && to <= before ? [{ name, until: to }] : [],
  );
  if (old.length === 0) return [];
  const { faults } = await verifyAudit(db, key, { mustHaveBegun: true, ...(signal && { signal }) });
  if (faults.length > 0) throw new AuditError('audit_broken');
  const dropped: string[] = [];
  for (const { name, until } of old) {
    signal?.throwIfAborted();
    await db.transaction().execute(async (tx) => {
      const stretches = await findStretches(tx, name);
      const anchors = stretches.map((stretch) => ({
        ...stretch,
        until,
        proof: proveAnchor(key, { ...stretch, until }),
      }));
      await insertAnchors(tx, anchors);
      const all = await listAnchors(tx);
      // The head before the table: whoever writes to this chain takes them in this order.
      await lockChain(tx, transactionalChain);
      await dropAuditPartition(tx, name);
      await appendAuditEvent(
        tx,
        key,
        {
          actor: { kind: 'service' },
          action: 'audit.drop',
          outcome: 'done',
          detail: { until: until.toISOString(), anchors: all.length, digest: digestAnchors(all) },
        },
        clock.now(),
      );
    });
    dropped.push(name);
  }
  return dropped;
}
