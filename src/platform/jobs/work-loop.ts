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
export function startWorkLoop<Work>({ take, run, concurrency, onError }: WorkLoopOptions<Work>) {
  let running = 0;
  let isAwake = false;
  let isStopping = false;
  let endRest = () => {};

  function wake(): void {
    isAwake = true;
    endRest();
  }

  async function loop(): Promise<void> {
    for (;;) {
      if (!isAwake && !isStopping) {
        await new Promise<void>((resolve) => {
          endRest = resolve;
        });
      }
      isAwake = false;
      do {
        if (isStopping) return;
      } while (running < concurrency && (await takeOne()));
    }
  }

  async function takeOne(): Promise<boolean> {
    let work: Work | undefined;
    try {
      work = await take();
    } catch (error) {
      onError(error);
    }
    if (work === undefined) return false;
    running += 1;
    void run(work).finally(() => {
      running -= 1;
      if (running === concurrency - 1) wake();
    });
    return true;
  }

  const looping = loop();
  return {
    /** Lets it look for work at once. */
    wake,
    /** Takes nothing more. Resolves when nothing is being taken, which is before the work under way has ended. */
    async stop(): Promise<void> {
      isStopping = true;
      endRest();
      await looping;
    },
  };
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
