import { transactionalChain } from './append-audit-event.ts';
import type { CheckpointDetail, NotedHead } from './chain-notes.ts';

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
