import type { KeyObject } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/types.ts';
import { appendAuditEvent, transactionalChain } from './append-audit-event.ts';
import { type AuditChainEnd, endAfterEvents, placeEvent } from './audit-chain.ts';
import { insertEvents, listChainsToNote, lockChain } from './audit-store.ts';
import type { AuditEvent, RecordedEvent } from './types.ts';

export type ChainNotesDeps = { readonly db: Db; readonly key: KeyObject; readonly clock: Clock };

type NotedHead = { readonly chain: string; readonly sequence: number; readonly hash: string };

/** The `detail` of a checkpoint. In the chain of a process it names the note; the note names everything else. */
type CheckpointDetail = {
  readonly heads: readonly NotedHead[];
  /** The chain that the note was made for, when it has no event yet. */
  readonly begins?: string;
  /** Chains that are named for the last time. */
  readonly closed?: readonly string[];
};

/** The action of an event that names the heads of chains. */
export const checkpointAction = 'audit.checkpoint';

/** A note is due after so many events of a chain, and after so much time of a process. */
const eventsBetweenNotes = 10_000;
const timeBetweenNotesMs = 3_600_000;
/** A chain is closed when nobody has added to it for so long. */
const closedAfterMs = 48 * 3_600_000;

/**
 * The notes of one process. A note names the heads of all chains that are not closed, so that none can be cut short or
 * taken out. Notes follow each other in the chain of transactions, which nobody can take one out of; the
 * chain that asked for a note names it in turn. `verifyAudit` demands that a note names every chain begun before it.
 */
export class ChainNotes {
  readonly #deps: ChainNotesDeps;
  #ended: readonly AuditChainEnd[] = [];
  #notedAt = 0;

  constructor(deps: ChainNotesDeps) {
    this.#deps = deps;
  }

  /** True if a note must be written before the next event of this chain. */
  isDue(end: AuditChainEnd): boolean {
    const age = this.#deps.clock.now().getTime() - this.#notedAt;
    return end.untilNote === 0 || age >= timeBetweenNotesMs;
  }

  /**
   * Has the next note name the end of a chain that this process leaves, whatever the database says by then: somebody may
   * have cut the chain, which is why the process could not go on with it.
   */
  leave(end: AuditChainEnd): void {
    if (end.sequence > 0) this.#ended = [...this.#ended, end];
  }

  /** Writes a note for a chain, and events behind it, in one transaction. Gives the new end of the chain. */
  async write(
    end: AuditChainEnd,
    place: (end: AuditChainEnd) => readonly RecordedEvent[] = () => [],
  ): Promise<AuditChainEnd> {
    const { db, key, clock } = this.#deps;
    const now = clock.now();
    const ended = this.#ended;
    const notedBefore = this.#notedAt;
    // Of several chains one is held up.
    this.#notedAt = now.getTime();
    const writing = db.transaction().execute(async (tx) => {
      const { chain, sequence, hash } = await this.#append(tx, end, now);
      const heads = [{ chain, sequence, hash: toHex(hash) }];
      const reference = placeEvent(key, end, checkpointOf({ heads }), now);
      const after = { ...endAfterEvents(end, [reference]), untilNote: eventsBetweenNotes };
      const events = place(after);
      await insertEvents(tx, [reference, ...events]);
      return endAfterEvents(after, events);
    });
    try {
      const last = await writing;
      this.#ended = this.#ended.filter((it) => !ended.includes(it));
      return last;
    } catch (error) {
      this.#notedAt = notedBefore;
      throw error;
    }
  }

  async #append(tx: Tx, end: AuditChainEnd, now: Date): Promise<RecordedEvent> {
    // Whoever begins a chain waits here, so that the next note finds it.
    await lockChain(tx, transactionalChain);
    const stillSince = new Date(now.getTime() - closedAfterMs);
    const chains = await listChainsToNote(tx, transactionalChain, { madeFor: end.name, stillSince });
    const heads = new Map<string, NotedHead>();
    for (const { name: chain, sequence, hash } of [...chains, ...this.#ended, end]) {
      if (sequence > (heads.get(chain)?.sequence ?? 0))
        heads.set(chain, { chain, sequence, hash: toHex(hash) });
    }
    const closed = chains.filter(({ isClosed }) => isClosed).map(({ name }) => name);
    const detail = {
      heads: [...heads.values()],
      ...(end.sequence === 0 ? { begins: end.name } : {}),
      ...(closed.length === 0 ? {} : { closed }),
    };
    return await appendAuditEvent(tx, this.#deps.key, checkpointOf(detail), now);
  }
}

function checkpointOf(detail: CheckpointDetail): AuditEvent {
  return { actor: { kind: 'service' }, action: checkpointAction, outcome: 'done', detail };
}

function toHex(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}

/** The heads that the checkpoints of a log name, and the chains that a note should have named. */
export class NotedHeads {
  readonly #heads = new Map<string, Map<number, string>>();
  readonly #live = new Set<string>();
  /** Heads that were named. */
  count = 0;

  /**
   * Takes in a checkpoint that is proven; those of one chain in their order. Gives the chains that were begun before it
   * and not closed, and that it does not name: somebody hid them from it.
   */
  add(chain: string, detail: unknown): readonly string[] {
    const { heads, begins, closed = [] } = detail as CheckpointDetail;
    this.count += heads.length;
    for (const head of heads) this.#keep(head);
    if (chain !== transactionalChain) return [];
    const named = new Set(heads.map((head) => head.chain));
    const hidden = [...this.#live].filter((name) => !named.has(name));
    for (const name of hidden) this.#live.delete(name);
    for (const name of named) this.#live.add(name);
    for (const name of closed) this.#live.delete(name);
    if (begins !== undefined) this.#live.add(begins);
    return hidden;
  }

  /** The place up to which a chain was named; 0 when it was only begun. */
  lastOf(chain: string): number {
    return Math.max(0, ...(this.#heads.get(chain)?.keys() ?? []));
  }

  /** The heads that must be found in the log. */
  *list(): Generator<NotedHead> {
    for (const [chain, heads] of this.#heads) {
      for (const [sequence, hash] of heads) yield { chain, sequence, hash };
    }
  }

  /**
   * The furthest head of a chain stands for those before it: one process writes a chain, whose hashes prove the rest.
   * Whoever cuts the chain of transactions short has the service write other events in their place.
   */
  #keep({ chain, sequence, hash }: NotedHead): void {
    const before = this.#heads.get(chain);
    if (before === undefined || chain === transactionalChain) {
      this.#heads.set(chain, (before ?? new Map()).set(sequence, hash));
    } else if (sequence > this.lastOf(chain)) this.#heads.set(chain, new Map([[sequence, hash]]));
  }
}
