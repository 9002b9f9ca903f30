/** Places for streams that become fewer when the server shows that it cannot bear as many. */
export type FallingSlots = {
  /** Waits for a place; to be given back once. Rejects with the signal's reason. */
  take(signal?: AbortSignal): Promise<Slot>;
  /** The number of slots now. */
  readonly limit: number;
};

export type Slot = {
  release(): void;
  /**
   * Says that the server failed this stream. Halves the places, down to one, unless that has happened since the
   * place was taken: four streams that break together are one sign.
   */
  fall(): void;
};

export function createFallingSlots(initial: number): FallingSlots {
  let limit = initial;
  let used = 0;
  const waiting: (() => void)[] = [];
  const next = () => {
    while (used < limit && waiting.length > 0) {
      used += 1;
      waiting.shift()!();
    }
  };
  return {
    get limit() {
      return limit;
    },
    async take(signal) {
      signal?.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        const start = () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        };
        const stop = () => {
          waiting.splice(waiting.indexOf(start), 1);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', stop, { once: true });
        waiting.push(start);
        next();
      });
      const limitThen = limit;
      let isTaken = true;
      return {
        release() {
          if (!isTaken) return;
          isTaken = false;
          used -= 1;
          next();
        },
        fall() {
          if (limit === limitThen) limit = Math.max(1, Math.floor(limit / 2));
        },
      };
    },
  };
}
