import type { OpenDatabase } from '../db/index.ts';
import { findDueNames } from './jobs-store.ts';
import { type BackgroundWork, runUntilStopped } from './repeat-during.ts';

type WorkLoopOptions<Work> = {
  readonly take: () => Promise<Work | undefined>;
  /** Does it. Never rejects. */
  readonly run: (work: Work) => Promise<void>;
  /** Pieces of work done at a time. */
  readonly concurrency: number;
  /** Told why no work could be taken; it is tried again when the loop is woken. */
  readonly onError: (error: unknown) => void;
};

/** Rests until woken, then takes one piece of work after the other for as long as there is room and some is found. */
export class WorkLoop<Work> {
  readonly #options: WorkLoopOptions<Work>;
  #running = 0;
  #isAwake = false;
  #isStopping = false;
  #endRest: () => void = () => {};
  #looping: Promise<void> = Promise.resolve();

  constructor(options: WorkLoopOptions<Work>) {
    this.#options = options;
  }

  start(): void {
    this.#looping = this.#loop();
  }

  /** Lets it look for work at once. */
  wake(): void {
    this.#isAwake = true;
    this.#endRest();
  }

  /** Takes nothing more. Resolves when nothing is being taken, which is before the work under way has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#endRest();
    await this.#looping;
  }

  async #loop(): Promise<void> {
    for (;;) {
      if (!this.#isAwake && !this.#isStopping) await this.#rest();
      this.#isAwake = false;
      do {
        if (this.#isStopping) return;
      } while (this.#running < this.#options.concurrency && (await this.#takeOne()));
    }
  }

  async #takeOne(): Promise<boolean> {
    let work: Work | undefined;
    try {
      work = await this.#options.take();
    } catch (error) {
      this.#options.onError(error);
      return false;
    }
    if (work === undefined) return false;
    this.#running += 1;
    void this.#options.run(work).finally(() => {
      this.#running -= 1;
      if (this.#running === this.#options.concurrency - 1) this.wake();
    });
    return true;
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      this.#endRest = resolve;
    });
  }
}

/**
 * Looks for jobs that other processes added and for those whose time has come, at once and then from time to time: one
 * statement for all names.
 */
export function watchDue(
  names: readonly string[],
  options: {
    readonly open: OpenDatabase;
    readonly intervalMs: number;
    /** Hears of every name that has a job to be run now. */
    readonly onDue: (name: string) => void;
    readonly onError: (error: unknown) => void;
  },
): BackgroundWork {
  return runUntilStopped(async (rest) => {
    do {
      try {
        for (const name of await findDueNames(options.open, names)) options.onDue(name);
      } catch (error) {
        options.onError(error);
      }
    } while (await rest(options.intervalMs));
  });
}
