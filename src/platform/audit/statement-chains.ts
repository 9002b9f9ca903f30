import type { KeyObject } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { type AuditChainEnd, endAfterEvents, placeEvent, startChain } from './audit-chain.ts';
import type { ChainNotes } from './chain-notes.ts';
import { placedValues } from './placed-event-sql.ts';
import type { AuditEvent, PlacedEvent } from './types.ts';

export type StatementChainsDeps = {
  readonly key: KeyObject;
  readonly clock: Clock;
  readonly notes: ChainNotes;
};

/** Statements that may write events at the same time; each needs a chain of its own. */
const mostChains = 8;

/**
 * Chains of one process for events that stand in the statement of what they record. A chain is one statement's until it
 * is settled, so statements never wait for each other at its head. Chains are made when there are too few.
 */
export class StatementChains {
  readonly #deps: StatementChainsDeps;
  readonly #idle: AuditChainEnd[] = [];
  #chains = 0;
  #preparing: Promise<void> | undefined;

  constructor(deps: StatementChainsDeps) {
    this.#deps = deps;
  }

  /** See `AuditLog.place`. */
  place(event: AuditEvent): PlacedEvent | undefined {
    // The newest: a quiet service then moves the heads of few chains.
    const end = this.#idle.pop();
    if (end === undefined) {
      if (this.#chains < mostChains) this.#prepare(startChain());
      return undefined;
    }
    if (this.#deps.notes.isDue(end)) {
      this.#takeBack(end);
      return this.place(event);
    }
    const placed = placeEvent(this.#deps.key, end, event, this.#deps.clock.now());
    return {
      values: placedValues(placed),
      settle: (outcome) => {
        if (outcome === 'unknown') this.#leave(end);
        else if (outcome === 'unwritten') this.#idle.push(end);
        else this.#takeBack(endAfterEvents(end, [placed]));
      },
    };
  }

  async close(): Promise<void> {
    await this.#preparing;
  }

  #takeBack(end: AuditChainEnd): void {
    if (!this.#deps.notes.isDue(end)) this.#idle.push(end);
    else if (this.#preparing !== undefined) this.#leave(end);
    else {
      this.#chains -= 1;
      this.#prepare(end);
    }
  }

  #leave(end: AuditChainEnd): void {
    this.#chains -= 1;
    this.#deps.notes.leave(end);
  }

  /** Has a note made for a chain, and takes the chain into use. One at a time. */
  #prepare(end: AuditChainEnd): void {
    if (this.#preparing !== undefined) return;
    this.#chains += 1;
    this.#preparing = this.#deps.notes
      .write(end)
      .then(
        (prepared) => void this.#idle.push(prepared),
        // Whoever stores an event by itself meanwhile is told that the database is away.
        () => this.#leave(end),
      )
      .finally(() => {
        this.#preparing = undefined;
      });
  }
}
