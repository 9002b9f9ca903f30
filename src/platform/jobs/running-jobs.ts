import type { JobRun } from './jobs-store.ts';
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
