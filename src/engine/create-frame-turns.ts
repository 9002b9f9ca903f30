import { setTimeout as wait } from 'node:timers/promises';
import type { EngineWorkload } from './face-engine.ts';

/** A frame that waited so long is begun although photos wait: nobody is kept from an answer for good. */
const longestWaitMs = 2_000;
const lookAgainMs = 5;

/**
 * Lets frames of liveness sessions to the workers in their order, and leaves one of several workers to photos, which then
 * need not wait for a frame. A frame that waited long begins all the same.
 */
export function createFrameTurns() {
  let last: Promise<void> = Promise.resolve();
  return {
    async run<T>(pool: { readonly workload: EngineWorkload }, work: () => Promise<T>): Promise<T> {
      const before = last;
      const turn = before.then(async () => {
        const until = performance.now() + longestWaitMs;
        while (isFull(pool.workload) && performance.now() < until) {
          await wait(lookAgainMs);
        }
        // Begun here, so that the next turn sees the worker busy.
        return { working: work() };
      });
      last = turn.then(
        () => undefined,
        () => undefined,
      );
      return await (await turn).working;
    },
  };
}

/** True when another frame would take the last of several workers. */
function isFull({ busy, workers }: EngineWorkload): boolean {
  return busy >= Math.max(1, workers - 1);
}
