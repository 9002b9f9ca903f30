import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from './errors.ts';

const waitMs = 250;

/**
 * The result of work that waits for locks a moment only, tried again while others hold them: nobody queues up behind.
 * Rejects with `database_timeout` after so many turns.
 */
export async function inTurns<T>(
  run: () => Promise<T>,
  { turns, signal }: { readonly turns: number; readonly signal: AbortSignal | undefined },
): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    signal?.throwIfAborted();
    try {
      return await run();
    } catch (error) {
      const isHeld = error instanceof DatabaseError && error.code === 'database_timeout';
      if (!isHeld || turn === turns) throw error;
      await delay(waitMs);
    }
  }
}
