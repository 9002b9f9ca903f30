import { createSecretKey } from 'node:crypto';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/types.ts';
import { createUuidV7 } from '../ids.ts';
import { insertEvents, noteChains } from './audit-store.ts';
import { AuditError } from './errors.ts';
import { firstHash, hashEvent } from './hash-event.ts';
import type { AuditEvent, AuditLog, RecordedEvent } from './types.ts';

export type AuditLogDeps = {
  readonly db: Db;
  /** Of the deployment, never in the database readable: what makes hashes that fit. */
  readonly key: Uint8Array;
  readonly clock: Clock;
};

/** Events of one statement at most. */
const largestGroup = 500;
/** After so many events a chain notes where the others are, so that one cannot be cut short unseen. */
const eventsBetweenCheckpoints = 10_000;

type Waiting = {
  readonly event: AuditEvent;
  readonly at: Date;
  resolve(): void;
  reject(error: unknown): void;
};

/**
 * This process's chain of the audit log. Its first event, written before the first one asked for, names the heads
 * of the other chains.
 */
export function createAuditLog({ db, key, clock }: AuditLogDeps): AuditLog {
  const hashKey = createSecretKey(key);
  let chain = startChain();
  const waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      // Reads are answered together, so that others are about to come.
      await turnOfTheLoop();
      const group = waiting.splice(0, largestGroup);
      try {
        const events: RecordedEvent[] = [];
        const append = (event: AuditEvent, at: Date) => {
          const previous = events.at(-1)?.hash ?? chain.hash;
          const placed = { ...event, chain: chain.name, sequence: chain.sequence + events.length + 1, at };
          events.push({ ...placed, hash: hashEvent(hashKey, previous, placed) });
        };
        if (chain.untilCheckpoint > 0) {
          for (const { event, at } of group) append(event, at);
          await insertEvents(db, events);
        } else {
          await db.transaction().execute(async (tx) => {
            append(await makeCheckpoint(tx), clock.now());
            for (const { event, at } of group) append(event, at);
            await insertEvents(tx, events);
          });
        }
        const last = events.at(-1)!;
        chain = {
          name: chain.name,
          sequence: last.sequence,
          hash: last.hash,
          untilCheckpoint:
            (chain.untilCheckpoint <= 0 ? eventsBetweenCheckpoints : chain.untilCheckpoint) - group.length,
        };
        for (const it of group) it.resolve();
      } catch (cause) {
        // Whether the rows are there is not known. A new chain begins, and the old one stays whole either way.
        chain = startChain();
        for (const it of group)
          it.reject(new AuditError('audit_unavailable', { retryAfterSeconds: 1, cause }));
      }
    }
    // In the same step as the last look: who records as soon as an event is stored would otherwise wait for the next.
    writing = undefined;
  }

  return {
    record(event) {
      return new Promise<void>((resolve, reject) => {
        waiting.push({ event, at: clock.now(), resolve, reject });
        writing ??= write();
      });
    },
    async close() {
      await writing;
    },
  };
}

function startChain() {
  return { name: `chain-${createUuidV7()}`, sequence: 0, hash: firstHash, untilCheckpoint: 0 };
}

/** The heads of the chains that have moved as an event, checked by `verifyAudit`. */
async function makeCheckpoint(tx: Tx): Promise<AuditEvent> {
  const heads = (await noteChains(tx)).map(({ chain, lastSequence, lastHash }) => ({
    chain,
    sequence: lastSequence,
    hash: Buffer.from(lastHash).toString('hex'),
  }));
  return { actor: { kind: 'service' }, action: checkpointAction, outcome: 'done', detail: { heads } };
}

/** The action of an event that names the heads of all chains. */
export const checkpointAction = 'audit.checkpoint';
