import type { KeyObject } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/types.ts';
import {
  type AuditChainEnd,
  endAfterEvents,
  placeEvent,
  startChain,
  writeBehindCheckpoint,
} from './audit-chain.ts';
import { placedValues } from './placed-event-sql.ts';
import type { AuditEvent, PlacedEvent } from './types.ts';

/** Statements that may write events at the same time; each needs a chain of its own. */
const mostChains = 8;

/**
 * Chains of one process for events that stand in the statement of what they record. A chain is one statement's until it
 * is settled, so statements never wait for each other at its head. Chains are made when there are too few.
 */
export class StatementChains {
  readonly #deps: { readonly db: Db; readonly key: KeyObject; readonly clock: Clock };
  readonly #idle: AuditChainEnd[] = [];
  #chains = 0;
  #preparing: Promise<void> | undefined;

  constructor(deps: { readonly db: Db; readonly key: KeyObject; readonly clock: Clock }) {
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
    const placed = placeEvent(this.#deps.key, end, event, this.#deps.clock.now());
    return {
      values: placedValues(placed),
      settle: (outcome) => {
        if (outcome === 'unknown') this.#chains -= 1;
        else if (outcome === 'unwritten') this.#idle.push(end);
        else this.#takeBack(endAfterEvents(end, [placed]));
      },
    };
  }

  async close(): Promise<void> {
    await this.#preparing;
  }

  #takeBack(end: AuditChainEnd): void {
    if (end.untilCheckpoint > 0) this.#idle.push(end);
    else {
      this.#chains -= 1;
      this.#prepare(end);
    }
  }

  /** Has a chain note the others, and takes it into use. A chain that comes while another is prepared ends here. */
  #prepare(end: AuditChainEnd): void {
    if (this.#preparing !== undefined) return;
    this.#chains += 1;
    const { db, key, clock } = this.#deps;
    this.#preparing = writeBehindCheckpoint(db, key, end, clock.now())
      .then(
        (prepared) => void this.#idle.push(prepared),
        // Whoever stores an event by itself meanwhile is told that the database is away.
        () => {
          this.#chains -= 1;
        },
      )
      .finally(() => {
        this.#preparing = undefined;
      });
  }
}
