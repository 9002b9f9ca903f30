import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import { fromRow, type ToRow, toRow } from '../db/rows.ts';
import type { Db, Tx } from '../db/types.ts';

/** A stretch of a chain whose partition was dropped. */
type AuditStretch = {
  readonly chain: string;
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Of the event before the first one. */
  readonly previousHash: Uint8Array;
  readonly lastHash: Uint8Array;
};

/** A dropped stretch with the proof that the service made the row. */
export type AuditAnchor = AuditStretch & {
  /** The end of the dropped month. */
  readonly until: Date;
  readonly proof: Uint8Array;
};

declare module '../db/tables.ts' {
  interface Tables {
    audit_anchors: ToRow<AuditAnchor>;
  }
}

/** Every anchor, by chain and place in it. */
export async function listAnchors(db: Db): Promise<readonly AuditAnchor[]> {
  const rows = await db
    .selectFrom('audit_anchors')
    .selectAll()
    .orderBy('chain')
    .orderBy('first_sequence')
    .execute();
  return rows.map((row) => fromRow(row));
}

/** The end of the newest month that was dropped; undefined when none was. */
export async function findEndOfDropped(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('audit_anchors')
    .select((eb) => eb.fn.max('until').as('until'))
    .executeTakeFirst();
  return row?.until ?? undefined;
}

export async function insertAnchors(tx: Tx, anchors: readonly AuditAnchor[]): Promise<void> {
  for (let start = 0; start < anchors.length; start += 1_000) {
    const rows = anchors.slice(start, start + 1_000).map((anchor) => toRow(anchor));
    await tx.insertInto('audit_anchors').values(rows).execute();
  }
}

/**
 * The stretches of chains in a partition, which nobody may add to until the transaction ends. A chain has several when
 * the clock went back and forth at the end of a month. The time of the
 * statement is not limited: it reads the partition. Waits for locks are, until the transaction ends.
 */
export async function findStretches(tx: Tx, partition: string): Promise<readonly AuditStretch[]> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local lock_timeout = '300ms'`.execute(tx);
  await sql`lock table ${sql.id(partition)} in share row exclusive mode`.execute(tx);
  const { rows } = await sql<ToRow<AuditStretch>>`
    with stretches as (
      select chain, min(sequence) as first_sequence, max(sequence) as last_sequence
      from (select chain, sequence, sequence - row_number() over (partition by chain order by sequence) as stretch
        from ${sql.id(partition)}) as numbered
      group by chain, stretch
    )
    select stretches.chain, stretches.first_sequence, stretches.last_sequence, last.hash as last_hash,
      coalesce(
        (select hash from audit_events as event
          where event.chain = stretches.chain and event.sequence = stretches.first_sequence - 1),
        (select anchor.last_hash from audit_anchors as anchor
          where anchor.chain = stretches.chain and anchor.last_sequence = stretches.first_sequence - 1),
        decode(repeat('00', 32), 'hex')) as previous_hash
    from stretches join ${sql.id(partition)} as last
      on last.chain = stretches.chain and last.sequence = stretches.last_sequence
    order by stretches.chain, stretches.first_sequence`.execute(tx);
  return rows.map((row) => fromRow(row));
}

/** Takes a partition away with its rows. Its stretches must be anchored in the same transaction. */
export async function dropAuditPartition(tx: Tx, partition: string): Promise<void> {
  await sql`alter table audit_events detach partition ${sql.id(partition)}`.execute(tx);
  await sql`drop table ${sql.id(partition)}`.execute(tx);
}

/** The proof of an anchor: HMAC-SHA256 over all its other parts, with the key of the chains. */
export function proveAnchor(key: Uint8Array | KeyObject, anchor: Omit<AuditAnchor, 'proof'>): Uint8Array {
  const parts = [
    'audit anchor',
    anchor.chain,
    anchor.firstSequence,
    anchor.lastSequence,
    Buffer.from(anchor.previousHash).toString('hex'),
    Buffer.from(anchor.lastHash).toString('hex'),
    anchor.until.toISOString(),
  ];
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
}

/** A digest over all anchors, in the order of `listAnchors`. The event of each drop has it, so that none can be taken away. */
export function digestAnchors(anchors: readonly AuditAnchor[]): string {
  const digest = createHash('sha256');
  for (const { proof } of anchors) digest.update(proof);
  return digest.digest('hex');
}
