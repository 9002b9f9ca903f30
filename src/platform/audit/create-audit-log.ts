import { createSecretKey } from 'node:crypto';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { isNotNullViolation } from '../db/driver-errors.ts';
import type { Db } from '../db/types.ts';
import { type AuditChainEnd, endAfterEvents, placeEvent, startChain } from './audit-chain.ts';
import { insertEvents } from './audit-store.ts';
import { ChainNotes } from './chain-notes.ts';
import { AuditError } from './errors.ts';
import { createStatementChains } from './statement-chains.ts';
import type { AuditEvent, AuditLog, RecordedEvent } from './types.ts';

export type AuditLogDeps = {
  readonly db: Db;
  /** Of the deployment, never in the database readable: what makes hashes that fit. */
  readonly key: Uint8Array;
  readonly clock: Clock;
};

/** Events of one statement at most. */
const largestGroup = 500;

type Waiting = {
  readonly event: AuditEvent;
  readonly at: Date;
  resolve(): void;
  reject(error: unknown): void;
};

/**
 * This process's chains of the audit log: one for what is recorded, and one for each statement that writes an event
 * together with what it records. The first event of a chain, written before the first one asked for, names the note
 * that was made for it.
 */
export function createAuditLog({ db, key, clock }: AuditLogDeps): AuditLog {
  const hashKey = createSecretKey(key);
  let chain = startChain();
  const waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  const notes = new ChainNotes({ db, key: hashKey, clock });
  const statements = createStatementChains(hashKey, clock, notes);

  /** Adds events to the chain, and to a new one if somebody else has moved the head of this one or closed it. */
  async function store(place: (end: AuditChainEnd) => readonly RecordedEvent[]): Promise<void> {
    try {
      if (notes.isDue(chain)) chain = await notes.write(chain, place);
      else {
        const events = place(chain);
        await insertEvents(db, events);
        chain = endAfterEvents(chain, events);
      }
    } catch (error) {
      // Otherwise it is not known whether the rows are there. The old chain stays whole either way.
      const isCertain = isNotNullViolation(error) && chain.sequence > 0;
      notes.leave(chain);
      chain = startChain();
      if (!isCertain) throw error;
      chain = await notes.write(chain, place);
    }
  }

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      // Reads are answered together, so that others are about to come.
      await turnOfTheLoop();
      const group = waiting.splice(0, largestGroup);
      const place = (from: AuditChainEnd) => {
        let end = from;
        return group.map(({ event, at }): RecordedEvent => {
          const placed = placeEvent(hashKey, end, event, at);
          end = { ...end, sequence: placed.sequence, hash: placed.hash };
          return placed;
        });
      };
      try {
        await store(place);
        for (const it of group) it.resolve();
      } catch (cause) {
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
    place: (event) => statements.place(event),
    async close() {
      await statements.close();
      await writing;
    },
  };
}
