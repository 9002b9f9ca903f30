/** Runs work, no more of it at once than the limit; what comes meanwhile waits in order. */
export type CallLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** A limit of so many calls at once. */
export function createCallLimit(most: number): CallLimit {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place is handed on, not given back.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
