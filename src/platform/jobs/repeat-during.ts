import { setTimeout as delay } from 'node:timers/promises';

/** Work in the background. `stop` resolves when it has ended. */
export type BackgroundWork = { stop(): Promise<void> };

/**
 * Calls `note` again and again, one call at a time, until it is stopped: for the progress of long work, or for what is
 * kept in memory. Why a call rejected is told to `onError`; the next one comes all the same. Keeps no process alive.
 * `stop` resolves when the last call is over.
 */
export function repeatDuring(
  intervalMs: number,
  note: () => Promise<void>,
  onError: (error: unknown) => void = () => {},
): BackgroundWork {
  let last: Promise<void> | undefined;
  const timer = setInterval(() => {
    last ??= note()
      .catch(onError)
      .finally(() => {
        last = undefined;
      });
  }, intervalMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
}

/** Waits for so long; false when the work is to end, at once. */
type Rest = (ms: number) => Promise<boolean>;

/** Begins work that goes on until it is stopped: it ends when a rest gives false. It must not reject. */
export function runUntilStopped(work: (rest: Rest) => Promise<void>): BackgroundWork {
  const end = new AbortController();
  const working = work(async (ms) => {
    await delay(ms, undefined, { signal: end.signal }).catch(() => {});
    return !end.signal.aborted;
  });
  return {
    async stop() {
      end.abort();
      await working;
    },
  };
}
