import type { OpenDatabase } from '../db/index.ts';
import { type JobRun, renewRuns } from './jobs-store.ts';
import { type BackgroundWork, runUntilStopped } from './repeat-during.ts';
import type { JobOutcome } from './types.ts';

/** The runs of this process, each with the signal that ends it. */
export class RunningJobs {
  readonly #runs = new Map<JobRun, { readonly lost: AbortController; readonly ended: Promise<void> }>();
  readonly #stopping = new AbortController();

  /**
   * The outcome of a handler that is told to end by its signal: when `interrupt` is called, when the run has lost its
   * job, or when its time is over. The last of these is an outcome by itself; the handler is not waited for any more.
   */
  async run(
    run: JobRun,
    timeoutMs: number,
    handler: (signal: AbortSignal) => Promise<JobOutcome>,
    settle: (outcome: JobOutcome) => Promise<void>,
  ): Promise<void> {
    const lost = new AbortController();
    const timeout = new AbortController();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.#runs.set(run, { lost, ended });
    const timedOut = Promise.withResolvers<JobOutcome>();
    const timer = setTimeout(() => {
      timeout.abort(new Error('the time limit of the job has passed'));
      timedOut.resolve({ outcome: 'failed', retryable: true, reason: 'timed_out' });
    }, timeoutMs);
    // A run that a stop has left behind keeps no process alive.
    timer.unref();
    try {
      const signal = AbortSignal.any([lost.signal, timeout.signal, this.#stopping.signal]);
      await settle(await Promise.race([handler(signal), timedOut.promise]));
    } finally {
      clearTimeout(timer);
      this.#runs.delete(run);
      end();
    }
  }

  /** True after `interrupt`: later failures are no fault of the job. */
  get isInterrupted(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Tells every run to end. */
  interrupt(): void {
    this.#stopping.abort(new Error('the process is stopping'));
  }

  /** Tells a run to end that another process has taken the job from. */
  tellLost(run: JobRun): void {
    this.#runs.get(run)?.lost.abort(new Error('another process has taken the job'));
  }

  list(): readonly JobRun[] {
    return [...this.#runs.keys()];
  }

  /** Resolves when the runs there are now have ended and their outcomes are recorded. */
  async waitForAll(): Promise<void> {
    await Promise.all([...this.#runs.values()].map(({ ended }) => ended));
  }
}

const looksPerLease = 5;

/**
 * Gives signs of life for the runs of this process, one statement for all of them, ends those that have lost their
 * job, and puts jobs back in the queue whose runs have gone silent, in this process or another.
 */
export function keepLeases(options: {
  readonly open: OpenDatabase;
  readonly running: RunningJobs;
  /** Maximum silence of a run. */
  readonly leaseMs: number;
  /** Counts runs that were silent for so long as failed. */
  readonly failSilent: (silentForMs: number) => Promise<void>;
  readonly onError: (error: unknown) => void;
}): BackgroundWork {
  const { open, running, leaseMs, failSilent, onError } = options;

  async function renew(): Promise<void> {
    const runs = running.list();
    if (runs.length === 0) return;
    const held = await renewRuns(open, runs);
    for (const run of runs) if (!held.has(run.id)) running.tellLost(run);
  }

  return runUntilStopped(async (rest) => {
    // At a start, after it stood still itself and after the database was away, the others may be just as late.
    let lookedAt = Number.NEGATIVE_INFINITY;
    for (let looks = 1; await rest(leaseMs / looksPerLease); looks += 1) {
      try {
        await renew();
        const isOnTime = performance.now() - lookedAt < leaseMs / 2;
        lookedAt = performance.now();
        // Every second time: an idle process asks less.
        if (isOnTime && looks % 2 === 0) await failSilent(leaseMs);
      } catch (error) {
        onError(error);
      }
    }
  });
}
