import type { JobReference } from './job-store.ts';
import type { JobOutcome } from './types.ts';

/** The jobs that this process is running, and which of them its stop cut short. */
export class RunningJobs {
  readonly #running = new Set<JobReference>();
  readonly #interrupted = new Set<JobReference>();
  readonly #stopping = new AbortController();

  /**
   * Runs a handler with a signal that is also aborted by `interrupt`. A retryable failure after that is the
   * stop's doing and not the job's.
   */
  async run(
    job: JobReference,
    signal: AbortSignal,
    handler: (signal: AbortSignal) => Promise<JobOutcome>,
  ): Promise<JobOutcome> {
    this.#running.add(job);
    const outcome = await handler(AbortSignal.any([signal, this.#stopping.signal]));
    this.#running.delete(job);
    if (this.#stopping.signal.aborted && outcome.outcome === 'failed' && outcome.retryable) {
      this.#interrupted.add(job);
    }
    return outcome;
  }

  /** Tells every running job to end. */
  interrupt(): void {
    this.#stopping.abort(new Error('the process is stopping'));
  }

  /** The jobs still running, and those that ended without finishing because of `interrupt`. */
  listUnfinished(): readonly JobReference[] {
    return [...this.#running, ...this.#interrupted];
  }
}
