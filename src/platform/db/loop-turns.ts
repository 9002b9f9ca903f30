import { setImmediate as nextTurn } from 'node:timers/promises';

/** Statements may hold up the event loop for so long, and then for the one that is running. */
const longestMs = 10;

/**
 * Lets the event loop turn between statements that run in its thread. A statement of the embedded database blocks the
 * thread, and the next one begins in the same turn: without this, a series of them would hold up every request, timer
 * and answer until its end.
 */
export class LoopTurns {
  #began: number | undefined;

  /** Waits for the next turn of the event loop if statements have had their time in this one. */
  async take(): Promise<void> {
    if (this.#began !== undefined && performance.now() - this.#began > longestMs) await nextTurn();
    if (this.#began !== undefined) return;
    this.#began = performance.now();
    setImmediate(() => {
      this.#began = undefined;
    });
  }
}
