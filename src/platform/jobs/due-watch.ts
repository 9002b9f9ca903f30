import { setTimeout as delay } from 'node:timers/promises';
import type { OpenDatabase } from '../db/index.ts';
import { findDueNames } from './job-store.ts';

export type DueWatchOptions = {
  readonly open: OpenDatabase;
  readonly intervalMs: number;
  /** Hears of every name that has a job to be run now. */
  readonly onDue: (name: string) => void;
  readonly onError: (error: unknown) => void;
};

/**
 * Looks for jobs that other processes added and for those whose time has come, at once and then from time to time: one
 * statement for all names.
 */
export class DueWatch {
  readonly #options: DueWatchOptions;
  readonly #end = new AbortController();
  #looking: Promise<void> = Promise.resolve();

  constructor(options: DueWatchOptions) {
    this.#options = options;
  }

  /** Begins with jobs of these names. */
  start(names: readonly string[]): void {
    this.#looking = this.#look(names);
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#looking;
  }

  async #look(names: readonly string[]): Promise<void> {
    const { open, intervalMs, onDue, onError } = this.#options;
    const { signal } = this.#end;
    for (;;) {
      try {
        for (const name of await findDueNames(open, names)) onDue(name);
      } catch (error) {
        onError(error);
      }
      await delay(intervalMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
    }
  }
}
