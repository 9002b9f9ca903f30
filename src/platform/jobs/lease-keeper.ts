import type { OpenDatabase } from '../db/index.ts';
import { renewRuns } from './jobs-store.ts';
import type { RunningJobs } from './running-jobs.ts';

export type LeaseKeeperOptions = {
  readonly open: OpenDatabase;
  readonly running: RunningJobs;
  /** Maximum silence of a run. */
  readonly leaseMs: number;
  /** Counts runs that were silent for so long as failed. */
  readonly failSilent: (silentForMs: number) => Promise<void>;
  readonly onError: (error: unknown) => void;
};

const looksPerLease = 5;

/**
 * Gives signs of life for the runs of this process, one statement for all of them, ends those that have lost their
 * job, and puts jobs back in the queue whose runs have gone silent, in this process or another.
 */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  #isStopping = false;
  #endRest: () => void = () => {};
  #looking: Promise<void> = Promise.resolve();

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
  }

  start(): void {
    this.#looking = this.#look();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#endRest();
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { leaseMs, failSilent, onError } = this.#options;
    // At a start, after it stood still itself and after the database was away, the others may be just as late.
    let lookedAt = Number.NEGATIVE_INFINITY;
    for (let looks = 1; ; looks += 1) {
      await this.#rest(leaseMs / looksPerLease);
      if (this.#isStopping) return;
      try {
        await this.#renew();
        const isOnTime = performance.now() - lookedAt < leaseMs / 2;
        lookedAt = performance.now();
        // Every second time: an idle process asks less.
        if (isOnTime && looks % 2 === 0) await failSilent(leaseMs);
      } catch (error) {
        onError(error);
      }
    }
  }

  async #renew(): Promise<void> {
    const { open, running } = this.#options;
    const runs = running.list();
    if (runs.length === 0) return;
    const held = await renewRuns(open, runs);
    for (const run of runs) if (!held.has(run.id)) running.tellLost(run);
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
