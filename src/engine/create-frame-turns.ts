import { setTimeout as wait } from 'node:timers/promises';
import type { EngineWorkload } from './face-engine.ts';

/** A frame that waited so long is begun although photos wait: nobody is kept from an answer for good. */
const longestWaitMs = 2_000;
const lookAgainMs = 5;

/** Lets frames of liveness sessions to the workers only when one of these has nothing to do, in their order. */
export type FrameTurns = {
  run<T>(pool: { readonly workload: EngineWorkload }, work: () => Promise<T>): Promise<T>;
};

/**
 * Frames take turns among themselves and give way to photos: a photo never waits behind more frames than there are
 * workers.
 */
export function createFrameTurns(): FrameTurns {
  let last: Promise<void> = Promise.resolve();
  return {
    async run(pool, work) {
      const before = last;
      const turn = before.then(async () => {
        const until = performance.now() + longestWaitMs;
        while (pool.workload.busy >= pool.workload.workers && performance.now() < until) {
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
